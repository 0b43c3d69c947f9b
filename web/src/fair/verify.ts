// Recomputes the shuffles of a record from their sources (docs/bots/records.md, "Everybody shuffles"). This code knows
// only one rule: when cards are shuffled again (K8). `cardroom record check` verifies that the deals follow all rules.

import { OFFLINE } from '../net/recordOrigin';
import { Piles } from './piles';
import { bytes32, hex, littleEndian, sealedNonce, shuffled, tagged } from './shuffle';

/** One attempt to shuffle together. The names of the fields are those of docs/bots/records.md. */
export interface Attempt {
  k: number;
  C: string;
  h: (string | null)[];
  n: (string | null)[];
  S: string | null;
  /** The seats that had no person when the attempt began. */
  bots?: number[];
}

/** One recomputed step. `key` names its words. `ok` is null if the step only informs and cannot fail. */
export interface Finding {
  key: FindingKey;
  ok: boolean | null;
  values: Record<string, string | number>;
}

export type FindingKey =
  | 'alone'
  | 'by_device'
  | 'going_on'
  | 'no_seed'
  | 'seed_missing'
  | 'attempt'
  | 'commitment'
  | 'reused'
  | 'bot'
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
  | 'wrong_shuffle'
  | 'wrong_seats'
  | 'unknown_game'
  | 'twice'
  | 'no_record'
  | 'malformed';

/** `fair`: as far as the record alone can show, nobody chose the cards. `among`: void attempts let somebody choose
 * among several shuffles, but everything else is fair. `unproven`: nothing is wrong, but the record does not show who
 * chose the cards. `unfair`: something in the record is wrong. */
export type RecordSum = 'fair' | 'among' | 'unproven' | 'unfair';

export interface Verdict {
  sum: RecordSum;
  /** The parsed record; null if the line is not a record. */
  record: Fields | null;
  findings: Finding[];
  names: string[];
  /** The attempts to shuffle together, if they are well formed. */
  attempts: Attempt[];
  /** For each deal, how many shuffles are right, up to the first wrong one. */
  deals: number[];
}

export type Fields = Record<string, unknown>;
type Report = (key: FindingKey, ok: boolean | null, values?: Finding['values']) => void;

/** Verifies one line of a file of records. `byDevice`: true if a device, not a server, chose the cards. If `byDevice`
 * is absent, the record's `origin` decides. */
export function verify(line: string, byDevice?: boolean): Verdict {
  const findings: Finding[] = [];
  const report: Report = (key, ok, values = {}) => {
    findings.push({ key, ok, values });
  };
  const record = parsed(line);
  const names = record && isTexts(record.names) ? record.names : [];
  const deals: number[] = [];
  let attempts: Attempt[] = [];
  if (!record || record.format !== 'cardroom/1' || !Array.isArray(record.deals)) {
    report('no_record', false);
  } else {
    const key = keyTwice(line);
    if (key !== null) {
      report('twice', false, { key });
    }
    const known = knownGame(record, names, report);
    attempts = entropy(record, names, byDevice ?? record.origin === OFFLINE, report);
    const seed = bytes32(record.seed);
    if (!seed && record.seed !== null) {
      report('malformed', false, { part: 'seed' });
    } else if (record.winners !== null && !Array.isArray(record.winners)) {
      report('malformed', false, { part: 'winners' });
    } else if (known) {
      shuffles(record.deals, { seed, ...known }, deals, report);
    }
    if (record.seed === null && record.winners !== null) {
      report(record.entropy === undefined ? 'no_seed' : 'seed_missing', record.entropy === undefined ? null : false);
    } else if (record.seed === null) {
      report('going_on', null);
    }
  }
  return { sum: sumOf(findings, attempts), record, findings, names, attempts, deals };
}

/** The findings after which it is unknown who chose the cards. */
const OPEN: FindingKey[] = ['alone', 'by_device', 'going_on', 'no_seed', 'nobody'];

function sumOf(findings: readonly Finding[], attempts: readonly Attempt[]): RecordSum {
  if (findings.some(({ ok }) => ok === false)) return 'unfair';
  if (findings.some(({ key }) => OPEN.includes(key))) return 'unproven';
  return attempts.length > 1 ? 'among' : 'fair';
}

function parsed(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** Returns a key that occurs twice in an object. A repeated key is a fault, because `JSON.parse` uses its last value
 * and other parsers its first. `text` must be JSON. */
function keyTwice(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (const [token, key] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (key !== undefined) {
      const [name, keys] = [JSON.parse(key) as string, open.at(-1)];
      if (keys?.has(name)) return name;
      keys?.add(name);
    } else if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
  }
  return null;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

interface KnownGame {
  pack: string[];
  seats: number;
}

/** Returns the pack of the record's game and the number of players, if both are right. */
function knownGame(record: Fields, names: string[], say: Report): KnownGame | null {
  const game = Object.hasOwn(GAMES, String(record.game)) ? GAMES[String(record.game)] : undefined;
  if (!game || typeof record.game !== 'string') {
    say('unknown_game', false);
    return null;
  }
  const [least, most] = game.seats as [number, number];
  const { seats } = record;
  if (
    typeof seats !== 'number' ||
    !Number.isInteger(seats) ||
    seats < least ||
    seats > most ||
    seats !== names.length
  ) {
    say('wrong_seats', false);
    return null;
  }
  return { pack: PACKS[game.pack as keyof typeof PACKS], seats };
}

function entropy(record: Fields, names: string[], byDevice: boolean, say: Report): Attempt[] {
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
    for (const seat of (attempt.bots ?? []).filter((seat) => attempt.h[seat] !== null)) {
      say('bot', false, { name: names[seat] ?? String(seat) });
    }
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
  const { k, C, h, n, S, bots = [] } = Object(value) as Fields;
  const each = (list: unknown) =>
    Array.isArray(list) && list.length === seats && list.every((text) => text === null || bytes32(text) !== null);
  const secret = S === null || bytes32(S) !== null;
  const seatsOfBots = Array.isArray(bots) && bots.every(Number.isInteger);
  return Number.isInteger(k) && bytes32(C) !== null && each(h) && each(n) && secret && seatsOfBots;
};

function seatsWhere(attempt: Attempt, test: (h: string | null, n: string | null) => boolean): number[] {
  return attempt.h.flatMap((h, seat) => (test(h, attempt.n[seat] as string | null) ? [seat] : []));
}

/** Reports the findings of one attempt. `sealed`: true while the match goes on, because then the attempt's secret is
 * not yet revealed. */
function oneAttempt(attempt: Attempt, number: number, sealed: boolean, say: Report) {
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

/** Returns false if a seat gave a number that does not match the hash with which it had committed itself. */
export function matchesHash(attempt: Attempt, number: number, seat: number): boolean {
  const [commitment, nonce] = [bytes32(attempt.C), bytes32(attempt.n[seat])];
  if (!nonce) {
    return true;
  }
  return commitment !== null && hex(sealedNonce(commitment, number, seat, nonce)) === attempt.h[seat];
}

/** Returns the seed that an attempt gives, if the attempt's secret is known. */
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

/** The packs of docs/bots/records.md in canonical order. */
const PACKS = { plain: PLAIN, no_aces: [...NO_ACES, ...NO_ACES], numbered: NUMBERED };

/** The pack of each game, and the possible numbers of players. */
const GAMES: Record<string, { pack: string; seats: number[] }> = Object.fromEntries(
  Object.entries(
    import.meta.glob<{ pack: string; seats: number[] }>('../../../games/*/web/pack.json', {
      eager: true,
      import: 'default',
    }),
  ).map(([path, game]) => [path.split('/').at(-3) as string, game]),
);

const sorted = (cards: readonly string[]) => [...cards].sort();
const sameCards = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && sorted(some).join(' ') === sorted(others).join(' ');

interface Shuffling extends KnownGame {
  /** Null if the order of the cards cannot be recomputed. */
  seed: Uint8Array | null;
}

/** Recomputes every shuffle. `right` receives, for each deal, the number of right shuffles. */
function shuffles(deals: unknown[], { seed, pack }: Shuffling, right: number[], say: Report) {
  let number = 0;
  for (const [deal, value] of deals.entries()) {
    const { deck, actions } = Object(value) as Fields;
    /** Checks an order of cards, and reports what is wrong with it. */
    const isRight = (cards: string[], concerned: string[]): boolean => {
      if (!sameCards(cards, concerned)) {
        say(concerned === pack ? 'wrong_pack' : 'wrong_shuffle', false, { deal: deal + 1 });
        return false;
      }
      const order = seed ? shuffled(seed, number, inOrder(cards, pack)) : cards;
      const wrong = cards.findIndex((card, place) => card !== order[place]);
      if (wrong >= 0) {
        const values = { deal: deal + 1, place: wrong + 1, card: cards[wrong] as string, due: order[wrong] ?? '–' };
        say('wrong_card', false, values);
        return false;
      }
      number += 1;
      return true;
    };
    if (typeof deck !== 'string' || !isTexts(actions)) {
      say('malformed', false, { part: 'deals' });
      return;
    }
    const dealt = deck.split(' ');
    if (!isRight(dealt, pack)) return;
    const before = number;
    const piles = pack === NUMBERED ? new Piles(dealt, actions) : null;
    for (const [at, action] of actions.entries()) {
      const isShuffle = action.startsWith('*');
      // [K8] A line with a shuffle is right only directly before the draw that needs it.
      const due = piles?.due(isShuffle ? actions[at + 1] : action) ?? null;
      if (isShuffle !== (due !== null)) {
        say('wrong_shuffle', false, { deal: deal + 1 });
        return;
      }
      if (!isShuffle) piles?.act(action);
      else if (due && piles) {
        const cards = action.replace(/^\* shuffle /, '').split(' ');
        if (!isRight(cards, due)) return;
        piles.shuffle(cards);
      }
    }
    right.push(1 + number - before);
  }
  if (seed) say('shuffles', true, { number, deals: deals.length });
}

/** Sorts cards into the canonical order of their pack. */
function inOrder(cards: readonly string[], pack: readonly string[]): string[] {
  const left = [...cards];
  return pack.filter((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}
