// The files of puzzles. Each is a file of its own, which is loaded when it is needed.

const urls = import.meta.glob('../../../games/*/puzzles/*.puzzles', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
}) as Record<string, string>;

/** Returns the addresses of a game's files of puzzles, in their order. */
export const filesOf = (game: string): string[] =>
  Object.keys(urls)
    .filter((path) => path.includes(`/games/${game}/puzzles/`))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((path) => urls[path]!);
