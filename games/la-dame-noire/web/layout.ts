// The layout of La Dame Noire: a pure function of the frame, the size of the table and the player's selection.

import {
  arch,
  cardFor,
  cardSize,
  fan,
  others,
  who,
  type At,
  type Box,
  type Frame,
  type Layout,
  type Place,
  type Size,
  type T,
} from '@cardroom/ui';
import { inOrder } from './combination';
import type { Laid, Legal, View } from './types.gen';

export type DameFrame = Frame<View, Legal>;

/** The player's own cards as shown, and what can be done with them. */
export interface Hand {
  groups: string[][];
  chosen: readonly string[];
  /** True if the chosen cards wait for the player's turn. */
  waits?: boolean;
  /** The cards that a chip refers to. */
  shown: readonly string[];
  tap: boolean;
  /** True if the player can move the cards into an order of their own. */
  shifts: boolean;
  barred(card: string): boolean;
  drops(card: string): string[];
  /** The place to which the chosen cards can go: the trick, or the neighbour. */
  target: 'trick' | 'put' | null;
}

/** Returns the seat at the bottom: the viewer's own seat, or seat 0 for a spectator. */
export const near = (frame: DameFrame): number => frame.viewer ?? 0;

/** Returns the other seats from left to right, beginning with the left neighbour, who gets the viewer's cards. */
export const around = (frame: DameFrame): [number, number, number] =>
  others(4, frame.viewer, 'counter') as [number, number, number];

/** The trick on the table, if there is one. */
export const trickOf = (view: View): readonly Laid[] =>
  view.on_table ? (view.tricks[view.tricks.length - 1]?.plays ?? []) : [];

/** The trick that was taken last. */
export const lastTrick = (view: View) => view.tricks[view.tricks.length - (view.on_table ? 2 : 1)] ?? null;

export const finished = (view: View): number => view.tricks.length - (view.on_table ? 1 : 0);

/** The seat that has just said stop. */
export const stopOf = (frame: DameFrame): number | null =>
  frame.since.find((event) => event.kind === 'acted' && event.action === 'stop')?.seat ?? null;

/** True before the first exchange and in the first turns of a match, when the table shows the direction of passing
 * or of play. */
export const isFirst = ({ deal, view }: DameFrame): boolean =>
  deal === 0 &&
  (view.phase === 'trading' ? view.trades.length === 0 : view.tricks.length < 2 && !view.tricks[0]?.plays[1]);

/** The boxes of the parts of the table, for any size. */
export interface Rooms {
  card: Size;
  wide: boolean;
  /** True for a phone on its side. */
  low: boolean;
  /** True on a phone if another part of the page, such as a lesson, leaves the table little height. The player's own
   * plate is then beside the buttons. */
  short: boolean;
  seats: Box[];
  own: Box;
  tools: Box;
  /** The box between the seats and the hand. */
  middle: Box;
  /** The boxes inside `middle`: the line above the trick, the trick, and the combinations that can be played. */
  head: Box;
  trick: Box;
  chips: Box;
  /** The kinds of combination in their order, below the trick; null if there is no room. */
  ladder: Box | null;
  said: Box;
  bar: Box;
  hand: Box;
}

/** Computes the boxes. `chipsRow` is true if the playable combinations need a row. */
export function rooms(size: Size, chipsRow: boolean): Rooms {
  const low = size.h < 440;
  const wide = size.w >= 720 && !low;
  const short = !low && !wide && size.h < 540;
  // Cards are smaller in a low window, so that a trick of many plays has room.
  const card = cardFor({ w: size.w, h: size.h * (short ? 0.66 : wide && size.h < 800 ? 0.86 : 1) });
  const hand = { x: 8, y: size.h - card.h - 10, w: size.w - 16, h: card.h };
  // A chosen card is raised by 12 px, and its rings add 5 px, so the bar is 20 px above the hand.
  const barY = hand.y - 20 - 48;
  if (low) {
    const badge = { w: Math.min(150, size.w / 4 - 8), h: 50 };
    const seats = [0, 1, 2].map((i) => ({ x: 8 + ((size.w - 16 - badge.w) * i) / 2, y: 4, ...badge }));
    const top = 4 + badge.h + 18;
    const side = Math.min(200, size.w * 0.24);
    const middle = { x: 8, y: top, w: size.w - 16, h: barY - 30 - top };
    return {
      card,
      wide,
      low,
      short,
      seats,
      middle,
      hand,
      ladder: null,
      own: { x: 8, y: barY, w: 148, h: 50 },
      tools: { x: size.w - 8 - 92, y: barY + 2, w: 92, h: 44 },
      head: { x: 8, y: top, w: side, h: middle.h },
      trick: { x: 8 + side, y: top, w: size.w - 16 - 2 * side, h: middle.h },
      chips: { x: size.w - 8 - side, y: top, w: side, h: middle.h },
      said: { x: 8, y: barY - 28, w: size.w - 16, h: 26 },
      bar: { x: 162, y: barY, w: size.w - 270, h: 48 },
    };
  }
  const large = size.w >= 1100;
  const badge = wide ? { w: large ? 196 : 176, h: large ? 68 : 60 } : { w: Math.min(150, size.w / 3 - 6), h: 52 };
  // The other players sit around the trick, not in the corners of a wide window.
  const table = wide ? Math.min(size.w - 20, Math.max(720, size.h * 1.5)) : size.w - 20;
  const edge = (size.w - table) / 2;
  const saidX = wide ? edge + badge.w + 10 : 8;
  // A reason has two lines on a desktop and three on a phone. It must not cover anything that can be chosen.
  const said = { x: saidX, y: barY - (short ? 68 : 52), w: size.w - 2 * saidX - (short ? 98 : 0), h: 48 };
  const chips = { x: 0, y: said.y - 54, w: size.w, h: 52 };
  const floor = chipsRow ? chips.y : said.y;
  const seats = arch({ x: edge, y: wide ? 14 : 6, w: table, h: chips.y - 14 }, 3, badge);
  const own = wide
    ? { x: edge + 2, y: barY + 48 - badge.h, ...badge }
    : { x: 6, y: short ? barY - 4 : floor - 58, w: 118, h: 52 };
  const top = seats[1]!.y + badge.h + 26;
  const inner = wide ? Math.min(table - 2 * (badge.w + 16), card.w * 9) : size.w - 16;
  const middle = { x: (size.w - inner) / 2, y: top, w: inner, h: (wide || short ? floor - 8 : own.y - 4) - top };
  const headH = Math.min(wide ? 62 : 48, middle.h * (short ? 0.36 : 0.3));
  const ladderH = wide && chipsRow && size.h >= 760 ? 26 : 0;
  const beside = large ? 335 : 190;
  const tools = wide
    ? { x: size.w - edge - 2 - (large ? 330 : 180), y: barY, w: large ? 330 : 180, h: 48 }
    : { x: size.w - 6 - 92, y: short ? said.y + 2 : own.y + 8, w: 92, h: 44 };
  const left = wide ? edge + beside : short ? 130 : 8;
  return {
    card,
    wide,
    low,
    short,
    seats,
    middle,
    said,
    chips,
    hand,
    own,
    tools,
    head: { x: middle.x, y: middle.y, w: middle.w, h: headH },
    trick: { x: middle.x, y: middle.y + headH, w: middle.w, h: middle.h - headH - ladderH },
    ladder: ladderH ? { x: middle.x, y: middle.y + middle.h - ladderH + 4, w: middle.w, h: ladderH - 4 } : null,
    bar: { x: left, y: barY, w: size.w - left - (short ? 8 : left), h: 48 },
  };
}

/** Lays out a hand in groups, with gaps between them. If there is no room for gaps, the last card of each group is more
 * visible than its other cards. */
export function groupFan(box: Box, groups: readonly number[], card: Size, most: number): At[] {
  const n = groups.reduce((sum, k) => sum + k, 0);
  const breaks = groups.filter((k) => k > 0).length - 1;
  if (breaks < 1) return fan(box, n, card, { step: most });
  const inside = n - 1 - breaks;
  const apart = card.w + 10;
  const pace = inside === 0 ? 0 : Math.min(card.w * most, (box.w - card.w - breaks * apart) / inside);
  const [step, jump] =
    pace >= card.w * 0.3 || (inside === 0 && box.w >= card.w + breaks * apart)
      ? [pace, apart]
      : tight(box.w - card.w, inside, breaks, card.w * 0.16);
  const length = card.w + inside * step + breaks * jump;
  const at: At[] = [];
  let x = box.x + (box.w - length) / 2;
  groups.forEach((k, g) => {
    for (let i = 0; i < k; i++) {
      if (at.length > 0) x += i === 0 && g > 0 ? jump : step;
      at.push({ x, y: box.y + (box.h - card.h) / 2, z: at.length, rot: 0 });
    }
  });
  return at;
}

/** Returns two distances. The first is from card to card within a group. The second is from the last card of a group to
 * the next group, and is `more` px longer. */
const tight = (length: number, inside: number, breaks: number, more: number): [number, number] => {
  const step = (length - breaks * more) / (inside + breaks);
  return [step, step + more];
};

/** Lays out a growing trick. Each play is a row, moved towards its player. The newest row is fully visible. Of each
 * older row, only the upper edge is visible. */
export function cascade(
  box: Box,
  plays: readonly { seat: number; n: number }[],
  card: Size,
  lean: (seat: number) => number,
): At[][] {
  const n = plays.length;
  const step = n < 2 ? 0 : Math.min(card.h * 0.42, (box.h - card.h) / (n - 1));
  const top = box.y + (box.h - card.h - step * (n - 1)) / 2;
  let z = 0;
  return plays.map((play, i) => {
    const length = Math.min(box.w, card.w * (1 + 0.56 * (play.n - 1)));
    const room = (box.w - length) / 2;
    const row = {
      x: box.x + room + lean(play.seat) * Math.min(room, card.w * 0.7),
      y: top + step * i,
      w: length,
      h: card.h,
    };
    return fan(row, play.n, card, { step: 0.56 }).map((at) => ({ ...at, z: z++ }));
  });
}

/** Lays out the trading. The viewer's card is on the left, and the card from the right neighbour on the right. *Stop*
 * is at a distance from both. */
export function tray(r: Rooms): { head: Box; stop: Box; give: Box; get: Box; giveName: Box; getName: Box; news: Box } {
  const { card, middle } = r;
  const centre = middle.x + middle.w / 2;
  if (r.low) {
    // Cards that are higher than the space grow upwards, because the line with what is awaited is below them.
    const y = middle.y + Math.min((middle.h - card.h) / 2, middle.h - card.h);
    const give = { x: centre - card.w - 70, y, ...card };
    const get = { x: centre + 70, y, ...card };
    return {
      give,
      get,
      giveName: { x: give.x - 92, y, w: 86, h: card.h },
      getName: { x: get.x + card.w + 6, y, w: 86, h: card.h },
      stop: { x: centre - 62, y: y + 12, w: 124, h: 52 },
      // This box ends before the tag of the left neighbour begins.
      head: { x: 8, y: middle.y + 6, w: give.x - 108, h: middle.h - 6 },
      news: { x: get.x + card.w + 96, y: middle.y, w: r.middle.x + middle.w - get.x - card.w - 96, h: middle.h },
    };
  }
  const spread = Math.min(middle.w / 2 - card.w - 8, r.wide ? card.w * 1.5 : Math.max(84, card.w * 1.1));
  const apart = spread >= 60;
  const bottom = r.wide || r.short ? r.said.y - 8 : r.own.y - 22;
  const head = { x: middle.x, y: middle.y - 4, w: middle.w, h: r.wide ? 96 : r.short ? 32 : 84 };
  const space = bottom - head.y - head.h;
  const y = head.y + head.h + Math.max(0, (space - card.h - 24 - 34) / 2);
  const give = { x: centre - spread - card.w, y, ...card };
  const get = { x: centre + spread, y, ...card };
  const name = (box: Box): Box => ({ x: box.x - 30, y: box.y + card.h + 2, w: card.w + 60, h: 22 });
  return {
    head,
    give,
    get,
    giveName: name(give),
    getName: name(get),
    // If there is no room between the two cards, the stop button is below them.
    stop: apart
      ? { x: centre - spread + 6, y: y + card.h / 2 - 30, w: 2 * spread - 12, h: 60 }
      : { x: centre - 110, y: y + card.h + 30, w: 220, h: 60 },
    news: { x: middle.x, y: y + card.h + (apart ? 28 : 96), w: middle.w, h: 30 },
  };
}

export function layout(frame: DameFrame, size: Size, hand: Hand, t: T): Layout {
  const { view } = frame;
  const own = near(frame);
  const seats = around(frame);
  const [left, , right] = seats;
  const r = rooms(size, !frame.named && (view.phase === 'showdown' || view.phase === 'coup'));
  const { card } = r;
  const slots = tray(r);
  const trading = view.phase === 'trading';

  const small = cardSize(Math.round(card.w * (r.wide ? 0.44 : 0.4)));
  const scale = small.w / card.w;
  // The hidden cards of a seat are below it. The hidden cards of the middle seat are beside it, because the trick needs
  // the height.
  const backs = (i: number): Box => {
    const seat = r.seats[i]!;
    if (!r.wide) return { x: seat.x, y: seat.y + seat.h + 2, w: seat.w, h: small.h };
    return i === 1
      ? { x: seat.x + seat.w + 10, y: 6, w: 200, h: small.h }
      : { x: seat.x, y: seat.y + seat.h + 22, w: seat.w, h: small.h };
  };
  // A put card is shown face down, so that everybody sees that its player is ready. The cards of the viewer and of the
  // right neighbour are shown in the tray.
  const putBox = (seat: number): Box => {
    if (seat === own) return slots.give;
    if (seat === right) return slots.get;
    const i = seats.indexOf(seat);
    const at = r.seats[i]!;
    if (!r.wide) return at;
    return i === 1
      ? { x: at.x - small.w - 14, y: 6, w: small.w, h: small.h }
      : { x: at.x + at.w - small.w, y: at.y - small.h - 6, w: small.w, h: small.h };
  };

  const places: Place[] = [];
  seats.forEach((seat, i) => {
    const kept = view.hands[seat];
    if (!r.wide && !kept) return;
    const faces = kept ? inOrder(kept) : null;
    fan(backs(i), view.held[seat]!, small, { step: 0.3, align: r.wide && i === 1 ? 'start' : 'centre' }).forEach(
      (at, k) =>
        places.push({
          ...at,
          key: faces?.[k] ?? '?',
          face: faces?.[k] ?? null,
          pile: `seat${seat}`,
          from: 'deck',
          scale,
        }),
    );
  });

  if (trading)
    for (const seat of view.put) {
      const face = view.put_cards[seat] ?? null;
      const big = seat === own || seat === right;
      // On a phone, the word on the player's plate shows that a card has been put, so the card itself is not drawn.
      if (!big && !r.wide) continue;
      places.push({
        ...putBox(seat),
        rot: 0,
        z: 0,
        key: face ?? '?',
        face,
        pile: `put${seat}`,
        from: seat === own ? 'hand' : `seat${seat}`,
        ...(big ? {} : { scale }),
      });
    }

  const plays = trickOf(view);
  const lean = (seat: number) => (seat === left ? -1 : seat === right ? 1 : 0);
  // In a low window the cards of the hand are higher than the box of the trick.
  const inTrick = r.low ? Math.min(1, (r.trick.h - 8) / card.h) : 1;
  const rows = cascade(
    r.trick,
    plays.map((p) => ({ seat: p.seat, n: p.cards.length })),
    { w: card.w * inTrick, h: card.h * inTrick },
    lean,
  );
  plays.forEach((play, i) =>
    play.cards.forEach((face, k) =>
      places.push({
        ...rows[i]![k]!,
        key: face,
        face,
        pile: 'trick',
        from: play.seat === own ? 'hand' : `seat${play.seat}`,
        last: i === plays.length - 1,
        note: who(t, frame, play.seat, 'card.by'),
        ...(inTrick < 1 ? { scale: inTrick } : {}),
      }),
    ),
  );

  // The received card is marked until the first card of the showdown is played. While the end of the trading is shown,
  // it is also raised above the others.
  const received =
    trading || (view.phase === 'showdown' && view.tricks.length === 0)
      ? view.trades[view.trades.length - 1]?.received
      : undefined;
  const faces: (string | null)[] = view.hands[own]
    ? hand.groups.flat()
    : Array.from({ length: view.held[own]! }, () => null);
  const fanned = view.hands[own]
    ? groupFan(
        r.hand,
        hand.groups.map((group) => group.length),
        card,
        0.72,
      )
    : fan(r.hand, faces.length, card, { step: 0.72 });
  faces.forEach((face, i) => {
    const place: Place = { ...fanned[i]!, key: face ?? '?', face, pile: 'hand', from: 'deck' };
    if (face === null) {
      places.push(place);
      return;
    }
    const chosen = hand.chosen.includes(face);
    places.push({
      ...place,
      tap: hand.tap,
      shifts: hand.shifts,
      chosen,
      waiting: chosen && !!hand.waits,
      barred: hand.barred(face),
      hint: hand.shown.includes(face) && !chosen,
      drops: hand.drops(face),
      ...(chosen ? { together: [...hand.chosen] } : {}),
      ...(face === received
        ? {
            from: `put${right}`,
            fresh: true,
            raised: trading && frame.must.length === 0 && view.put.length < 4,
            note: t('trade.received'),
          }
        : {}),
    });
  });

  const stopped = stopOf(frame) !== null;
  const home = (seat: number) => (seat === own ? 'hand' : `seat${seat}`);
  const leftOf = (seat: number) => (seat === own ? left : (seats[seats.indexOf(seat) + 1] ?? own));
  const taker = lastTrick(view)?.to ?? null;
  return {
    card,
    deal: frame.deal,
    piles: [
      { id: 'deck', label: t('pile.deck'), x: size.w / 2, y: size.h / 3, w: 0, h: 0 },
      ...seats.map((seat, i) => ({ id: `seat${seat}`, label: frame.seats[seat]?.name ?? '', ...r.seats[i]! })),
      ...(trading
        ? [right, ...seats.slice(0, 2)].map((seat) => ({
            id: `put${seat}`,
            label: t('pile.put', { who: frame.seats[seat]?.name ?? '' }),
            ...putBox(seat),
            outline: seat === right,
          }))
        : []),
      ...(trading
        ? [
            {
              id: `put${own}`,
              label: t('pile.give', { who: frame.seats[left]?.name ?? '' }),
              ...slots.give,
              outline: true,
              target: hand.target === 'put',
            },
          ]
        : []),
      { id: 'trick', label: t('pile.trick', { n: plays.length }), ...r.trick, target: hand.target === 'trick' },
      {
        id: 'hand',
        label: t('pile.hand', { n: faces.length }),
        ...r.hand,
        turn: frame.legal.length > 0 && frame.must.includes(own) && faces.length > 0,
      },
      { id: 'own', label: t('pile.taken'), x: r.own.x, y: r.own.y, w: r.own.w, h: r.own.h },
    ],
    places,
    sweep: {
      trick: taker === null ? 'deck' : taker === own ? 'own' : `seat${taker}`,
      ...Object.fromEntries([0, 1, 2, 3].map((seat) => [`put${seat}`, home(stopped ? seat : leftOf(seat))])),
    },
    spots: {
      own: r.own,
      tools: r.tools,
      said: r.said,
      bar: r.bar,
      chips: r.chips,
      head: r.head,
      middle: r.middle,
      ...(r.ladder ? { ladder: r.ladder } : {}),
      turn: r.low || r.ladder ? r.trick : { x: r.trick.x, y: r.trick.y, w: r.trick.w, h: r.said.y - 8 - r.trick.y },
      auction: r.low
        ? { ...r.middle }
        : {
            x: r.middle.x,
            y: r.middle.y,
            w: r.middle.w,
            h: (r.wide || r.short ? r.said.y - 8 : r.own.y - 20) - r.middle.y,
          },
      trayHead: slots.head,
      stop: slots.stop,
      giveName: slots.giveName,
      getName: slots.getName,
      news: slots.news,
      ...Object.fromEntries(seats.map((seat, i) => [`seat${seat}`, r.seats[i]!])),
      ...Object.fromEntries(
        seats.map((seat, i) => [
          `tag${seat}`,
          { x: r.seats[i]!.x, y: r.seats[i]!.y + r.seats[i]!.h - 3, w: r.seats[i]!.w, h: 24 },
        ]),
      ),
      [`tag${own}`]: { x: r.own.x, y: r.own.y - 22, w: r.own.w, h: 24 },
    },
  };
}
