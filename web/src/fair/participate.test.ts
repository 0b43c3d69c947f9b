import { beforeEach, expect, it } from 'vitest';
import type { SharedAttempt, SharedShuffle } from '../net/protocol';
import { type ShuffleData, NOTHING } from './shuffleStore';
import { bytes32, hex, sealedNonce, tagged } from './shuffle';
import { agrees, answer, newsOf } from './participate';

const drawn = '07'.repeat(32);
const other = 'ab'.repeat(32);
const C = hex(tagged('cardroom-commit/1', new Uint8Array(32)));
const none = [null, null, null, null];
const asked = (C0 = C, waits = [0, 1]): SharedShuffle => ({
  t: 'shuffle',
  step: 'seal',
  waits,
  left_ms: 5000,
  attempts: [{ k: 0, C: C0, h: none, n: none, S: null }],
});
const listed = (h: string | null, C0 = C, first: string | null = other): SharedShuffle => ({
  ...asked(C0),
  step: 'reveal',
  attempts: [{ k: 0, C: C0, h: [first, h, null, null], n: none, S: null }],
});
const ended = (shuffle: SharedShuffle, n: (string | null)[]): SharedShuffle => ({
  ...shuffle,
  step: 'done',
  waits: [],
  attempts: shuffle.attempts.map((attempt) => ({ ...attempt, n })),
});
const hash = hex(sealedNonce(bytes32(C)!, 0, 1, bytes32(drawn)!));

let data: ShuffleData;
let draws = 0;
beforeEach(() => {
  data = NOTHING;
  draws = 0;
});
/** Handles a message in one tab, and returns the tab's answer. All tabs share the stored data. */
function receive(message: SharedShuffle, seat: number | null = 1) {
  const answered = answer(data, seat, message, () => {
    draws += 1;
    return bytes32(drawn)!;
  });
  data = answered.data;
  return answered.order;
}
const seal = { t: 'seal', k: 0, h: hash };
const reveal = { t: 'reveal', k: 0, n: drawn };

it('a page answers with the hash of its number, and tells the number to the list that has the hash', () => {
  expect(receive(asked())).toEqual(seal);
  expect(data.parts).toEqual([{ k: 0, C, seat: 1, n: drawn, h: hash, revealed: false }]);
  expect(receive(listed(hash))).toEqual(reveal);
  expect(data.parts[0]!.revealed).toBe(true);
  expect(data.attempts[0]!.h).toEqual([other, hash, null, null]);
});

it('a page that is loaded again, and a second tab, go on with the same number', () => {
  expect([receive(asked()), receive(asked()), receive(asked())]).toEqual([seal, seal, seal]);
  expect(draws).toBe(1);
  // When the server has the hash, it no longer waits for this seat, so the other tab sends nothing.
  expect(receive(asked(C, [0]))).toBe(null);
  expect([receive(listed(hash)), receive(listed(hash))]).toEqual([reveal, reveal]);
  // If a tab receives an older message, it gives the same answer again, and does not count it as a contradiction.
  expect(receive(asked())).toEqual(seal);
  expect(data.differs).toBe(false);
  expect(data.attempts).toEqual(listed(hash).attempts);
});

it.each([
  ['without its hash', () => listed(null)],
  ['with another hash at its seat', () => listed(other)],
  ['with its hash at another seat', () => listed(null, C, hash)],
  ['under another commitment', () => listed(hash, other)],
])('a list %s does not get the number, and neither does a better one after it', (_, list) => {
  expect(receive(asked())).toEqual(seal);
  expect(receive(list())).toBe(null);
  expect(receive(listed(hash))).toBe(null);
  expect(data.parts[0]!.revealed).toBe(false);
});

it('a list that has become another gets no number', () => {
  receive(asked());
  expect(receive(listed(hash))).toEqual(reveal);
  const changed = listed(hash, C, 'cd'.repeat(32));
  expect(receive(changed)).toBe(null);
  expect(data.differs).toBe(true);
  expect(newsOf(data, changed)).toEqual([{ key: 'differs' }]);
  expect(data.attempts, 'what was seen first stays').toEqual(listed(hash).attempts);
});

it('a second commitment for the same attempt gets no hash', () => {
  receive(asked());
  expect(receive(asked(other))).toBe(null);
  expect([draws, data.differs]).toEqual([1, true]);
});

it('secrets tried before C gain nothing: the number is drawn when C is told, and under each C anew', () => {
  // Before the server has committed itself, the page draws no number. Otherwise the server could try many secrets with
  // the page's number, and choose one.
  expect(receive({ ...asked(), attempts: [] })).toBe(null);
  expect(draws).toBe(0);
  const sent = (C0: string) => answer(NOTHING, 1, asked(C0)).data.parts[0]!;
  const [first, second] = [sent(C), sent(other)];
  expect(second.n).not.toBe(first.n);
  // A server cannot obtain a number of an earlier match by listing its hash in this match. The hash of the earlier
  // match does not work. A hash that the server computes under the new commitment does not work either.
  const made = hex(sealedNonce(bytes32(other)!, 0, 1, bytes32(first.n)!));
  expect(made).not.toBe(first.h);
  for (const h of [first.h, made]) {
    data = NOTHING;
    expect(receive(asked(other))).toMatchObject({ t: 'seal' });
    expect(receive(listed(h, other))).toBe(null);
    expect(data.parts[0]!.revealed).toBe(false);
  }
});

it('who only watches, and who is not waited for, sends nothing', () => {
  expect(receive(asked(), null)).toBe(null);
  expect(receive(asked(C, [0]))).toBe(null);
  expect(draws).toBe(0);
});

it('a page that sits on another seat than before sends nothing', () => {
  receive(asked());
  expect(receive({ ...asked(), waits: [2] }, 2)).toBe(null);
  expect(receive({ ...listed(hash), waits: [2] }, 2)).toBe(null);
});

it('an attempt that is begun again has a number of its own, and everybody hears whose silence it was', () => {
  receive(asked());
  receive(listed(hash));
  const done: SharedAttempt = { ...listed(hash).attempts[0]!, n: [null, drawn, null, null], S: '00'.repeat(32) };
  const next: SharedShuffle = { ...asked(C, [1]), attempts: [done, { k: 1, C: other, h: none, n: none, S: null }] };
  expect(receive(next)).toMatchObject({ t: 'seal', k: 1 });
  expect(data.parts.map(({ k }) => k)).toEqual([0, 1]);
  expect(newsOf(data, next)).toEqual([{ key: 'void', k: 0, seat: 0 }]);
  // The person whose seat sent no hash in time reads that the seat no longer takes part.
  const silent: ShuffleData = { ...data, seat: 0, parts: [] };
  const list: SharedShuffle = {
    ...next,
    step: 'reveal',
    attempts: [done, { ...next.attempts[1]!, h: [null, other, null, null] }],
  };
  expect(newsOf(silent, list)).toEqual([{ key: 'void', k: 0, seat: 0 }, { key: 'missing' }]);
});

it('a page whose hash did not arrive says that the match is not proven for it', () => {
  receive(asked());
  expect(newsOf(data, asked())).toEqual([]);
  const without = listed(null);
  expect(receive(without)).toBe(null);
  expect(newsOf(data, without)).toEqual([{ key: 'missing' }]);
  const own = { ...data, attempts: listed(hash).attempts };
  expect(newsOf(own, ended(listed(hash), [other, drawn, null, null]))).toEqual([]);
  expect(newsOf({ ...data, seat: null }, without), 'who watches misses nothing').toEqual([]);
});

it('what was told holds if nothing of it has become something else', () => {
  const done = ended(listed(hash), [other, drawn, null, null]).attempts;
  expect(agrees(asked().attempts, done)).toBe(true);
  expect(agrees(done, asked().attempts)).toBe(false);
  expect(agrees(done, [])).toBe(false);
});

it('the device draws 32 bytes that are not twice the same', () => {
  const numbers = Array.from({ length: 50 }, () => answer(NOTHING, 1, asked()).data.parts[0]!.n);
  expect(new Set(numbers).size).toBe(50);
  expect(numbers.every((n) => /^[0-9a-f]{64}$/.test(n))).toBe(true);
});
