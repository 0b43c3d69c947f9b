// Opens a table. For each game, stores the last options, because *Play* uses them again. The first match of a game is
// against weak bots, because the player is new to the game. The options of this match are not stored.

import { open } from '../net/api';
import { playsAlone } from '../net/backend';
import { wantsPeople } from '../i18n/load';
import type { NewTable } from '../net/protocol';
import type { Tile } from '../ui/gameUi';
import { go } from '../ui/route';
import { tiles } from '../ui/tiles';

const KEY = 'cardroom.last';

const savedTables = (): Record<string, NewTable> => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, NewTable>;
  } catch {
    return {};
  }
};

/** Returns the key of the stored options. A game has two keys: one for tables with people, one for tables against
 * bots. */
const keyOf = (table: Pick<NewTable, 'game' | 'open'>): string =>
  table.open && table.open !== 'alone' ? `${table.game} people` : table.game;

/** Returns the bots of a first match. */
const firstBots = (tile?: Tile): Pick<NewTable, 'bots'> => (tile && tile.players.max > 1 ? { bots: ['beginner'] } : {});

/** Returns the options with which this game was last opened here; those of a first match if never. */
export const lastTable = (game: string): NewTable => savedTables()[game] ?? { game, ...firstBots(tiles.get(game)) };
export const lastPeopleTable = (game: string): NewTable => savedTables()[`${game} people`] ?? { game, open: 'friends' };

export function remember(table: NewTable): void {
  const { deal: _, ...rest } = table; // the number of a deal is used only once
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...savedTables(), [keyOf(table)]: rest }));
  } catch {
    /* a private window stores nothing */
  }
}

/** Returns whether this game was played here. {@link isAnyKnown} returns whether any game was. */
export const isKnown = (game: string): boolean => game in savedTables();
export const isAnyKnown = (): boolean => Object.keys(savedTables()).length > 0;

/** Returns the options of a short first match of a game. */
export const firstTable = (tile: Tile): NewTable => ({
  game: tile.id,
  ...(tile.first ? { options: tile.first } : {}),
  ...firstBots(tile),
});

export async function play(table: NewTable): Promise<void> {
  // If the server refuses, the reason is in the word list web/lang/people.
  wantsPeople.value = true;
  // A table of this device needs no shared shuffle. For other tables, the code of the shared shuffle is loaded while
  // the table opens.
  if (!playsAlone.value) import('../fair/shuffleAtTable').catch(() => {});
  const { id } = await open(playsAlone.value ? table : { ...table, shuffles: true });
  if (!isKnown(keyOf(table))) remember({ game: table.game, ...(table.open ? { open: table.open } : {}) });
  go(`/t/${id}`);
}
