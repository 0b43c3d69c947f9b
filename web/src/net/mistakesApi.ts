// Requests about the reader's mistakes. The server and the card room of this device answer them alike.

import { ask, askedOf, refused } from './api';
import { type Backend, deviceLoader, server, WITHOUT_SERVER } from './backend';
import type { AnyLegal, FoundMistakes, JudgedDeal, Mistake, MistakeAnswer, MyMistake, MyMistakes } from './protocol';

/** Returns the backends that can have mistakes. `hasDevice`: true if something is stored on this device. */
export async function backends(hasDevice: boolean): Promise<Backend[]> {
  const device = WITHOUT_SERVER || hasDevice ? [(await deviceLoader.load!()).device] : [];
  return WITHOUT_SERVER ? device : [server, ...device];
}

/** The time in ms by which the clock of each backend is ahead of the page's. Mistakes come back by the backend's
 * clock. */
const ahead = new WeakMap<Backend, number>();

/** Returns a mistake with its time by the clock of the page. */
const byPage = (from: Backend, line: MyMistake): MyMistake => ({
  ...line,
  due_ms: line.due_ms - (ahead.get(from) ?? 0),
});

/** Returns the mistakes of a backend, with their times by the clock of the page. */
export const mistakesOf = async (from: Backend): Promise<MyMistakes> => {
  const found = await ask<MyMistakes>('me/mistakes', undefined, 'GET', from);
  ahead.set(from, found.now_ms - Date.now());
  const mistakes = found.mistakes.map((line) => byPage(from, line));
  noteDue(from, mistakes);
  return { ...found, mistakes };
};
export const mistake = (from: Backend, id: string): Promise<Mistake<unknown, AnyLegal>> =>
  ask(`me/mistakes/${encodeURIComponent(id)}`, undefined, 'GET', from);
/** Answers a mistake. Returns its line in the list, which is the same as before if it has not come back yet. */
export const answerMistake = async (from: Backend, id: string, answer: MistakeAnswer): Promise<MyMistake> =>
  byPage(from, await ask<MyMistake>(`me/mistakes/${encodeURIComponent(id)}`, answer, 'POST', from));
export const forgetMistakes = (from: Backend): Promise<null> => ask('me/mistakes', undefined, 'DELETE', from);
/** Stores the mistakes in a deal that this device has judged. */
export const storeMistakes = (from: Backend, found: FoundMistakes): Promise<null> =>
  ask('me/mistakes', found, 'POST', from);

/** Lets the server find the mistakes in the newest deal at a table. The server stops when `signal` is aborted. */
export async function judgeOnServer({ table }: JudgedDeal, signal: AbortSignal): Promise<void> {
  const answer = await askedOf(server, `tables/${encodeURIComponent(table)}/mistakes`, {
    method: 'POST',
    signal,
  });
  if (!answer.ok) throw await refused(answer);
}

/** The step of a mistake that is learned. */
export const LEARNED = 4;

/** The times at which the next mistakes come back. */
const DUE = 'cardroom.mistakes';

function dueTimes(): { server?: number; device?: number } {
  try {
    return (JSON.parse(localStorage.getItem(DUE) ?? '{}') as object | null) ?? {};
  } catch {
    return {};
  }
}

/** Notes when the next mistake comes back, so that the start page need not ask. */
function noteDue(from: Backend, mistakes: readonly MyMistake[]): void {
  const times = dueTimes();
  const of = from === server ? 'server' : 'device';
  const due = mistakes.find(({ step }) => step < LEARNED)?.due_ms;
  if (due === undefined) delete times[of];
  else times[of] = due;
  try {
    if (Object.keys(times).length) localStorage.setItem(DUE, JSON.stringify(times));
    else localStorage.removeItem(DUE);
  } catch {
    /* a private window stores nothing */
  }
}

/** Returns whether a mistake has come back, as far as this browser knows. */
export const isMistakeDue = (now = Date.now()): boolean => Object.values(dueTimes()).some((due) => due <= now);
