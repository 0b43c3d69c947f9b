// The boards of the games in the games folder, loaded when they are opened. No game is named here.

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

/** Returns the game's board, or the plain one, which can play any game. */
export async function boardOf(id: string): Promise<AnyBoard> {
  const load = boards.get(id);
  return load ? load() : (await import('./plainBoard')).default;
}
