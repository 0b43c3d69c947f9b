import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bytes32, hex, sealedNonce, sha256, shuffled } from './shuffle';
import { type Attempt, seedOf, verify } from './verify';

const read = (path: string) => readFileSync(new URL(`../../../crates/${path}`, import.meta.url), 'utf8');
const record = (game: string) => read(`cardroom/tests/records/${game}.jsonl`).split('\n')[0] as string;
const bytes = (digits: string) => bytes32(digits) as Uint8Array;
const shared = JSON.parse(read('cards/tests/entropy-vectors.json'));
const decks = JSON.parse(read('cards/tests/shuffle-vectors.json'));

const keys = (line: string) => verify(line).findings.map((finding) => finding.key);
const wrong = (line: string) =>
  verify(line)
    .findings.filter((finding) => finding.ok === false)
    .map((finding) => finding.key);
/** Returns the record of a shared shuffle after a change. */
const changed = (change: (record: { seed: string | null; entropy: Attempt[]; deals: { deck: string }[] }) => void) => {
  const line = JSON.parse(record('shuffled-together'));
  change(line);
  return JSON.stringify(line);
};
const part = <T>(list: readonly T[], index: number) => list[index] as T;

test('SHA-256 is that of Node, at every length around a block', () => {
  for (let length = 0; length < 200; length += 1) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 31 + length) % 256);
    expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
    expect(hex(sha256(message.slice(0, 7), message.slice(7)))).toBe(hex(sha256(message)));
  }
});

test('shuffles are those of the vectors', () => {
  for (const { seed, shuffle, deck, cards } of decks.kael_k8) {
    expect(shuffled(bytes(seed), shuffle, cards.split(' ')).join(' ')).toBe(deck);
  }
});

test('hashes and seeds are those of the vectors', () => {
  for (const { C, k, seat, n, h } of shared.nonces) {
    expect(hex(sealedNonce(bytes(C), k, seat, bytes(n)))).toBe(h);
  }
  for (const { S, k, n, seed } of shared.seeds) {
    expect(seedOf({ k, C: '', h: [], n, S })).toBe(seed);
  }
});

test('lists of attempts are judged as by the server', () => {
  const line = ({ seats, entropy, seed }: { seats: number; entropy: Attempt[]; seed: string | null }) => {
    const head = { format: 'cardroom/1', game: 'kael', seats, names: Array(seats).fill('a') };
    return JSON.stringify({ ...head, seed, entropy, deals: [], winners: null });
  };
  expect(shared.matches).toHaveLength(8);
  for (const match of shared.matches) {
    expect(wrong(line(match))).toEqual([]);
  }
  for (const fault of shared.faults) {
    expect(wrong(line(fault)), fault.why).not.toEqual([]);
  }
});

test('every shuffle of a record of each game is recomputed', () => {
  const games = Object.keys(import.meta.glob('../../../games/*/RULES.md', { query: '?raw' })).map(
    (path) => path.split('/').at(-2)!,
  );
  expect(games.length).toBeGreaterThan(4);
  for (const game of games) {
    const verdict = verify(record(game));
    expect(verdict.sum, game).toBe('unproven');
    expect(verdict.findings.map((finding) => finding.key)).toEqual(['alone', 'shuffles']);
  }
});

test('a record that was shuffled together, and each way to cheat', () => {
  const together = record('shuffled-together');
  expect(verify(together).sum).toBe('among');
  expect(keys(together)).toContain('withheld');
  const other = 'ab'.repeat(32);
  const cheats: [string, string][] = [
    [
      'commitment',
      changed(({ entropy }) => {
        part(entropy, 1).S = other;
      }),
    ],
    [
      'seed',
      changed(({ entropy }) => {
        part(entropy, 1).h[3] = null;
        part(entropy, 1).n[3] = null;
      }),
    ],
    [
      'hashes',
      changed(({ entropy }) => {
        part(entropy, 1).h[3] = other;
      }),
    ],
    [
      'seed_missing',
      changed((line) => {
        line.seed = null;
      }),
    ],
    [
      'wrong_card',
      changed(({ deals }) => {
        const cards = part(deals, 1).deck.split(' ');
        [cards[0], cards[51]] = [part(cards, 51), part(cards, 0)];
        part(deals, 1).deck = cards.join(' ');
      }),
    ],
    [
      'wrong_pack',
      changed(({ deals }) => {
        part(deals, 0).deck = part(deals, 0).deck.replace('Qs', '2c');
      }),
    ],
  ];
  for (const [key, line] of cheats) {
    expect(wrong(line)).toContain(key);
  }
});

test('what is no record is told', () => {
  for (const line of ['', '{', '[]', 'null', '{"format":"cardroom/2","deals":[]}']) {
    expect(wrong(line)).toEqual(['no_record']);
  }
  const head = '"format":"cardroom/1","game":"hearts","seats":4,"names":["a","b","c","d"],"deals":[],"winners":null';
  expect(wrong(`{${head},"seed":"ab"}`)).toEqual(['malformed']);
  expect(wrong(`{${head},"seed":null}`)).toEqual([]);
});

test('a whole match takes less than 50 ms', () => {
  // The cases are a match with the largest number of deals that the options allow, and a match of Kaël. Only the
  // fastest of ten runs counts, because other work of the machine can slow down a run.
  for (const [game, deals, sum] of [
    ['hundred-deals', 100, 'among'],
    ['kael', 4, 'unproven'],
  ] as const) {
    const line = record(game);
    const times = Array.from({ length: 10 }, () => {
      const begun = performance.now();
      const verdict = verify(line);
      const took = performance.now() - begun;
      expect([verdict.sum, verdict.deals.length], game).toEqual([sum, deals]);
      return took;
    });
    expect(Math.min(...times), game).toBeLessThan(50);
  }
});
