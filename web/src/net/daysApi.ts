// Requests about the deals of the day. Without a server the card room of this device opens a practice set.

import { ask, recordPath, seated } from './api';
import type { DayField, Days, SeatTaken } from './protocol';

export const days = (): Promise<Days> => ask('days');
export const dayField = (date: string, game: string): Promise<DayField> =>
  ask(`days/${date}/${encodeURIComponent(game)}`);

/** Opens a table with a deal. */
export async function openDay(date: string, game: string, deal: number): Promise<SeatTaken> {
  const opened = ask<SeatTaken>(`days/${date}/${encodeURIComponent(game)}/${deal}`, {});
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
