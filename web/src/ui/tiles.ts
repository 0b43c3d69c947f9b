// The tiles of the games, from the folder games, for the start page and for invitations. This code names no game.

import type { Tile } from './gameUi';

const files = import.meta.glob('../../../games/*/web/tile.{ts,tsx}', { eager: true, import: 'default' }) as Record<
  string,
  Tile
>;

export const tiles: ReadonlyMap<string, Tile> = new Map(Object.values(files).map((tile) => [tile.id, tile]));
