// Nets are separate files, not in the module. A net is fetched when a bot first needs it. The installed page stores all
// nets, because it can play without a network. To limit the size, a game has a net only if its champion searches with
// the net (docs/bots/levels.md).

const urls = import.meta.glob('../../../games/*/net.bin', {
  query: '?url',
  import: 'default',
  eager: true,
}) as Record<string, string>;

/** The time in ms after which a fetch of a net fails, because some networks never answer. During the fetch, a
 * champion's turn waits. If the net is for advice, the whole card room waits. A net has 200 KB. A slow mobile network
 * delivers it in 5 s. */
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
