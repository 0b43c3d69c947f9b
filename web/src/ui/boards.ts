// The boards of the games, from the folder games. A board is loaded when it is opened. This code names no game.

import type { GameUi } from './gameUi';

type AnyBoard = GameUi;

const boardFiles = import.meta.glob('../../../games/*/web/index.{ts,tsx}', { import: 'default' }) as Record<
  string,
  () => Promise<AnyBoard>
>;

const game = (path: string): string => path.split('/').at(-3)!;

export const boards: Map<string, () => Promise<AnyBoard>> = new Map(
  Object.entries(boardFiles).map(([path, load]) => [game(path), load]),
);

/** Returns the game's board, or the plain board, which can be used for any game. */
export async function boardOf(id: string): Promise<AnyBoard> {
  const load = boards.get(id);
  return load ? load() : (await import('./plainBoard')).default;
}
