// The player's own play as a page stores it: the dealt cards, the player's actions, and the points. proof.ts compares
// it with the record of the match.

import type { Frame } from '../net/protocol';
import { device, type ShuffleData, type Play, type Seen } from './shuffleStore';

/** The part of the deal in play that a page has seen. */
export interface SeenDeal {
  seen: Seen;
  /** The number of steps of the deal so far. */
  past: number;
  /** False if the page has missed a part of the deal. */
  whole: boolean;
  acts: number;
  /** The number of actions of the own seat. */
  own: number;
  hand: readonly string[];
}

/** Adds a frame to what the page has seen of the deal. Returns null for a spectator and in a game of one seat, because
 * nothing is stored for them. */
export function addFrame(before: SeenDeal | null, frame: Frame): SeenDeal | null {
  const { viewer: seat, deal, past } = frame;
  if (seat === null || frame.seats.length === 1) return null;
  const known = before?.seen.deal === deal && before.seen.seat === seat ? before : null;
  const steps = frame.since.filter((event) => event.seat !== null);
  const first = past - steps.length;
  const isNext = first === (known?.past ?? 0);
  const acted = steps.flatMap((event, index) => (event.kind === 'acted' ? [{ ...event, at: first + index + 1 }] : []));
  const own = acted.filter((event) => event.seat === seat);
  const isDealt = acted.some(({ action }) => action.startsWith('deal '));
  const hand = (frame.view as { hands?: (string[] | null)[] }).hands?.[seat] ?? [];
  const gained = known && isNext && !isDealt ? without(hand, known.hand) : [];
  const now: SeenDeal = {
    seen: known?.seen ?? { deal, seat, hand: [], moves: [], count: null },
    past,
    whole: isNext && (known?.whole ?? true),
    acts: (known?.acts ?? 0) + acted.length,
    own: (known?.own ?? 0) + own.length,
    hand,
  };
  const isFresh = now.whole && (now.acts === 0 || (now.acts === 1 && isDealt));
  now.seen = {
    ...now.seen,
    hand: isFresh ? [...hand] : now.seen.hand,
    moves: [
      ...now.seen.moves,
      ...own.flatMap(({ at, action, bot }): [number, string][] => (bot ? [] : [[at, action]])),
      ...gained.map((card): [number, string] => [past, `+${card}`]),
    ],
    count: now.whole && frame.phase !== 'deal' ? now.own : now.seen.count,
  };
  return now;
}

/** Returns the cards of a hand that another hand lacks. */
function without(hand: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return hand.filter((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** Merges what this tab has seen of a deal into the stored data. Another tab may have stored another part of the same
 * deal. Then the moves of both tabs are stored. If the first hands are different, the difference is stored too. */
export function mergeSeen(data: ShuffleData, { seen }: SeenDeal, { deals: scores, winners }: Frame): ShuffleData {
  const play: Play = data.play ?? { deals: [], scores: [], winners: null };
  const same = ({ deal, seat }: Seen) => deal === seen.deal && seat === seen.seat;
  const old = play.deals.find(same) ?? seen;
  const moves = [...new Map([...old.moves, ...seen.moves].map((move) => [move.join(' '), move])).values()];
  const merged: Seen = {
    ...seen,
    hand: old.hand.length ? old.hand : seen.hand,
    moves: moves.sort(([some], [other]) => some - other),
    count: old.count ?? seen.count,
  };
  const isOther = old.hand.length > 0 && seen.hand.length > 0 && String(old.hand) !== String(seen.hand);
  return {
    ...data,
    differs: data.differs || isOther,
    play: {
      deals: [...play.deals.filter((one) => !same(one)), merged],
      scores: scores.length >= play.scores.length ? scores : play.scores,
      winners: winners ?? play.winners,
    },
  };
}

/** For each table: what this page has seen of the deal, and what it has stored last. */
const tables = new Map<string, { now: SeenDeal | null; stored: string }>();

/** Stores the part of the deal that a new frame of a table shows. */
export async function storeFrame(table: string, frame: Frame) {
  const before = tables.get(table);
  const now = addFrame(before?.now ?? null, frame);
  const news = now ? JSON.stringify([now.seen, frame.deals.length, frame.winners]) : '';
  tables.set(table, { now, stored: news });
  if (now && news !== before?.stored) {
    await device.update(table, (data) => ({ data: mergeSeen(data, now, frame), result: null }));
  }
}
