// The tiles of the games in the games folder, for the start page and invitations. No game is named here.

import type { Tile } from './gameUi';

const files = import.meta.glob('../../../games/*/web/tile.{ts,tsx}', { eager: true, import: 'default' }) as Record<
  string,
  Tile
>;

export const tiles: ReadonlyMap<string, Tile> = new Map(Object.values(files).map((tile) => [tile.id, tile]));
