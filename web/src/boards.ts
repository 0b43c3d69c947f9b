// The games found beside us: tiles at once, boards when they are opened. Nothing here names a game.

import type { GameUi, Tile } from './ui/game';

type AnyBoard = GameUi<any, any>;

const tileFiles = import.meta.glob('../../games/*/web/tile.{ts,tsx}', { eager: true, import: 'default' }) as Record<string, Tile>;
const boardFiles = import.meta.glob('../../games/*/web/index.{ts,tsx}', { import: 'default' }) as Record<string, () => Promise<AnyBoard>>;

const game = (path: string): string => path.split('/').at(-3)!;

export const tiles: ReadonlyMap<string, Tile> = new Map(Object.values(tileFiles).map((tile) => [tile.id, tile]));
export const boards: Map<string, () => Promise<AnyBoard>> = new Map(Object.entries(boardFiles).map(([path, load]) => [game(path), load]));

/** The game's board, or the plain one that plays anything. */
export async function boardOf(id: string): Promise<AnyBoard> {
  const load = boards.get(id);
  return load ? load() : (await import('./fallback')).default;
}

