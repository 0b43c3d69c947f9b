// The reader's mistakes on the server and on this device, as one list.

import type { Backend } from '../net/backend';
import { backends, LEARNED, mistakesOf } from '../net/mistakesApi';
import type { JudgedDeal, MyMistake } from '../net/protocol';
import { hasDeviceTables } from '../offline/deviceMark';

/** A mistake, and the backend that stores it. */
export interface Entry {
  from: Backend;
  line: MyMistake;
}

export interface Found {
  entries: Entry[];
  unjudged: { from: Backend; deals: JudgedDeal[] }[];
}

/** Loads the lists of the server and of this device. If one of them cannot be had, the other is shown. */
export async function loadAll(): Promise<Found> {
  const all = await backends(hasDeviceTables());
  const lists = await Promise.allSettled(all.map(async (from) => ({ from, list: await mistakesOf(from) })));
  const here = lists.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (!here.length) throw (lists[0] as PromiseRejectedResult).reason;
  const entries = here.flatMap(({ from, list }) => list.mistakes.map((line) => ({ from, line })));
  return {
    entries: entries
      .filter((one, at) => entries.findIndex(({ line }) => line.id === one.line.id) === at)
      .sort((one, other) => one.line.due_ms - other.line.due_ms),
    unjudged: here.map(({ from, list }) => ({ from, deals: list.unjudged })),
  };
}

export const isOpen = ({ line }: Entry): boolean => line.step < LEARNED;
export const isDue = (entry: Entry, now = Date.now()): boolean => isOpen(entry) && entry.line.due_ms <= now;
