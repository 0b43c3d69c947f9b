// Opening a table, and remembering how a game was last chosen to be played: *Play* means the same again. A first match
// is shorter, and against weak bots; it is not remembered.

import { open } from '../net/api';
import { playsAlone } from '../net/backend';
import { wantsPeople } from '../i18n/load';
import type { NewTable } from '../net/protocol';
import type { Tile } from '../ui/gameUi';
import { go } from '../ui/route';

const KEY = 'cardroom.last';

const savedTables = (): Record<string, NewTable> => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, NewTable>;
  } catch {
    return {};
  }
};

/** A table for people is another thing than one against bots: each has its own last form. */
const keyOf = (table: Pick<NewTable, 'game' | 'open'>): string =>
  table.open && table.open !== 'alone' ? `${table.game} people` : table.game;

/** How this game was last opened here; its usual form if never. */
export const lastTable = (game: string): NewTable => savedTables()[game] ?? { game };
export const lastPeopleTable = (game: string): NewTable => savedTables()[`${game} people`] ?? { game, open: 'friends' };

export function remember(table: NewTable): void {
  const { deal: _, ...rest } = table; // a numbered deal is for once
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...savedTables(), [keyOf(table)]: rest }));
  } catch {
    /* private window */
  }
}

/** True if this game, or any, was played here. */
export const isKnown = (game: string): boolean => game in savedTables();
export const isAnyKnown = (): boolean => Object.keys(savedTables()).length > 0;

/** A short first match of a game. */
export const firstTable = ({ id, players, first }: Tile): NewTable => ({
  game: id,
  ...(first ? { options: first } : {}),
  ...(players.max > 1 ? { bots: ['beginner'] } : {}),
});

export async function play(table: NewTable): Promise<void> {
  // Why there may be none is worded there.
  wantsPeople.value = true;
  // A table of this device has no server that would shuffle with it. The code that takes part is loaded meanwhile.
  if (!playsAlone.value) import('../fair/shuffleAtTable').catch(() => {});
  const { id } = await open(playsAlone.value ? table : { ...table, shuffles: true });
  if (!isKnown(keyOf(table))) remember({ game: table.game, ...(table.open ? { open: table.open } : {}) });
  go(`/t/${id}`);
}
