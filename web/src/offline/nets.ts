// Nets: files apart from the module, which are fetched when a bot first needs them. A page keeps them all to play
// without a network, so only those are here that bots at tables use: of the games whose champion searches with a net
// (docs/bots.md).

const urls = import.meta.glob('../../../games/{hearts,schwarze-dame}/net.bin', {
  query: '?url',
  import: 'default',
  eager: true,
}) as Record<string, string>;

/** The net of a game; null if it cannot be fetched now. */
export async function fetchNet(game: string): Promise<Uint8Array | null> {
  try {
    const answer = await fetch(urls[`../../../games/${game}/net.bin`]!);
    if (!answer.ok) throw new Error(String(answer.status));
    return new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    console.error(`the net of ${game} cannot be fetched: ${String(error)}`);
    return null;
  }
}
