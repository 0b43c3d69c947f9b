// Requests about the deals of the day. Without a server the card room of this device opens a practice set.

import { ask, recordPath, seated } from './api';
import type { Day, DayField, Days, DayTable } from './protocol';

export const days = (): Promise<Days> => ask('days');
export const day = (date: string): Promise<Day> => ask(`days/${date}`);
export const dayField = (date: string, game: string): Promise<DayField> =>
  ask(`days/${date}/${encodeURIComponent(game)}`);

/** Opens a table: the given deal, or the next one of today. */
export async function openDay(date: string, game: string, deal?: number): Promise<DayTable> {
  const opened = ask<DayTable>(`days/${date}/${encodeURIComponent(game)}`, deal === undefined ? {} : { deal });
  await seated(opened);
  return opened;
}

/** Returns the points of a friend's deal; null if the friend or the reader has not finished it. */
export async function pointsAt(table: string, deal: number): Promise<number | null> {
  const answer = await fetch(recordPath(table));
  if (!answer.ok) return null;
  const record = (await answer.json()) as { seats: number; deals: { points?: (number | null)[] }[] };
  return record.deals.at(-1)?.points?.[deal % record.seats] ?? null;
}
