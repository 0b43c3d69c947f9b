// Finished deals and records over HTTP.

import { ask, askedOf, refused, seated } from './api';
import { backendOf } from './backend';
import { readStep } from './events';
import type { Lesson, NewPractice, Refusal, Replay, SeatTaken, WhyNot } from './protocol';
import type * as gen from './protocol.gen';

export type Brought = gen.ImportedRecord;

/** The characters that embed, override or isolate a direction of text, and the characters that end these. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Returns a finished deal as a seat saw it, or with all hands open. The names in an imported record are unchecked. So
 * characters that change the direction of text are removed from the names. */
export async function replay(
  from: 'tables' | 'records',
  id: string,
  deal: number,
  viewer: number | 'all',
): Promise<Replay> {
  const path = `${from}/${encodeURIComponent(id)}/replay?deal=${deal}&viewer=${viewer}`;
  const found = readReplay(await ask<gen.Replay>(path));
  return { ...found, seats: found.seats.map((seat) => ({ ...seat, name: seat.name.replace(TURNS, '') })) };
}

const readReplay = (replay: gen.Replay): Replay => ({ ...replay, steps: replay.steps.map(readStep) });

/** Returns a game's guided first deal. */
export async function lesson(game: string): Promise<Lesson> {
  const found = await ask<gen.Lesson>(`lessons/${encodeURIComponent(game)}`);
  return { ...found, replay: readReplay(found.replay) };
}

/** Returns the reason why an action is impossible in a step of the lesson; null if it is possible. */
export const whyNot = async (game: string, step: number, action: string): Promise<Refusal | null> =>
  (await ask<WhyNot>(`lessons/${encodeURIComponent(game)}/why?${new URLSearchParams({ step: String(step), action })}`))
    .refusal;

/** Opens a practice table from a position of a table or a record: `tables/ID` or `records/ID`. */
export const practise = (of: string, asked: NewPractice): Promise<SeatTaken> => seated(ask(`${of}/practice`, asked));

export const recordFilePath = (id: string): string => `/api/v1/records/${encodeURIComponent(id)}`;

/** Imports a file of records. */
export async function bring(file: Blob): Promise<Brought[]> {
  const answer = await askedOf(backendOf('records'), 'records', {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: file,
  });
  if (!answer.ok) throw await refused(answer);
  return ((await answer.json()) as { records: Brought[] }).records;
}
