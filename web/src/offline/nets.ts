// Nets: files apart from the module, which are fetched when a bot first needs them. A page keeps them all to play
// without a network, so a game has one only if its champion searches with it
// (docs/bots.md).

const urls = import.meta.glob('../../../games/*/net.bin', {
  query: '?url',
  import: 'default',
  eager: true,
}) as Record<string, string>;

/** After so many ms a net that is not here cannot be had now. A network may hang without a word, and a champion's turn
 * or the whole card room (for advice) waits meanwhile. A net has 200 KB: a slow phone network brings it in 5 s. */
const NET_MS = 10_000;

/** The net of a game; null if it cannot be fetched now. */
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
