import { signal } from '@preact/signals';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Hindrance } from '../net/reachability';
import type { Frame, People, SharedShuffle } from '../net/protocol';
import type { Listener } from '../net/socket';
import { type Connection, openConnection } from './connection';

let listener: Listener;
const done = vi.hoisted(() => [] as string[]);
vi.mock('../ui/toast', () => ({ toast: (words: string) => done.push(words) }));
vi.mock('../net/socket', () => ({
  connect: (_: string, given: Listener) => {
    listener = given;
    return { line: signal('open'), close: () => done.push('closed') };
  },
}));

const part = vi.hoisted(() => [] as unknown[][]);
const after = vi.hoisted(() => [] as unknown[][]);
vi.mock('../fair/shuffleAtTable', () => ({
  onShuffle: (...args: unknown[]) => part.push(args.slice(0, 3)),
  storePastShuffle: (...args: unknown[]) => after.push(args),
}));

const seen = vi.hoisted(() => [] as number[]);
vi.mock('../fair/ownPlay', () => ({ storeFrame: async (_: string, { n }: Frame) => seen.push(n) }));

let reached: Hindrance | null | Error;
let one: Connection;
const frames: Frame[] = [];
beforeEach(() => {
  done.length = frames.length = seen.length = 0;
  const reach = async () => {
    if (reached instanceof Error) throw reached;
    return reached;
  };
  one = openConnection('t', reach, { frame: (frame) => frames.push(frame), talk: () => {} });
});
const never = async () => {
  listener.onUnreachable?.();
  await new Promise((done) => setTimeout(done));
};

it('frames bring the clocks, the room its people', () => {
  const clock = { paused: false } as NonNullable<Frame['clock']>;
  listener.frame({ n: 1, clock, viewer: null } as Frame);
  listener.room({ table: 't' } as People);
  expect([frames.length, one.clock.value?.is, one.room.value?.is.table]).toEqual([1, clock, 't']);
  listener.frame({ n: 2, viewer: null } as Frame);
  expect(one.clock.value).toBe(null);
});

it.each(['error.closed_table', 'error.by_invitation', 'game.missing'])(
  'a table that is none (%s) says so, and is not dialled again',
  async (words) => {
    reached = { words, lasts: true };
    await never();
    expect([one.missing.value, done]).toEqual([words, ['closed']]);
  },
);

it('a server that lets only no socket through is believed the second time, and dialled on', async () => {
  reached = { words: 'game.no_socket', lasts: false };
  await never();
  expect(one.hindrance.value).toBe(null);
  // A message that arrives between two failures restarts their count.
  listener.room({ table: 't' } as People);
  await never();
  expect(one.hindrance.value).toBe(null);
  await never();
  expect([one.hindrance.value, one.missing.value, done]).toEqual(['game.no_socket', null, []]);
  listener.room({ table: 't' } as People);
  expect(one.hindrance.value).toBe(null);
});

it('a limit is said at once and dialled on; where nobody says why, nothing is said', async () => {
  reached = { words: 'error.too_many_of_guest', lasts: false };
  await never();
  expect([one.hindrance.value, one.missing.value, done]).toEqual(['error.too_many_of_guest', null, []]);
  reached = null;
  await never();
  expect([one.hindrance.value, done]).toEqual([null, []]);
});

it('a server that is away, so that the part which asks cannot be fetched, is dialled on', async () => {
  reached = new TypeError('Failed to fetch dynamically imported module');
  await never();
  await never();
  expect([one.missing.value, done]).toEqual([null, []]);
});

it('an error is said; who is removed leaves', () => {
  listener.error({ t: 'error', words: 'Too much.', key: 'too_fast' });
  expect([one.missing.value, done]).toEqual([null, ['Too much.']]);
  listener.error({ t: 'error', words: 'The host has removed you.', key: 'removed' });
  expect(one.missing.value).toBe('error.removed');
});

it('a table that the server’s host closes is left', () => {
  listener.error({
    t: 'error',
    words: 'The administrator of this server has closed this table.',
    key: 'closed_by_host',
  });
  expect(one.missing.value).toBe('error.closed_by_host');
});

it('a line of the server’s host stands until it is closed or taken back', () => {
  listener.notice({ words: 'At nine we move.' });
  expect(one.notice.value).toEqual({ words: 'At nine we move.' });
  listener.notice({ words: '' });
  expect(one.notice.value).toBe(null);
});

it('a page takes its part in a shuffle, and keeps of one that was over before it came', async () => {
  const shuffle = { t: 'shuffle' as const, waits: [] as number[], left_ms: null, attempts: [] } satisfies Omit<
    SharedShuffle,
    'step'
  >;
  const people = { table: 't', you: 1, stage: 'playing' } as People;
  // For a match that is over, nothing is stored.
  listener.room({ ...people, stage: 'over' });
  listener.shuffle({ ...shuffle, step: 'done' });
  expect(one.shuffle.value?.is.step).toBe('done');
  one = openConnection('s', async () => null, { frame: () => {}, talk: () => {} });
  listener.room(people);
  listener.shuffle({ ...shuffle, step: 'done' });
  await vi.waitFor(() => expect(after).toEqual([['s', { ...shuffle, step: 'done' }]]));
  expect(part).toEqual([]);
  one = openConnection('u', async () => null, { frame: () => {}, talk: () => {} });
  listener.room(people);
  listener.shuffle({ ...shuffle, step: 'seal' });
  await vi.waitFor(() => expect(part.length).toBe(1));
  listener.shuffle({ ...shuffle, step: 'done' });
  await vi.waitFor(() => expect(part.length).toBe(2));
  expect(part.map(([table, who, args]) => [table, who, (args as { step: string }).step])).toEqual([
    ['u', people, 'seal'],
    ['u', people, 'done'],
  ]);
  expect(after.length).toBe(1);
});

it('a page keeps its play from the first frame on, once its player acts or all shuffle', async () => {
  const seats = [{}, {}];
  const acted = (seat: number) => [{ kind: 'acted', seat, action: 'play 2c' }];
  const shown = (n: number, more: object) =>
    listener.frame({ n, viewer: 0, seats, since: [], ...more } as unknown as Frame);
  shown(1, {});
  shown(2, { since: acted(1) });
  await new Promise((found) => setTimeout(found));
  expect(seen, 'the first look loads no more than it shows').toEqual([]);
  shown(3, { since: acted(0) });
  shown(4, { viewer: null });
  shown(5, { seats: [{}] });
  await vi.waitFor(() => expect(seen).toEqual([1, 2, 3]), 10_000);
  one = openConnection('u', async () => null, { frame: () => {}, talk: () => {} });
  shown(6, {});
  listener.room({ table: 'u', stage: 'playing' } as People);
  listener.shuffle({ t: 'shuffle', step: 'done', waits: [], left_ms: null, attempts: [] } as SharedShuffle);
  await vi.waitFor(() => expect(seen).toEqual([1, 2, 3, 6]), 10_000);
});
