import { beforeEach, expect, it, vi } from 'vitest';
import type { People, SharedShuffle } from '../net/protocol';
import type { Order } from '../net/socket';
import { storePastShuffle, onShuffle } from './shuffleAtTable';
import { type ShuffleData, NOTHING } from './shuffleStore';
import { proof } from './proof';

const shelf = vi.hoisted(() => ({ data: null as ShuffleData | null, full: false, log: [] as string[] }));
vi.mock('./shuffleStore', async (original) => ({
  ...(await original<typeof import('./shuffleStore')>()),
  device: {
    read: async () => shelf.data,
    update: async (_: string, change: (data: ShuffleData) => { data: ShuffleData; result: unknown }) => {
      const { data, result } = change(shelf.data ?? NOTHING);
      await Promise.resolve();
      if (shelf.full) throw new Error('no space');
      shelf.data = data;
      shelf.log.push('kept');
      return result;
    },
  },
}));
vi.mock('../ui/settings', () => ({ language: { value: 'en' } }));
vi.mock('../ui/toast', () => ({ toast: (words: string) => shelf.log.push(words) }));

const people = { you: 0, seats: [{ name: 'Ann' }, { name: 'Bo' }] } as People;
const C = '5f'.repeat(32);
const none = [null, null];
const seal = (k = 0): SharedShuffle => ({
  t: 'shuffle',
  step: 'seal',
  waits: [0, 1],
  left_ms: 5000,
  attempts: [{ k, C, h: none, n: none, S: null }],
});
let refuses: string | null = null;
const send = async (order: Order) => {
  shelf.log.push(order.t);
  return refuses ? { key: refuses, rule: null, words: '' } : null;
};
beforeEach(() => Object.assign(shelf, { data: null, full: false, log: [] }));

it('what is sent was kept before', async () => {
  await onShuffle('a', people, seal(), send);
  expect(shelf.log).toEqual(['kept', 'seal']);
});

it('what a connection has sent it sends again only where it was refused; another connection does', async () => {
  refuses = 'disk_full';
  const first = (order: Order) => send(order);
  await onShuffle('e', people, seal(), first);
  await onShuffle('e', people, seal(), first);
  refuses = null;
  const second = (order: Order) => send(order);
  await onShuffle('e', people, seal(), second);
  await onShuffle('e', people, seal(), second);
  expect(shelf.log.filter((one) => one === 'seal')).toEqual(['seal', 'seal', 'seal']);
});

it('where another device of the same person was first, this one does not take part, and accuses nobody', async () => {
  refuses = 'sealed';
  await onShuffle('g', people, seal(), send);
  refuses = null;
  await vi.waitFor(() => expect(shelf.data?.parts).toEqual([]));
  const list: SharedShuffle = { ...seal(), step: 'reveal', waits: [0, 1] };
  list.attempts = [{ ...list.attempts[0]!, h: ['aa'.repeat(32), 'bb'.repeat(32)] }];
  await onShuffle('g', people, list, send);
  expect(shelf.log).not.toContain('reveal');
  const n = ['cc'.repeat(32), 'dd'.repeat(32)];
  expect(proof(shelf.data, [{ ...list.attempts[0]!, n }])).toBe('missing');
});

it('who is asked to shuffle with a bot that the attempt does not name sends nothing, and says so', async () => {
  const bots = { ...people, seats: [{ name: 'Ann' }, { name: 'Bo', bot: 'club' }] } as People;
  await onShuffle('k', bots, seal(), send);
  expect(shelf.log).toEqual(['kept', expect.stringContaining('two different shuffles')]);
  Object.assign(shelf, { data: null, log: [] });
  const named = seal();
  named.attempts[0]!.bots = [1];
  await onShuffle('l', bots, named, send);
  expect(shelf.log).toEqual(['kept', 'seal']);
});

it('what cannot be kept is not sent, and that is said once', async () => {
  shelf.full = true;
  await onShuffle('b', people, seal(), send);
  await onShuffle('b', people, seal(), send);
  await onShuffle('b', { ...people, you: null }, seal(), send);
  expect(shelf.log).toEqual([expect.stringContaining('This browser can’t save data')]);
});

it('everybody hears by name, once, whose silence made an attempt void', async () => {
  const h = ['aa'.repeat(32), 'bb'.repeat(32)];
  const again: SharedShuffle = {
    ...seal(),
    waits: [0],
    attempts: [
      { k: 0, C, h, n: ['cc'.repeat(32), null], S: 'dd'.repeat(32) },
      { k: 1, C: 'ee'.repeat(32), h: none, n: none, S: null },
    ],
  };
  await onShuffle('c', { ...people, you: null }, again, send);
  await onShuffle('c', { ...people, you: null }, again, send);
  expect(shelf.log.filter((one) => one !== 'kept')).toEqual([
    expect.stringMatching(/^Bo’s number didn’t come in time/),
  ]);
});

it('what follows at once is said together', async () => {
  const h = ['aa'.repeat(32), 'bb'.repeat(32)];
  const again: SharedShuffle = {
    ...seal(),
    attempts: [
      { k: 0, C, h, n: [null, 'cc'.repeat(32)], S: 'dd'.repeat(32) },
      { k: 1, C: 'ee'.repeat(32), h: none, n: none, S: null },
    ],
    waits: [1],
  };
  await onShuffle('f', people, again, send);
  const list: SharedShuffle = { ...again, step: 'reveal' };
  list.attempts = [again.attempts[0]!, { ...again.attempts[1]!, h: [null, 'bb'.repeat(32)] }];
  await onShuffle('f', people, list, send);
  expect(shelf.log.at(-1)).toMatch(/^Ann’s number didn’t come in time.*you can’t verify this match yourself\.$/);
});

it('a page that comes after the shuffle keeps what it is told of it, and says nothing', async () => {
  const h = ['aa'.repeat(32), 'bb'.repeat(32)];
  const void_ = { k: 0, C, h, n: ['cc'.repeat(32), null], S: 'dd'.repeat(32) };
  const one = { k: 1, C: 'ee'.repeat(32), h: [h[0]!, null], n: ['cc'.repeat(32), null], S: null };
  const over: SharedShuffle = { ...seal(), step: 'done', waits: [], left_ms: null, attempts: [void_, one] };
  await storePastShuffle('h', over);
  expect(shelf.data).toEqual({ seat: null, parts: [], attempts: over.attempts, differs: false });
  expect(shelf.log, 'no word of what happened before').toEqual(['kept']);
  expect(proof(shelf.data, over.attempts, 1)).toBe('later');
  // A page that took part and was then reloaded does not lose its data.
  Object.assign(shelf, { data: null, log: [] });
  await onShuffle('i', people, seal(), send);
  const before = shelf.data;
  await storePastShuffle('i', over);
  expect(shelf.data).toBe(before);
  // If the attempts cannot be stored, nothing is known about the shuffle later.
  Object.assign(shelf, { data: null, full: true });
  await expect(storePastShuffle('j', over)).rejects.toThrow('no space');
  expect(proof(shelf.data, over.attempts, 1)).toBe('nothing');
});

it('a page that is left out of the list says that the match is not proven for it', async () => {
  await onShuffle('d', people, seal(), send);
  const list: SharedShuffle = { ...seal(), step: 'reveal', waits: [1] };
  list.attempts = [{ ...list.attempts[0]!, h: [null, 'bb'.repeat(32)] }];
  await onShuffle('d', people, list, send);
  expect(shelf.log.slice(2)).toEqual(['kept', expect.stringContaining('you can’t verify this match yourself')]);
});
