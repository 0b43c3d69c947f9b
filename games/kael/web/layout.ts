// The layout of Kaël: a pure function of the frame, the size of the table and the player's selection.

import {
  cardFor,
  cardSize,
  fan,
  others,
  wobble,
  type At,
  type Box,
  type Frame,
  type Layout,
  type Pile,
  type Place,
  type Size,
  type T,
} from '@cardroom/ui';
import type { Legal, View } from './types.gen';

export type KaelFrame = Frame<View, Legal>;

/** One card of a hand. Cards of one value look alike, so each card has a tag of its own, such as `10.1` for the
 * second ten. */
export interface Held {
  face: string;
  tag: string;
}

/** The chosen cards, and the ways in which the cards can be touched. */
export interface Touch {
  /** The tags of the chosen cards. */
  chosen: readonly string[];
  /** True if the viewer can choose their own cards. */
  tap: boolean;
  /** Returns true if this card may be dropped on the table. */
  drops(card: Held): boolean;
  /** True if the chosen cards may be laid on the table. */
  target: boolean;
  /** True if the viewer may touch the deck and the card that can be taken from the pile. */
  draw: boolean;
  /** The cards that a claim would lay. */
  claimed: readonly string[];
}

const VALUES = ['-1', '0', ...Array.from({ length: 13 }, (_, i) => String(i + 1)), 'X'];

/** Sorts a hand from the lowest card to the X. */
export function cardsOf(hand: readonly string[]): Held[] {
  const seen = new Map<string, number>();
  return [...hand]
    .sort((a, b) => VALUES.indexOf(a) - VALUES.indexOf(b))
    .map((face) => {
      const n = seen.get(face) ?? 0;
      seen.set(face, n + 1);
      return { face, tag: `${face}.${n}` };
    });
}

/** Returns the seat at the bottom: the viewer's own seat, or seat 0 for a spectator. */
export const near = (frame: KaelFrame): number => frame.viewer ?? 0;

/** Returns the other seats from left to right, in the order in which they sit around the table. */
export const around = (frame: KaelFrame): number[] => others(frame.seats.length, frame.viewer, 'clockwise');

export const isOut = (frame: KaelFrame, seat: number): boolean => frame.view.standing.out[seat] != null;

/** Returns the sizes of the two parts of the pile that are drawn separately: the older cards, and the run on top or
 * the cards just laid. */
export function parts({ view }: KaelFrame): { heap: number; run: number } {
  const heap = view.step === 'draw' && view.under !== null ? view.under + 1 : view.pile.length - view.run;
  return { heap, run: view.pile.length - heap };
}

/** The boxes of the parts of the table, for any size. */
export interface Rooms {
  card: Size;
  wide: boolean;
  seats: Box[];
  own: Box;
  worth: Box;
  /** Null if the table is too short for a track. The plates of the players then show the points. */
  track: Box | null;
  ribbon: Box;
  claim: Box;
  said: Box;
  bar: Box;
  hand: Box;
  /** The box of deck and pile, between the seats and the hand. */
  middle: Box;
  /** The boxes of the hidden cards, or of open hands, beside their seats; null if there is no room. */
  backs: (Box | null)[];
}

export function rooms(size: Size, seats: number, open: boolean): Rooms {
  if (size.h < 600 && size.w > size.h * 1.2) return lying(size, seats);
  return size.w >= 720 && size.w > size.h ? wide(size, seats) : narrow(size, seats, open);
}

/** Lays out a phone or an upright tablet: the seats are along the top. With more than four seats, the two outer ones
 * are a row lower. */
function narrow(size: Size, seats: number, open: boolean): Rooms {
  const short = size.h < 560;
  const card = cardFor(short ? { w: size.w, h: size.h * 0.7 } : size);
  const two = seats > 4;
  const inRow = two ? seats - 2 : seats;
  const h = 50;
  const cell = (size.w - 8) / inRow;
  const w = Math.min(150, cell - 4);
  const top = Array.from({ length: inRow }, (_, i): Box => ({ x: 4 + cell * i + (cell - w) / 2, y: 4, w, h }));
  const side = Math.min(96, size.w * 0.26);
  const boxes = two ? [{ x: 6, y: 8 + h, w: side, h }, ...top, { x: size.w - 6 - side, y: 8 + h, w: side, h }] : top;
  const ribbon = two
    ? { x: side + 12, y: 8 + h, w: size.w - 2 * side - 24, h }
    : { x: 6, y: 8 + h, w: size.w - 12, h: 32 };
  const hand = { x: 8, y: size.h - card.h - 12, w: size.w - 16, h: card.h };
  // A chosen card is raised by 12 px, and its rings add 5 px, so the bar is 20 px above the hand.
  const bar = { x: 6, y: hand.y - 20 - 48, w: size.w - 12, h: 48 };
  // The box has two lines, because the reason for a refusal replaces the words on what the table waits for.
  const said = { x: 6, y: bar.y - 44, w: size.w - 12, h: 40 };
  const own = { x: 6, y: said.y - 52, w: 132, h: 50 };
  const worth = { x: size.w - 6 - 160, y: said.y - 48, w: 160, h: 44 };
  const track = short ? null : { x: 14, y: own.y - 62, w: size.w - 28, h: 58 };
  const floor = track?.y ?? own.y - 4;
  const roof = ribbon.y + ribbon.h + 4;
  // If there is no room for a row of claims, the claims cover something for a moment. In a short window they cover the
  // words below the pile, and elsewhere the track.
  const row = floor - 52 - roof >= 140;
  const claim = { x: 6, y: row || short ? floor - 52 : floor, w: size.w - 12, h: 48 };
  const small = open && seats <= 3 ? { h: 44 } : null;
  return {
    card,
    wide: false,
    seats: boxes,
    own,
    worth,
    track,
    ribbon,
    claim,
    said,
    bar,
    hand,
    middle: { x: 14, y: roof, w: size.w - 28, h: (row ? claim.y : floor) - roof - 2 },
    backs: boxes.map((b) => small && { x: b.x, y: b.y + b.h + 3, w: b.w, h: small.h }),
  };
}

/** Lays out a phone on its side or a low window: everything but the cards is left and right of the pile. */
function lying(size: Size, seats: number): Rooms {
  const card = cardFor(size);
  const cell = (size.w - 8) / seats;
  const w = Math.min(170, cell - 4);
  const boxes = Array.from({ length: seats }, (_, i): Box => ({ x: 4 + cell * i + (cell - w) / 2, y: 2, w, h: 48 }));
  const hand = { x: 168, y: size.h - card.h - 8, w: size.w - 336, h: card.h };
  const bar = { x: size.w * 0.5, y: hand.y - 20 - 48, w: size.w * 0.5 - 8, h: 48 };
  const side = Math.min(250, size.w * 0.29);
  const middle = { x: side + 16, y: 54, w: size.w - 2 * side - 32, h: bar.y - 56 };
  return {
    card,
    wide: false,
    seats: boxes,
    hand,
    bar,
    middle,
    said: { x: 8, y: bar.y + 4, w: size.w * 0.5 - 8, h: 40 },
    ribbon: { x: 8, y: 56, w: side, h: 40 },
    track: { x: 18, y: 98, w: side - 14, h: 52 },
    claim: { x: size.w - 8 - side, y: 56, w: side, h: 98 },
    own: { x: 8, y: size.h - 54, w: 150, h: 50 },
    worth: { x: size.w - 158, y: size.h - 52, w: 150, h: 44 },
    backs: boxes.map(() => null),
  };
}

/** Lays out a desktop: the seats form an arch, and the viewer's plate and the value of the hand are left of the
 * hand. */
function wide(size: Size, seats: number): Rooms {
  // Cards are smaller in a low window, so that the pile has room.
  const card = cardFor(size.h < 950 ? { w: size.w, h: size.h * 0.86 } : size);
  const large = size.w >= 1100;
  const tall = size.h >= 800;
  // The other players sit around the pile, not in the corners of a wide window.
  const table = Math.min(size.w - 24, size.h * 1.6);
  const edge = (size.w - table) / 2;
  const side = edge + 196;
  const hand = { x: side, y: size.h - card.h - 14, w: size.w - 2 * side, h: card.h };
  const bar = { x: side, y: hand.y - 20 - 48, w: size.w - 2 * side, h: 48 };
  const said = { x: 8, y: bar.y - 42, w: size.w - 16, h: 36 };
  const span = Math.min(size.w - 40, large ? 860 : 620);
  const trackH = size.h >= 900 ? 92 : 74;
  const track = { x: (size.w - span) / 2, y: said.y - trackH - 6, w: span, h: trackH };
  const badge = { w: large ? 184 : Math.min(164, size.w / Math.min(seats, 5) - 10), h: large ? 64 : 56 };
  const small = cardSize(Math.round(card.w * 0.42));
  const boxes = (seats < 5 || (tall && (seats < 6 || size.w >= 1400)) ? crown : brim)(
    { x: edge, y: 12, w: table, h: track.y - 12 - small.h },
    seats,
    badge,
  );
  const roof = 12 + badge.h + 8 + (tall ? small.h + 8 : 0);
  // In a high window, claims have a row of their own. In a lower one, they cover the track for a moment.
  const row = size.h >= 700;
  const floor = track.y - (row ? 60 : 6);
  const inner = seats < 2 ? size.w - 16 : table - 2 * (badge.w + 14);
  const length = Math.min(600, inner);
  const ribbon = { x: (size.w - length) / 2, y: roof, w: length, h: 36 };
  const below = (b: Box): Box => ({ x: b.x, y: b.y + b.h + 6, w: b.w, h: small.h });
  // If the pile needs the height, the inner seats show their cards beside the plate. Without room there, they show only
  // the number of cards.
  const beside = (b: Box, i: number): Box | null =>
    i < seats - 1 && boxes[i + 1]!.x - b.x - b.w < 140 ? null : { x: b.x + b.w + 8, y: b.y, w: 124, h: small.h };
  return {
    card,
    wide: true,
    seats: boxes,
    hand,
    bar,
    said,
    track,
    ribbon,
    middle: { x: (size.w - inner) / 2, y: ribbon.y + ribbon.h + 8, w: inner, h: floor - ribbon.y - ribbon.h - 8 },
    claim: row ? { x: size.w / 2 - 280, y: floor, w: 560, h: 56 } : { ...track, h: 52 },
    own: { x: edge + 2, y: hand.y, w: 184, h: large ? 64 : 56 },
    worth: { x: edge + 2, y: hand.y + (large ? 70 : 62), w: 184, h: 48 },
    backs: boxes.map((b, i) =>
      tall ? below(b) : seats > 4 ? null : b.y > 80 || seats === 2 ? below(b) : beside(b, i),
    ),
  };
}

/** Returns the boxes of the seats on an arch that is flat enough for eight: the outer seats are low, and the inner
 * ones along the top. */
function crown(table: Box, n: number, badge: Size): Box[] {
  const low = n < 3 ? 0 : Math.max(0, Math.min(table.h * 0.5, table.h - badge.h));
  return Array.from({ length: n }, (_, i): Box => {
    const part = n === 1 ? 0.5 : i / (n - 1);
    const drop = Math.abs(part - 0.5) * 2;
    return {
      x: table.x + part * (table.w - badge.w),
      y: table.y + (n < 4 ? drop ** 2 : Math.max(0, drop - 0.5) * 2) * low,
      w: badge.w,
      h: badge.h,
    };
  });
}

/** Returns the boxes of the seats if there is too little room for an arch: only the first and the last are lower. */
function brim(table: Box, n: number, badge: Size): Box[] {
  const cell = table.w / (n - 2);
  const w = Math.min(badge.w, cell - 6);
  return Array.from({ length: n }, (_, i): Box => {
    if (i === 0 || i === n - 1)
      return {
        x: i === 0 ? table.x : table.x + table.w - badge.w,
        y: table.y + Math.max(badge.h + 46, table.h * 0.45),
        ...badge,
      };
    return { x: table.x + cell * (i - 1) + (cell - w) / 2, y: table.y, w, h: badge.h };
  });
}

/** The deck, the older cards of the pile, the run on top, and the words below each of them. They are in the middle
 * of a box, as large as fits. */
export interface Centre {
  card: Size;
  deck: Box;
  heap: Box;
  run: Box;
  bar: Box;
  deckTag: Box;
  heapTag: Box;
  runTag: Box;
  news: Box;
}

/** The largest scale of the cards on the table, relative to the cards of the hand. The table cards are larger because
 * they are read from farther away. */
const MOST = 1.25;
const RUN_STEP = 0.36;
const WORDS_H = 60;

export function centre(box: Box, most: Size): Centre {
  const across = 1 + 0.5 + 1 + 0.24 + 1 + 3 * RUN_STEP;
  const card = cardSize(Math.floor(Math.min(most.w * MOST, box.w / across, (box.h - WORDS_H) / 1.4)));
  // Before the deal there is no run. Its place stays free, so that nothing moves when the run appears.
  const x = box.x + (box.w - card.w * across) / 2;
  const y = box.y + Math.max(0, (box.h - WORDS_H - card.h) / 2);
  const deck = { x, y, ...card };
  const heap = { x: x + card.w * 1.5, y, ...card };
  const run = { x: heap.x + card.w * 1.24, y, w: card.w * (1 + 3 * RUN_STEP), h: card.h };
  const under = y + card.h;
  return {
    card,
    deck,
    heap,
    run,
    bar: { x: heap.x, y: under + 5, w: run.x + run.w - heap.x, h: 6 },
    deckTag: { x: deck.x - 20, y: under + 12, w: card.w + 40, h: 22 },
    heapTag: { x: heap.x - card.w * 0.24, y: under + 12, w: card.w * 1.48, h: 22 },
    runTag: { x: run.x, y: under + 12, w: run.w, h: 22 },
    news: { x: box.x, y: under + 36, w: box.w, h: 22 },
  };
}

/** The actions that lay a card. The card on top is marked only after such an action, because no player has laid the
 * first card of a pile. */
const LAYS = /^(?:lay|cut|good)\b/;

/** The number of cards of the pile that are drawn below the run, which is enough to look like a pile. */
const SEEN = 4;

export function layout(frame: KaelFrame, size: Size, touch: Touch, t: T): Layout {
  const { view } = frame;
  const own = near(frame);
  const seats = around(frame);
  const open = seats.some((seat) => view.hands[seat] !== null);
  const r = rooms(size, seats.length, open);
  const { card } = r;
  const m = centre(r.middle, card);
  const scale = m.card.w === card.w ? {} : { scale: m.card.w / card.w };
  const split = parts(frame);
  const places: Place[] = [];

  // The last action shows where a card has come from.
  const [actor, action] = view.last ?? [null, ''];
  const home = (seat: number) => (seat === own ? 'hand' : `seat${seat}`);
  const taken = action !== 'draw pile' ? 'deck' : view.fresh ? 'heap' : 'pile';
  const [waits, ...waiting] = frame.held?.split(' ') ?? [];

  seats.forEach((seat, i) => {
    const box = r.backs[i];
    if (!box) return;
    const hand = view.hands[seat];
    const faces = hand ? cardsOf(hand) : null;
    const small = cardSize(Math.min(Math.round(card.w * 0.42), Math.round(box.h / 1.4)));
    fan(box, view.held[seat]!, small, {
      step: faces ? 0.62 : 0.34,
      align: box.x > r.seats[i]!.x ? 'start' : 'centre',
    }).forEach((at, k) =>
      places.push({
        ...at,
        key: faces?.[k]!.face ?? '?',
        face: faces?.[k]!.face ?? null,
        pile: `seat${seat}`,
        scale: small.w / card.w,
        from: faces ? `seat${seat}` : seat === actor ? taken : 'deck',
      }),
    );
  });

  // Three backs at most are drawn, which is enough to show that the deck shrinks.
  const backs = Math.min(3, view.deck);
  for (let i = 0; i < backs; i++)
    places.push({
      x: m.deck.x - i,
      y: m.deck.y - i * 2,
      z: i,
      rot: 0,
      key: '?',
      face: null,
      pile: 'deck',
      ...scale,
      ...(i === backs - 1
        ? {
            label: t('pile.deck', { n: view.deck }),
            tap: touch.draw,
            drops: touch.draw ? ['hand'] : [],
            waiting: waits === 'draw' && waiting[0] === 'deck',
          }
        : {}),
    });

  const takes = view.under;
  const pileCard = (face: string, i: number): Partial<Place> & Pick<Place, 'key' | 'face'> => ({
    key: face,
    face,
    ...scale,
    from: actor === null || action.startsWith('deal') ? 'deck' : home(actor),
    ...(i === takes
      ? {
          tap: touch.draw,
          drops: touch.draw ? ['hand'] : [],
          note: t('pile.takes'),
          waiting: waits === 'draw' && waiting[0] === 'pile',
        }
      : {}),
  });
  for (let i = Math.max(0, split.heap - SEEN); i < split.heap; i++) {
    const straight = i === takes;
    places.push({
      x: m.heap.x + (straight ? 0 : wobble(i, 1) * m.card.w * 0.07),
      y: m.heap.y + (straight ? 0 : wobble(i, 2) * m.card.h * 0.04),
      z: i,
      rot: straight ? 0 : Math.round(wobble(i, 3) * 80) / 10,
      pile: 'heap',
      ...pileCard(view.pile[i]!, i),
    });
  }
  for (let k = 0; k < split.run; k++) {
    const i = split.heap + k;
    places.push({
      x: m.run.x + m.card.w * RUN_STEP * k,
      y: m.run.y,
      z: 60 + k,
      rot: 0,
      pile: 'pile',
      ...pileCard(view.pile[i]!, i),
      last: i === view.pile.length - 1 && view.step !== 'over' && LAYS.test(action),
    });
  }

  const hand = view.hands[own] ? cardsOf(view.hands[own]!) : null;
  const fanned = handFan(r.hand, hand, view.held[own]!, card);
  const drawn = actor === own && action.startsWith('draw') ? view.drawn[own] : null;
  const newest = hand && drawn != null ? hand.filter((one) => one.face === drawn).length - 1 : -1;
  const held = waits === 'lay' || waits === 'cut' ? waiting.length : 0;
  fanned.forEach((at, i) => {
    const one = hand?.[i];
    if (!one) {
      places.push({ ...at, key: '?', face: null, pile: 'hand', from: actor === own ? taken : 'deck' });
      return;
    }
    const nth = Number(one.tag.split('.')[1]);
    const chosen = touch.chosen.includes(one.tag);
    places.push({
      ...at,
      key: one.face,
      tag: one.tag,
      face: one.face,
      pile: 'hand',
      from: one.face === drawn && nth === newest ? taken : 'deck',
      tap: touch.tap,
      chosen,
      drops: touch.drops(one) ? ['pile'] : [],
      hint: !chosen && touch.claimed.includes(one.face),
      waiting: nth < held && waiting[0] === one.face,
      fresh: one.face === drawn && nth === newest,
      ...(chosen ? { together: [...touch.chosen] } : {}),
    });
  });

  const yours = !frame.named && frame.viewer !== null && frame.must.includes(own);
  const draws = (action: string) => touch.draw && frame.legal.some((one) => one.action === action);
  const piles: Pile[] = [
    ...seats.map((seat, i) => ({ id: `seat${seat}`, label: frame.seats[seat]?.name ?? '', ...r.seats[i]! })),
    {
      id: 'deck',
      label: t('pile.deck', { n: view.deck }),
      ...m.deck,
      outline: true,
      target: draws('draw deck'),
      sign: view.deck === 0 ? '↻' : '',
      tap: touch.draw && view.deck === 0,
    },
    {
      id: 'heap',
      label: t('pile.heap'),
      ...m.heap,
      outline: split.heap > 0 || view.step === 'deal',
      sign: view.step === 'deal' ? t('ghost.heap') : '',
      target: view.step === 'draw' && draws('draw pile'),
    },
    {
      id: 'pile',
      label: t('pile.table', { n: view.pile.length }),
      ...m.run,
      outline: split.run === 0,
      sign: view.step === 'deal' ? t('ghost.pile') : '',
      target: touch.target || (view.step === 'play' && draws('draw pile')),
    },
    {
      id: 'hand',
      label: t('pile.hand', { n: fanned.length }),
      ...r.hand,
      turn: yours && fanned.length > 0 && view.step !== 'over',
    },
  ];
  return {
    card,
    deal: frame.deal,
    piles,
    places,
    // These piles become a new deck.
    sweep: { heap: 'deck', pile: 'deck' },
    spots: {
      own: r.own,
      worth: r.worth,
      ...(r.track ? { track: r.track } : {}),
      ribbon: r.ribbon,
      claim: r.claim,
      // The question to the dealer is above its answers.
      said: view.step === 'deal' && yours ? { ...r.said, x: 8, w: size.w - 16 } : r.said,
      bar: r.bar,
      choose: chooser(r, size),
      window: m.bar,
      deckTag: m.deckTag,
      heapTag: m.heapTag,
      runTag: m.runTag,
      news: m.news,
      turn: ring(m, size),
      ...Object.fromEntries(seats.map((seat, i) => [`seat${seat}`, r.seats[i]!])),
    },
  };
}

/** Returns the box of the ring around deck and pile, within the table. */
function ring(m: Centre, size: Size): Box {
  const x = Math.max(10, m.deck.x - m.card.w * 0.6);
  const lift = m.card.h * (size.w >= 720 ? 0.28 : 0.06);
  return {
    x,
    y: m.deck.y - lift,
    w: Math.min(size.w - 10, m.run.x + m.run.w + m.card.w * 0.6) - x,
    h: m.card.h + 2 * lift,
  };
}

/** Returns the box in which the dealer chooses the number of cards. It is the place of the hand, which is empty. */
const chooser = (r: Rooms, size: Size): Box =>
  r.hand.w < 360
    ? { x: 4, y: r.bar.y, w: size.w - 8, h: size.h - r.bar.y - 4 }
    : { x: r.hand.x, y: r.bar.y, w: r.hand.w, h: size.h - r.bar.y - 4 };

/** Lays out a hand side by side. Cards of one value lie closer together. */
function handFan(box: Box, hand: readonly Held[] | null, n: number, card: Size): At[] {
  const alike = hand?.flatMap((one, i) => (i > 0 && one.face === hand[i - 1]!.face ? [i] : [])).length ?? 0;
  const breaks = Math.max(0, n - 1 - alike);
  const apart = Math.min(card.w * 1.1, breaks + alike === 0 ? Infinity : (box.w - card.w) / (breaks + alike * 0.52));
  const close = hand ? apart * 0.52 : apart;
  const length = card.w + breaks * apart + alike * close;
  let x = box.x + (box.w - length) / 2;
  return Array.from({ length: n }, (_, i): At => {
    if (i > 0) x += hand && hand[i]!.face === hand[i - 1]!.face ? close : apart;
    return { x: Math.round(x * 10) / 10, y: box.y, z: i, rot: 0 };
  });
}
