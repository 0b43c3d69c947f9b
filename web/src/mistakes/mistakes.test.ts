// Tests the list of mistakes, when they come back, and the table of a question.

import { beforeEach, expect, it, vi } from 'vitest';
import words from '../../lang/mistakes/en.json';
import { translator, type Words } from '../i18n/words';
import { type Backend, server, setDevice } from '../net/backend';
import type { AnyLegal, Mistake, MyMistake } from '../net/protocol';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});
const { deviceLoader } = await import('../net/backend');
const { answerMistake, isMistakeDue } = await import('../net/mistakesApi');
const { isDue, isOpen, loadAll } = await import('./entries');
const { frameOf, isWhole } = await import('./frameOf');

const now = 1_000_000;
/** The time in ms by which the clocks of the backends are ahead of the page's. */
let ahead = 0;

const line = (id: string, due_ms: number, step = 0): MyMistake => ({ id, game: 'hearts', step, due_ms, mistake: null });
const of = (deal: number) => ({ table: 't', game: 'hearts', deal, seat: 1 });
const answer = (mistakes: MyMistake[], deal: number) => async () =>
  new Response(JSON.stringify({ mistakes, unjudged: [of(deal)], now_ms: now + ahead }));
const device: Backend = { request: answer([line('c', 5), line('b', 30)], 1), socket: () => ({}) as never };

beforeEach(() => {
  kept.clear();
  vi.restoreAllMocks();
  ahead = 0;
  vi.spyOn(Date, 'now').mockReturnValue(now);
  vi.spyOn(server, 'request').mockImplementation(answer([line('a', 10), line('b', 20), line('d', 1, 4)], 0));
  setDevice(device);
  deviceLoader.load = async () => ({ device });
});

it('the mistakes of the server and of the device are one list, each once', async () => {
  const alone = await loadAll();
  expect(alone.entries.map((one) => one.line.id)).toEqual(['d', 'a', 'b']);
  kept.set('cardroom.device', 'yes');
  const both = await loadAll();
  expect(both.entries.map((one) => [one.line.id, one.from === server])).toEqual([
    ['d', true],
    ['c', false],
    ['a', true],
    ['b', true],
  ]);
  expect(both.unjudged.map(({ from, deals }) => [from === server, deals[0]!.deal])).toEqual([
    [true, 0],
    [false, 1],
  ]);
  vi.spyOn(server, 'request').mockRejectedValue(new Error('gone'));
  expect((await loadAll()).entries.map((one) => one.line.id)).toEqual(['c', 'b']);
  kept.clear();
  await expect(loadAll()).rejects.toThrow();
});

it('a mistake comes back at its time until it is learned, and the start page knows it', async () => {
  const [learned, first] = (await loadAll()).entries;
  expect([isDue(first!, 9), isDue(first!, 10), isDue(learned!, 99), isOpen(learned!)]).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect([isMistakeDue(9), isMistakeDue(10)]).toEqual([false, true]);
  ahead = 3;
  const [, sooner] = (await loadAll()).entries;
  expect([isDue(sooner!, 6), isDue(sooner!, 7)]).toEqual([false, true]);
  expect([isMistakeDue(6), isMistakeDue(7)]).toEqual([false, true]);
  vi.spyOn(server, 'request').mockImplementation(async () => new Response(JSON.stringify(line('a', 50, 1))));
  expect(await answerMistake(server, 'a', { step: 0, right: true })).toEqual(line('a', 47, 1));
  vi.spyOn(server, 'request').mockImplementation(answer([], 0));
  await loadAll();
  expect(isMistakeDue(99)).toBe(false);
  kept.set('cardroom.mistakes', 'damaged');
  expect(isMistakeDue(99)).toBe(false);
});

it('the table of a question shows what the seat saw, and nothing that came later', () => {
  const legal = [{ action: 'play Qs' }, { action: 'play 2c' }];
  const mistake = {
    id: 'a',
    of: of(2),
    board: 'tricks',
    options: { to: 50 },
    dealer: 3,
    before: [4, -4, 0, 0],
    judged: {
      view: { hand: ['Qs'] },
      legal,
      alike: [],
      done: { legal: legal[0] },
      advice: { choices: [], reasons: [] },
    },
  } as unknown as Mistake<unknown, AnyLegal>;
  const frame = frameOf(mistake, translator('en', words as unknown as Words));
  expect(frame).toMatchObject({
    game: 'hearts',
    viewer: 1,
    phase: 'deal',
    deal: 2,
    dealer: 3,
    must: [1],
    legal,
    totals: [4, -4, 0, 0],
    deals: [],
    winners: null,
    view: { hand: ['Qs'] },
    since: [],
  });
  expect(frame.seats.map(({ name }) => name)).toEqual(['Player 1', 'Player 2', 'Player 3', 'Player 4']);
  expect(isWhole(mistake)).toBe(true);
  const { before: _, ...without } = mistake;
  for (const damaged of [{}, without, { ...mistake, judged: { ...mistake.judged, legal: 'play Qs' } }])
    expect(isWhole(damaged as Partial<typeof mistake>)).toBe(false);
});
