// The tiles of the games found beside us, for the start page and invitations. Nothing here names a game.

import type { Tile } from './gameUi';

const files = import.meta.glob('../../../games/*/web/tile.{ts,tsx}', { eager: true, import: 'default' }) as Record<
  string,
  Tile
>;

export const tiles: ReadonlyMap<string, Tile> = new Map(Object.values(files).map((tile) => [tile.id, tile]));
