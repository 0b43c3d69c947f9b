// Opening a table, and remembering how the last one of each game was opened: *Play* and *Play again* mean the same again.

import { open } from './api';
import type { NewTable } from './protocol';
import { go } from './route';

const KEY = 'cardroom.last';

const kept = (): Record<string, NewTable> => {
  try { return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, NewTable>; } catch { return {}; }
};

/** How this game was last opened here; its usual form if never. */
export const lastTable = (game: string): NewTable => kept()[game] ?? { game };

export function remember(table: NewTable): void {
  const { deal: _, ...rest } = table;   // a numbered deal is for once
  try { localStorage.setItem(KEY, JSON.stringify({ ...kept(), [table.game]: rest })); } catch { /* private window */ }
}

export async function play(table: NewTable): Promise<void> {
  const { id } = await open(table);
  remember(table);
  go(`/t/${id}`);
}
