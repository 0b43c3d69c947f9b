// Nets: files apart from the module, which are fetched when a bot first needs them. The installed page stores all of
// them, so that it can play without a network. To limit their size, a game has a net only if its champion searches with
// it (docs/bots.md).

const urls = import.meta.glob('../../../games/*/net.bin', {
  query: '?url',
  import: 'default',
  eager: true,
}) as Record<string, string>;

/** The time in ms after which the attempt to fetch a net fails, because a network may never answer. During the attempt
 * a champion's turn waits or, if the net is for advice, the whole card room. A net has 200 KB, which a slow mobile
 * network delivers in 5 s. */
const NET_MS = 10_000;

/** Fetches the net of a game; null if that is impossible now. */
export async function fetchNet(game: string): Promise<Uint8Array | null> {
  try {
    const url = urls[`../../../games/${game}/net.bin`]!;
    const answer = await fetch(url, { signal: AbortSignal.timeout(NET_MS) });
    if (!answer.ok) throw new Error(String(answer.status));
    return new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    console.error(`the net of ${game} cannot be fetched: ${String(error)}`);
    return null;
  }
}
