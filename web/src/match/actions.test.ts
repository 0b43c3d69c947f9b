import { beforeEach, expect, it, vi } from 'vitest';
import { translator } from '../i18n/words';
import type { Frame, Refusal } from '../net/protocol';
import type { Answer, Order } from '../net/socket';
import type { GameUi } from '../ui/gameUi';
import { createActions } from './actions';

const shown = vi.hoisted(() => [] as string[]);
vi.mock('../ui/sound', () => ({ play: () => {} }));
vi.mock('../ui/toast', () => ({
  dismiss: () => shown.push('settled'),
  toastRefusal: (one: Refusal) => shown.push(one.key),
}));

const no = (key: string): Refusal => ({ key, rule: null, words: key });
const sent: Order[] = [];
let answer: Refusal | null = null;
let reply: Answer | Refusal;
const frame = { deal: 0, at: 7, legal: [] } as unknown as Frame;
const one = createActions({
  socket: {
    send: async (order) => {
      sent.push(order);
      return answer;
    },
    ask: async (order) => {
      sent.push(order);
      return reply;
    },
  },
  frame: () => frame,
  reader: () => ({ ui: {} as GameUi, t: translator('en', {}) }),
});

beforeEach(() => {
  sent.length = shown.length = 0;
  answer = null;
});

it('an action goes with its decision, and settles what was said about another', async () => {
  expect(await one.act('play Qs')).toBe(null);
  expect([sent, shown, one.acted.value]).toEqual([[{ t: 'act', at: 7, action: 'play Qs' }], ['settled'], '0 7']);
});

it('a refusal is said, and the decision is open again', async () => {
  answer = no('follow_suit');
  expect((await one.act('play Qs'))?.key).toBe('follow_suit');
  expect([shown, one.acted.value]).toEqual([['follow_suit'], null]);
});

it('what plays by itself belongs to its decision, and is never told to be late', async () => {
  expect(await one.act('pass', 6)).toBe(null);
  expect(sent).toEqual([]);
  answer = no('stale');
  expect(await one.act('pass', 7)).toBe(null);
  expect([sent.length, shown]).toEqual([1, []]);
});

it('a quiet question is answered and not said', async () => {
  answer = no('S3');
  expect((await one.ask('play 2c', true))?.key).toBe('S3');
  expect((await one.order({ t: 'pause', on: true }, true))?.key).toBe('S3');
  expect(shown).toEqual([]);
  await one.ask('play 2c');
  expect(shown).toEqual(['S3']);
});

it('a question has its own kind of answer; anything else is a refusal', async () => {
  reply = { t: 'advised', cmd: 'x', advice: { choices: [], reasons: [] } };
  expect(await one.advise()).toBe(reply);
  reply = no('advice_is_off');
  expect(await one.advise()).toBe(null);
  expect(shown).toEqual(['advice_is_off']);
});
