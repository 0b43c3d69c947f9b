// Compares the record of a match with the data that this device stored at the table.

import type { SharedAttempt } from '../net/protocol';
import type { ShuffleData, Play, Seen } from './shuffleStore';
import { Piles, read } from './piles';
import { agrees, listOf } from './participate';
import type { Fields } from './verify';

/** `mine`: the device's contribution is in the cards. `missing`: the device took part, but its contribution is not in
 * the cards. `later`: the reader has a seat, but came after the shuffle. `watched`: the reader has no seat. `apart`:
 * `later` or `watched`, if it is not known whether the reader has a seat. `nothing`: the device has stored nothing,
 * although it may have sent something. `differs`: the device's data contradicts the record or itself. `alone`: the
 * cards were not shuffled together. */
export type Proof = 'mine' | 'missing' | 'later' | 'watched' | 'apart' | 'nothing' | 'differs' | 'alone';

/** One stored item, compared with the record. `ok` is null for a remark, which is neither right nor wrong. */
export interface Compared {
  k: number;
  key:
    | 'commitment'
    | 'list'
    | 'number'
    | 'other_number'
    | 'not_listed'
    | 'not_given'
    | 'not_told'
    | 'none'
    | 'two'
    | 'left_out';
  ok: boolean | null;
  /** The number that this device drew. */
  n?: string;
}

/** Judges the device's data. `attempts`: the attempts in the record, or at the table. `you`: the reader's seat now;
 * null for a reader without a seat; absent if unknown. */
export function proof(data: ShuffleData | null, attempts: readonly SharedAttempt[], you?: number | null): Proof {
  if (data && (data.differs || compared(data, attempts).some(({ ok }) => ok === false))) return 'differs';
  const last = attempts.at(-1);
  if (!last) return 'alone';
  if (!data || data.seat === null) {
    if (you === null) return 'watched';
    if (!data?.attempts.length) return 'nothing';
    return you === undefined ? 'apart' : 'later';
  }
  const own = data.parts.find((part) => part.k === last.k);
  return own && last.h[own.seat] === own.h && last.n[own.seat] === own.n ? 'mine' : 'missing';
}

/** Compares everything that this device stored with the record, attempt by attempt. */
export function compared(data: ShuffleData, attempts: readonly SharedAttempt[]): Compared[] {
  const each = data.attempts.flatMap((shown, number) => {
    const found = attempts[number];
    return found ? oneAttempt(data, shown, found) : [{ k: shown.k, key: 'left_out', ok: false } as const];
  });
  return data.differs ? [...each, { k: data.attempts.length - 1, key: 'two', ok: false }] : each;
}

function oneAttempt(data: ShuffleData, shown: SharedAttempt, found: SharedAttempt): Compared[] {
  const { k } = shown;
  const rows: Compared[] = [{ k, key: 'commitment', ok: shown.C === found.C }];
  const list = listOf(shown);
  // The list is compared together with the other values that the server sent: numbers, secrets and the seats of bots.
  const same = shown.C !== found.C || agrees([shown], [found]);
  if (list || !same) rows.push({ k, key: 'list', ok: same });
  const own = data.parts.find((part) => part.k === k);
  if (!own) return data.seat === null ? rows : [...rows, { k, key: 'none', ok: null }];
  const [h, n] = [found.h[own.seat], found.n[own.seat]];
  if (h === null || h === undefined) return [...rows, { k, key: 'not_listed', ok: null }];
  // Another device of the same person sent its hash first. This device saw that hash in the list. So this device's own
  // number was never in the list.
  const listed = list?.[own.seat];
  if (listed !== undefined && listed !== own.h) return [...rows, { k, key: 'not_listed', ok: null }];
  if (h !== own.h || (n && n !== own.n)) return [...rows, { k, key: 'other_number', ok: false }];
  if (n) return [...rows, { k, key: 'number', ok: true, n }];
  return [...rows, { k, key: own.revealed ? 'not_given' : 'not_told', ok: null }];
}

/** One line of the comparison of a device's own play with the record. `deal`: the deal in which play and record differ,
 * counted from 1. `n`: the number of deals in which they agree. */
export interface PlayedRow {
  key: 'hand' | 'other_hand' | 'moves' | 'other_moves' | 'points' | 'other_points';
  ok: boolean;
  values: { deal: number } | { n: number };
}

interface RecordedDeal {
  dealer: number;
  deck: string;
  actions: string[];
  points?: (number | null)[];
  totals?: number[];
}

/** Compares a device's play with `record`, which must be well formed. */
export function played(play: Play, record: Fields): PlayedRow[] {
  const deals = record.deals as RecordedDeal[];
  const seats = Number(record.seats);
  const rows: PlayedRow[] = [];
  const all = (right: PlayedRow['key'], wrong: PlayedRow['key'], checked: readonly [number, boolean][]) => {
    const others = checked.filter(([, ok]) => !ok);
    for (const [deal] of others) rows.push({ key: wrong, ok: false, values: { deal: deal + 1 } });
    if (checked.length && !others.length) rows.push({ key: right, ok: true, values: { n: checked.length } });
  };
  // While a match goes on, its record does not contain the deal in play.
  const seen = play.deals.filter(({ deal }) => deals[deal] || record.seed !== null);
  const hands = seen.flatMap((one): [number, boolean][] => {
    const found = deals[one.deal];
    const ok = one.hand.length === 0 || !found ? null : wasDealt(one, found, seats);
    return ok === null ? [] : [[one.deal, ok]];
  });
  all('hand', 'other_hand', hands);
  all(
    'moves',
    'other_moves',
    seen.map((one) => [one.deal, deals[one.deal] !== undefined && wasDone(one, deals[one.deal]!)]),
  );
  const points = play.scores.map(({ dealer, points, totals }, deal): [number, boolean] => {
    const found = deals[deal];
    return [
      deal,
      JSON.stringify([found?.dealer, found?.points, found?.totals]) === JSON.stringify([dealer, points, totals]),
    ];
  });
  if (play.winners && String(record.winners) !== String(play.winners)) points.push([points.length - 1, false]);
  all('points', 'other_points', points);
  return rows;
}

/** The ways of dealing. Each way lists how many cards every seat gets in the first round, the second round, and so on.
 * After the last entry, the list starts again. */
const PACKETS = [[1], [3, 2, 3, 2, 3]];

/** Returns whether this deck gives the seat this hand. Null if the dealer chose the size of the hands and the record
 * has no points. In this case only the points would show which seats play. */
function wasDealt({ seat, hand }: Seen, deal: RecordedDeal, seats: number): boolean | null {
  const isChosen = read(deal.actions[0] ?? '').verb === 'deal';
  if (isChosen && !deal.points) return null;
  const others = Array.from({ length: seats }, (_, step) => (deal.dealer + 1 + step) % seats);
  const order = others.filter((one) => !isChosen || deal.points![one] !== null);
  const deck = deal.deck.split(' ');
  return PACKETS.some((packets) => {
    const dealt: string[] = [];
    let at = 0;
    for (let round = 0; dealt.length < hand.length && at < deck.length; round += 1) {
      const packet = packets[round % packets.length]!;
      const place = at + order.indexOf(seat) * packet;
      dealt.push(...deck.slice(place, place + packet));
      at += order.length * packet;
    }
    return sameCards(dealt, hand);
  });
}

const sameCards = (some: readonly string[], others: readonly string[]) =>
  [...some].sort().join(' ') === [...others].sort().join(' ');

/** Returns whether a deal of the record contains the device's actions, and gave the seat the cards that the device
 * saw. */
function wasDone({ seat, moves, count }: Seen, { deck, actions }: RecordedDeal): boolean {
  const own: string[] = [];
  /** The cards that pass from one hand to another, and the cards that the seat draws. */
  const given: string[] = [];
  const piles = new Piles(deck.split(' '), actions);
  for (const line of actions) {
    if (line.startsWith('* ')) {
      piles.shuffle(read(line).cards);
      continue;
    }
    const { seat: actor, verb, cards } = read(line);
    const drawn = piles.act(line);
    if (verb === 'give' || verb === 'trade') given.push(...cards);
    if (actor !== String(seat)) continue;
    own.push(line.slice(2));
    if (drawn !== undefined) given.push(drawn);
  }
  const left = [...own];
  const isDone = (action: string) => {
    const place = left.indexOf(action);
    left.splice(0, place < 0 ? left.length : place + 1);
    return place >= 0;
  };
  const isGiven = (card: string) => {
    const place = given.indexOf(card);
    return place >= 0 && (given[place] = '') === '';
  };
  return (
    (count === null || count === own.length) &&
    moves.every(([, what]) => (what.startsWith('+') ? isGiven(what.slice(1)) : isDone(what)))
  );
}
