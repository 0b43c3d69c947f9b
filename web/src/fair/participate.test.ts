import { beforeEach, expect, it } from 'vitest';
import type { SharedAttempt, SharedShuffle } from '../net/protocol';
import { type Kept, NOTHING } from './shuffleStore';
import { bytes32, hex, sealedNonce, tagged } from './shuffle';
import { agrees, answer, news } from './participate';

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

let kept: Kept;
let draws = 0;
beforeEach(() => {
  kept = NOTHING;
  draws = 0;
});
/** The answers of one tab; all tabs share what is kept. */
function hears(told: SharedShuffle, seat: number | null = 1) {
  const answered = answer(kept, seat, told, () => {
    draws += 1;
    return bytes32(drawn)!;
  });
  kept = answered.kept;
  return answered.order;
}
const seal = { t: 'seal', k: 0, h: hash };
const reveal = { t: 'reveal', k: 0, n: drawn };

it('a page answers with the hash of its number, and tells the number to the list that has the hash', () => {
  expect(hears(asked())).toEqual(seal);
  expect(kept.parts).toEqual([{ k: 0, C, seat: 1, n: drawn, h: hash, revealed: false }]);
  expect(hears(listed(hash))).toEqual(reveal);
  expect(kept.parts[0]!.revealed).toBe(true);
  expect(kept.told[0]!.h).toEqual([other, hash, null, null]);
});

it('a page that is loaded again, and a second tab, go on with the same number', () => {
  expect([hears(asked()), hears(asked()), hears(asked())]).toEqual([seal, seal, seal]);
  expect(draws).toBe(1);
  // Once the server has the hash, it waits for this seat no more, and the other tab is silent.
  expect(hears(asked(C, [0]))).toBe(null);
  expect([hears(listed(hash)), hears(listed(hash))]).toEqual([reveal, reveal]);
  // A tab that is behind says the same once more, and nothing is taken for a contradiction.
  expect(hears(asked())).toEqual(seal);
  expect(kept.differs).toBe(false);
  expect(kept.told).toEqual(listed(hash).attempts);
});

it.each([
  ['without its hash', () => listed(null)],
  ['with another hash at its seat', () => listed(other)],
  ['with its hash at another seat', () => listed(null, C, hash)],
  ['under another commitment', () => listed(hash, other)],
])('a list %s does not get the number, and neither does a better one after it', (_, list) => {
  expect(hears(asked())).toEqual(seal);
  expect(hears(list())).toBe(null);
  expect(hears(listed(hash))).toBe(null);
  expect(kept.parts[0]!.revealed).toBe(false);
});

it('a list that has become another gets no number', () => {
  hears(asked());
  expect(hears(listed(hash))).toEqual(reveal);
  const changed = listed(hash, C, 'cd'.repeat(32));
  expect(hears(changed)).toBe(null);
  expect(kept.differs).toBe(true);
  expect(news({ kept, told: changed })).toEqual([{ key: 'differs' }]);
  expect(kept.told, 'what was seen first stays').toEqual(listed(hash).attempts);
});

it('a second commitment for the same attempt gets no hash', () => {
  hears(asked());
  expect(hears(asked(other))).toBe(null);
  expect([draws, kept.differs]).toEqual([1, true]);
});

it('secrets tried before C gain nothing: the number is drawn when C is told, and under each C anew', () => {
  // Before a commitment there is nothing to try secrets for: the page has drawn no number.
  expect(hears({ ...asked(), attempts: [] })).toBe(null);
  expect(draws).toBe(0);
  const sent = (C0: string) => answer(NOTHING, 1, asked(C0)).kept.parts[0]!;
  const [first, second] = [sent(C), sent(other)];
  expect(second.n).not.toBe(first.n);
  // A server that puts the number of an earlier match into the list of this one gets no number, whichever hash it
  // takes: that of the earlier match, or one that it has made under the new commitment.
  const made = hex(sealedNonce(bytes32(other)!, 0, 1, bytes32(first.n)!));
  expect(made).not.toBe(first.h);
  for (const h of [first.h, made]) {
    kept = NOTHING;
    expect(hears(asked(other))).toMatchObject({ t: 'seal' });
    expect(hears(listed(h, other))).toBe(null);
    expect(kept.parts[0]!.revealed).toBe(false);
  }
});

it('who only watches, and who is not waited for, sends nothing', () => {
  expect(hears(asked(), null)).toBe(null);
  expect(hears(asked(C, [0]))).toBe(null);
  expect(draws).toBe(0);
});

it('a page that sits on another seat than before sends nothing', () => {
  hears(asked());
  expect(hears({ ...asked(), waits: [2] }, 2)).toBe(null);
  expect(hears({ ...listed(hash), waits: [2] }, 2)).toBe(null);
});

it('an attempt that is begun again has a number of its own, and everybody hears whose silence it was', () => {
  hears(asked());
  hears(listed(hash));
  const done: SharedAttempt = { ...listed(hash).attempts[0]!, n: [null, drawn, null, null], S: '00'.repeat(32) };
  const next: SharedShuffle = { ...asked(C, [1]), attempts: [done, { k: 1, C: other, h: none, n: none, S: null }] };
  expect(hears(next)).toMatchObject({ t: 'seal', k: 1 });
  expect(kept.parts.map(({ k }) => k)).toEqual([0, 1]);
  expect(news({ kept, told: next })).toEqual([{ key: 'void', k: 0, seat: 0 }]);
  // The other one hears that it takes no part any more.
  const silent: Kept = { ...kept, seat: 0, parts: [] };
  const list: SharedShuffle = {
    ...next,
    step: 'reveal',
    attempts: [done, { ...next.attempts[1]!, h: [null, other, null, null] }],
  };
  expect(news({ kept: silent, told: list })).toEqual([{ key: 'void', k: 0, seat: 0 }, { key: 'missing' }]);
});

it('a page whose hash did not arrive says that the match is not proven for it', () => {
  hears(asked());
  expect(news({ kept, told: asked() })).toEqual([]);
  const without = listed(null);
  expect(hears(without)).toBe(null);
  expect(news({ kept, told: without })).toEqual([{ key: 'missing' }]);
  const mine = { ...kept, told: listed(hash).attempts };
  expect(news({ kept: mine, told: ended(listed(hash), [other, drawn, null, null]) })).toEqual([]);
  expect(news({ kept: { ...kept, seat: null }, told: without }), 'who watches misses nothing').toEqual([]);
});

it('what was told holds if nothing of it has become something else', () => {
  const done = ended(listed(hash), [other, drawn, null, null]).attempts;
  expect(agrees(asked().attempts, done)).toBe(true);
  expect(agrees(done, asked().attempts)).toBe(false);
  expect(agrees(done, [])).toBe(false);
});

it('the device draws 32 bytes that are not twice the same', () => {
  const numbers = Array.from({ length: 50 }, () => answer(NOTHING, 1, asked()).kept.parts[0]!.n);
  expect(new Set(numbers).size).toBe(50);
  expect(numbers.every((n) => /^[0-9a-f]{64}$/.test(n))).toBe(true);
});
