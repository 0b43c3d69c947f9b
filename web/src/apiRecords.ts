// Finished deals and records over HTTP.

import { ask, askedOf, refused } from './api';
import { answers } from './backend';
import type { Lesson, Refusal, Replay, WhyNot } from './protocol';

export interface Brought {
  id: string;
  game: string;
  deals: number;
}

/** What embeds, overrides or isolates a direction of writing, and what ends that. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A finished deal as a seat saw it, or with all hands open. Nobody has looked at the names of an imported record: they
 * turn no sentence around. */
export async function replay(
  from: 'tables' | 'records',
  id: string,
  deal: number,
  viewer: number | 'all',
): Promise<Replay> {
  const found = await ask<Replay>(`${from}/${encodeURIComponent(id)}/replay?deal=${deal}&viewer=${viewer}`);
  return { ...found, seats: found.seats.map((seat) => ({ ...seat, name: seat.name.replace(TURNS, '') })) };
}

/** A game's guided first deal. */
export const lesson = (game: string): Promise<Lesson> => ask(`lessons/${encodeURIComponent(game)}`);

/** Why the learner cannot do that in a step of it; null: it can. */
export const whyNot = async (game: string, step: number, action: string): Promise<Refusal | null> =>
  (await ask<WhyNot>(`lessons/${encodeURIComponent(game)}/why?${new URLSearchParams({ step: String(step), action })}`))
    .refusal;

export const keptPath = (id: string): string => `/api/v1/records/${encodeURIComponent(id)}`;

/** Brings a file of records. */
export async function bring(file: Blob): Promise<Brought[]> {
  const answer = await askedOf(answers('records'), 'records', {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: file,
  });
  if (!answer.ok) throw await refused(answer);
  return ((await answer.json()) as { records: Brought[] }).records;
}
