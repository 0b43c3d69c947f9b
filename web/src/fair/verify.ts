// Recomputes what the shuffles of a record follow from: docs/records.md, "Everybody shuffles". It knows no rules:
// `cardroom record check` verifies that the deals were played by them.

import { OFFLINE } from '../origin';
import { bytes32, hex, littleEndian, sealedNonce, shuffled, tagged } from './shuffle';

/** One attempt to shuffle together, with the letters of docs/records.md. */
export interface Attempt {
  k: number;
  C: string;
  h: (string | null)[];
  n: (string | null)[];
  S: string | null;
}

/** One step that was recomputed. `key` names its words; `ok` null: a step that tells and cannot fail. */
export interface Finding {
  key: FindingKey;
  ok: boolean | null;
  values: Record<string, string | number>;
}

export type FindingKey =
  | 'alone'
  | 'by_device'
  | 'going_on'
  | 'attempt'
  | 'commitment'
  | 'reused'
  | 'took_part'
  | 'nobody'
  | 'hashes'
  | 'withheld'
  | 'barred'
  | 'begun_again'
  | 'unfinished'
  | 'seed'
  | 'shuffles'
  | 'wrong_card'
  | 'wrong_pack'
  | 'no_record'
  | 'malformed';

export interface Verdict {
  /** Whether every step was right. */
  fair: boolean;
  findings: Finding[];
  names: string[];
  /** The attempts to shuffle together, if they are well formed. */
  attempts: Attempt[];
  /** How many shuffles each deal has, up to the first that is wrong. */
  deals: number[];
}

type Fields = Record<string, unknown>;
type Say = (key: FindingKey, ok: boolean | null, values?: Finding['values']) => void;

/** Verifies one line of a file of records. `byDevice`: whether a device chose the cards, not a server. Left out, the
 * record says so itself. */
export function verify(line: string, byDevice?: boolean): Verdict {
  const findings: Finding[] = [];
  const say: Say = (key, ok, values = {}) => {
    findings.push({ key, ok, values });
  };
  const record = parsed(line);
  const names = record ? texts(record.names) : [];
  const deals: number[] = [];
  let attempts: Attempt[] = [];
  if (!record || record.format !== 'cardroom/1' || !Array.isArray(record.deals)) {
    say('no_record', false);
  } else {
    attempts = entropy(record, names, byDevice ?? record.origin === OFFLINE, say);
    const seed = bytes32(record.seed);
    if (seed) {
      shuffles(record.deals, seed, deals, say);
    } else if (record.seed === null) {
      say('going_on', null);
    } else {
      say('malformed', false, { part: 'seed' });
    }
  }
  return { fair: findings.every((finding) => finding.ok !== false), findings, names, attempts, deals };
}

function parsed(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

function entropy(record: Fields, names: string[], byDevice: boolean, say: Say): Attempt[] {
  if (record.entropy === undefined) {
    say(byDevice ? 'by_device' : 'alone', null);
    return [];
  }
  const given = record.entropy;
  const whole = Array.isArray(given) && given.length > 0 && given.every(isAttempt(names.length));
  if (!whole) {
    say('malformed', false, { part: 'entropy' });
    return [];
  }
  const attempts = given as Attempt[];
  const barred = new Set<number>();
  const used = new Set<string>();
  attempts.forEach((attempt, number) => {
    const last = number === attempts.length - 1;
    say('attempt', attempt.k === number ? null : false, { number: number + 1, of: attempts.length });
    oneAttempt(attempt, number, last && record.seed === null, say);
    if (used.has(attempt.C)) {
      say('reused', false);
    }
    used.add(attempt.C);
    const withheld = seatsWhere(attempt, (h, n) => h !== null && n === null);
    for (const seat of seatsWhere(attempt, (h) => h !== null).filter((seat) => barred.has(seat))) {
      say('barred', false, { name: names[seat] as string });
    }
    for (const seat of withheld) {
      barred.add(seat);
      say(last ? 'unfinished' : 'withheld', last ? false : null, { name: names[seat] as string });
    }
    if (!last && withheld.length === 0) {
      say('begun_again', false);
    }
    if (last && record.seed !== null) {
      say('seed', seedOf(attempt) === record.seed);
    }
  });
  return attempts;
}

const isAttempt = (seats: number) => (value: unknown) => {
  const { k, C, h, n, S } = Object(value) as Fields;
  const each = (list: unknown) =>
    Array.isArray(list) && list.length === seats && list.every((text) => text === null || bytes32(text) !== null);
  const secret = S === null || bytes32(S) !== null;
  return Number.isInteger(k) && bytes32(C) !== null && each(h) && each(n) && secret;
};

function seatsWhere(attempt: Attempt, test: (h: string | null, n: string | null) => boolean): number[] {
  return attempt.h.flatMap((h, seat) => (test(h, attempt.n[seat] as string | null) ? [seat] : []));
}

/** What an attempt says by itself. `sealed`: the match goes on, so its secret is not told. */
function oneAttempt(attempt: Attempt, number: number, sealed: boolean, say: Say) {
  const secret = bytes32(attempt.S);
  if (sealed && !secret) {
    say('commitment', null, { fingerprint: short(attempt.C) });
  } else {
    const due = secret && hex(tagged('cardroom-commit/1', secret));
    say('commitment', !sealed && due === attempt.C, { fingerprint: short(attempt.C) });
  }
  const parts = seatsWhere(attempt, (h) => h !== null).length;
  say(parts === 0 ? 'nobody' : 'took_part', null, { parts, seats: attempt.h.length });
  const right = attempt.n.every((_, seat) => matchesHash(attempt, number, seat));
  if (parts > 0 || !right) {
    say('hashes', right);
  }
}

/** Whether the number that a seat gave, if it gave one, is the one that it had fixed. */
export function matchesHash(attempt: Attempt, number: number, seat: number): boolean {
  const [commitment, nonce] = [bytes32(attempt.C), bytes32(attempt.n[seat])];
  if (!nonce) {
    return true;
  }
  return commitment !== null && hex(sealedNonce(commitment, number, seat, nonce)) === attempt.h[seat];
}

/** The seed that follows from an attempt, if its secret is known. */
export function seedOf(attempt: Attempt): string | null {
  const secret = bytes32(attempt.S);
  const parts = attempt.n.flatMap((n) => {
    const nonce = bytes32(n);
    return nonce ? [Uint8Array.of(1), nonce] : [Uint8Array.of(0)];
  });
  return secret && hex(tagged('cardroom-seed/2', secret, littleEndian(attempt.k, 4), ...parts));
}

const short = (digits: string) => `${digits.slice(0, 12)}…`;

const RANKS = '23456789TJQKA';
const PLAIN = [...'cdhs'].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const NO_ACES = PLAIN.filter((card) => !card.startsWith('A'));
const numbers = Array.from({ length: 13 }, (_, index) => Array<string>(4).fill(String(index + 1)));
const NUMBERED = ['-1', '0', '0', ...numbers.flat(), 'X'];

/** The packs of docs/records.md in canonical order. */
const PACKS = [PLAIN, [...NO_ACES, ...NO_ACES], NUMBERED];

/** The pack of a deck of cards; null if the deck is not a whole pack. */
function packOf(deck: string[]): string[] | null {
  const same = (pack: string[]) => pack.length === deck.length && sorted(pack).join(' ') === sorted(deck).join(' ');
  return PACKS.find(same) ?? null;
}

const sorted = (cards: string[]) => [...cards].sort();

/** Recomputes every shuffle, and counts those of each deal in `right`. A shuffle within a deal is one of the cards that
 * it names (K8). */
function shuffles(deals: unknown[], seed: Uint8Array, right: number[], say: Say) {
  let number = 0;
  let pack: string[] | null = null;
  for (const [deal, value] of deals.entries()) {
    const { deck, actions } = Object(value) as Fields;
    const dealt = typeof deck === 'string' ? deck.split(' ') : [];
    const found = packOf(dealt);
    if (!found || (pack && pack !== found)) {
      say('wrong_pack', false, { deal: deal + 1 });
      return;
    }
    pack = found;
    const within = texts(actions).filter((action) => action.startsWith('* shuffle '));
    const shuffledAgain = within.map((action) => action.slice('* shuffle '.length).split(' '));
    for (const cards of [dealt, ...shuffledAgain]) {
      const order = shuffled(seed, number, inOrder(cards, pack));
      const wrong = cards.findIndex((card, place) => card !== order[place]);
      if (wrong >= 0) {
        const values = { deal: deal + 1, place: wrong + 1, card: cards[wrong] as string, due: order[wrong] ?? '–' };
        say('wrong_card', false, values);
        return;
      }
      number += 1;
    }
    right.push(1 + shuffledAgain.length);
  }
  say('shuffles', true, { number, deals: deals.length });
}

/** Cards in the canonical order of a pack. A card that it does not have is left out; the comparison finds it. */
function inOrder(cards: string[], pack: string[]): string[] {
  const left = new Map<string, number>();
  for (const card of cards) {
    left.set(card, (left.get(card) ?? 0) + 1);
  }
  return pack.filter((card) => {
    const count = left.get(card) ?? 0;
    left.set(card, count - 1);
    return count > 0;
  });
}
