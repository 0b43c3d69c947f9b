import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SharedAttempt } from '../net/protocol';
import { type ShuffleData, NOTHING } from './shuffleStore';
import { compared, proof } from './proof';
import { verify } from './verify';
import { grouped } from './wasItFair';

const file = new URL('../../../crates/cardroom/tests/records/shuffled-together.jsonl', import.meta.url);
const line = readFileSync(file, 'utf8').split('\n')[0]!;
interface RecordParts {
  seed: string | null;
  entropy: SharedAttempt[];
  deals: { deck: string }[];
}
const changedRecord = (change: (record: RecordParts) => void = () => {}): RecordParts => {
  const record = JSON.parse(line) as RecordParts;
  change(record);
  return record;
};
const { entropy } = changedRecord();
/** A seat that contributed to every attempt. */
const seat = entropy[0]!.h.findIndex((_, at) => entropy.every(({ h, n }) => h[at] !== null && n[at] !== null));
const parts = entropy.map(({ k, C, h, n }) => ({ k, C, seat, h: h[seat]!, n: n[seat]!, revealed: true }));
/** The data that the device of `seat` stored. The last attempt has no secret, because the server did not reveal that
 * secret at the table. */
const device: ShuffleData = {
  seat,
  parts,
  attempts: entropy.map((attempt, k) => (k === entropy.length - 1 ? { ...attempt, S: null } : attempt)),
  differs: false,
};
const keys = (data: ShuffleData, attempts: readonly SharedAttempt[]) =>
  compared(data, attempts).map(({ k, key, ok }) => `${k} ${key} ${ok}`);
const wrong = (data: ShuffleData, attempts: readonly SharedAttempt[]) =>
  compared(data, attempts)
    .filter(({ ok }) => ok === false)
    .map(({ k, key }) => `${k} ${key}`);
const other = 'ab'.repeat(32);
const changed = (number: number, change: (attempt: SharedAttempt) => void) =>
  changedRecord(({ entropy }) => change(entropy[number]!)).entropy;

it('the record that a device took part in is proven for it, void attempts included', () => {
  expect(seat).toBeGreaterThanOrEqual(0);
  expect(entropy.length).toBe(2);
  expect(proof(device, entropy)).toBe('mine');
  expect(keys(device, entropy)).toEqual([
    '0 commitment true',
    '0 list true',
    '0 number true',
    '1 commitment true',
    '1 list true',
    '1 number true',
  ]);
});

it('each change of the record is found by the device that saw something else', () => {
  const last = entropy.length - 1;
  const others = entropy[last]!.h.findIndex((h, at) => h !== null && at !== seat);
  const cheats: [string, SharedAttempt[], string[]][] = [
    ['a swapped secret', changed(last, (one) => Object.assign(one, { C: other, S: other })), [`${last} commitment`]],
    ['a dropped contribution', changed(last, (one) => (one.h[others] = one.n[others] = null)), [`${last} list`]],
    ['another number of another seat', changed(last, (one) => (one.n[others] = other)), [`${last} list`]],
    ['the own contribution dropped', changed(last, (one) => (one.h[seat] = one.n[seat] = null)), [`${last} list`]],
    [
      'an own number that it did not draw',
      changed(last, (one) => (one.n[seat] = other)),
      [`${last} list`, `${last} other_number`],
    ],
    ['a void attempt left out', entropy.slice(1), ['0 commitment', '0 other_number', '1 left_out']],
    ['the whole shuffle left out', [], ['0 left_out', '1 left_out']],
  ];
  for (const [what, attempts, found] of cheats) {
    expect(wrong(device, attempts), what).toEqual(found);
    expect(proof(device, attempts), what).toBe('differs');
  }
});

it('two pages that were shown different lists: the record can be right for one of them only', () => {
  const shown = (list: (string | null)[]): ShuffleData => ({
    ...device,
    attempts: [device.attempts[0]!, { ...device.attempts[1]!, h: list, n: list.map(() => null) }],
  });
  const [true_, false_] = [shown(entropy[1]!.h), shown(entropy[1]!.h.map((h, at) => (at === seat ? h : null)))];
  expect(proof(true_, entropy)).toBe('mine');
  expect(wrong(false_, entropy)).toEqual(['1 list']);
  expect(proof(false_, entropy)).toBe('differs');
});

it('a contribution that did not arrive is missing, and nothing is wrong', () => {
  const without = changed(1, (one) => (one.h[seat] = one.n[seat] = null));
  const saw: ShuffleData = { ...device, attempts: without.map((one) => ({ ...one, S: null })), parts };
  expect(proof(saw, without)).toBe('missing');
  expect(keys(saw, without)).toContain('1 not_listed null');
  const silent = changed(1, (one) => (one.n[seat] = null));
  const sent: ShuffleData = { ...saw, attempts: silent };
  expect(proof(sent, silent)).toBe('missing');
  expect(keys(sent, silent)).toContain('1 not_given null');
  const data = parts.map((part) => ({ ...part, revealed: false }));
  expect(keys({ ...sent, parts: data }, silent)).toContain('1 not_told null');
  expect(proof({ ...saw, parts: [] }, entropy), 'it sent nothing').not.toBe('mine');
});

it('who has a second device that was slower is told so, and nobody is accused', () => {
  const slower = { ...parts[1]!, h: other, n: other, revealed: false };
  const data: ShuffleData = { ...device, parts: [parts[0]!, slower] };
  expect(keys(data, entropy)).toContain('1 not_listed null');
  expect(proof(data, entropy)).toBe('missing');
  // If no list with the second device's hash reached this device, it cannot know that a second device exists.
  const unseen = {
    ...data,
    attempts: [
      data.attempts[0]!,
      { ...data.attempts[1]!, h: data.attempts[1]!.h.map(() => null), n: data.attempts[1]!.n.map(() => null) },
    ],
  };
  expect(wrong(unseen, entropy)).toEqual(['1 other_number']);
});

it('who sat down later, who only watched, and a device that kept nothing are told apart', () => {
  const changedRecord: ShuffleData = { ...device, seat: null, parts: [] };
  expect(proof(changedRecord, entropy, seat), 'has a seat now, and had none then').toBe('later');
  expect(proof(changedRecord, entropy, null), 'has none now').toBe('watched');
  expect(proof(changedRecord, entropy), 'where nobody knows who reads').toBe('apart');
  expect(proof(null, entropy, seat), 'has a seat, and kept nothing').toBe('nothing');
  expect(proof(null, entropy, null), 'watches, and came late').toBe('watched');
  expect(proof(null, entropy)).toBe('nothing');
  // If a player arrived after the shuffle, the stored messages about the shuffle are compared with the record too.
  expect(keys(changedRecord, entropy)).toEqual([
    '0 commitment true',
    '0 list true',
    '1 commitment true',
    '1 list true',
  ]);
  expect(
    proof(
      changedRecord,
      changed(1, (one) => (one.n[seat] = other)),
      seat,
    ),
  ).toBe('differs');
  // If the player has left the seat, the seat's contribution still counts.
  expect(proof(device, entropy, null)).toBe('mine');
});

it('each of these has words of its own in every language', () => {
  for (const language of ['en', 'fr', 'de']) {
    const words = readFileSync(new URL(`../../lang/fair/${language}.json`, import.meta.url), 'utf8');
    const list = JSON.parse(words) as Record<string, string>;
    const proofs = ['mine', 'missing', 'later', 'watched', 'apart', 'nothing', 'differs', 'alone'];
    const own = proofs.map((one) => list[`own.${one}`]);
    expect(own.every(Boolean), language).toBe(true);
    expect(new Set(own).size, language).toBe(own.length);
  }
});

it('where nothing was shuffled together nobody is told of a missing part', () => {
  expect(proof(null, [])).toBe('alone');
  expect(proof(NOTHING, [])).toBe('alone');
});

it('a server that has contradicted itself is not forgotten', () => {
  expect(proof({ ...device, differs: true }, entropy)).toBe('differs');
  expect(wrong({ ...device, differs: true }, entropy)).toEqual(['1 two']);
});

it('the steps are told attempt by attempt, then the cards', () => {
  const { findings } = verify(line);
  const { attempts, cards } = grouped(findings);
  expect(attempts.map((one) => one[0]!.key)).toEqual(['attempt', 'attempt']);
  expect(attempts[0]!.map(({ key }) => key)).toContain('withheld');
  expect(attempts[1]!.at(-1)!.key).toBe('seed');
  expect(cards.map(({ key }) => key)).toEqual(['shuffles']);
  expect(verify(line).deals.every((shuffles) => shuffles === 1)).toBe(true);
  // If one shuffle is wrong, the shuffles before it count as right, and only that one is reported.
  const swapped = changedRecord(({ deals }) => {
    deals[1]!.deck = deals[1]!.deck.split(' ').toReversed().join(' ');
  });
  const other = verify(JSON.stringify(swapped));
  expect(other.deals).toEqual([1]);
  expect(grouped(other.findings).cards.map(({ key }) => key)).toEqual(['wrong_card']);
});
