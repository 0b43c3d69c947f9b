// Positions of cards: pure functions from a box and a number of cards to places. The boards add the faces.

import type { At, Box, Size } from './layout';

/** The proportions of a real card. */
export const RATIO = 7 / 5;

export const cardSize = (w: number): Size => ({ w, h: Math.round(w * RATIO) });

/** Returns the card size for a table: as large as hand and trick allow, within the limits `fewest` and `most`. */
export function cardFor(table: Size, fewest = 40, most = 156): Size {
  const w = Math.min(table.w / 5.6, table.h / 6.2);
  return cardSize(Math.round(Math.max(fewest, Math.min(most, w))));
}

export interface FanOptions {
  /** The widest distance between neighbours, as a part of the card's width. */
  step?: number;
  /** The angle in degrees between the first and the last card; 0 keeps the cards upright. */
  arc?: number;
  align?: 'start' | 'centre' | 'end';
  /** The indices of the cards before which there is extra room, between suits or groups. */
  gaps?: ReadonlySet<number>;
}

/** Lays out a hand: side by side, with as much overlap as the box requires. */
export function fan(box: Box, n: number, card: Size, options: FanOptions = {}): At[] {
  const { step = 0.8, arc = 0, align = 'centre', gaps } = options;
  if (n === 0) return [];
  const gap = 0.35;
  const offsets: number[] = [];
  for (let i = 0, at = 0; i < n; i++) {
    if (i > 0) at += 1 + (gaps?.has(i) ? gap : 0);
    offsets.push(at);
  }
  const steps = offsets[n - 1] ?? 0;
  const pace = steps === 0 ? 0 : Math.min(card.w * step, (box.w - card.w) / steps);
  const length = card.w + pace * steps;
  const left = box.x + (align === 'start' ? 0 : align === 'end' ? box.w - length : (box.w - length) / 2);
  const top = box.y + (box.h - card.h) / 2;
  return offsets.map((offset, i) => {
    const turn = steps === 0 ? 0 : offset / steps - 0.5; // from −½ to ½
    const rot = arc * turn;
    const drop = arc === 0 ? 0 : (1 - Math.cos((rot * Math.PI) / 180)) * length * 0.9;
    return { x: round(left + pace * offset), y: round(top + drop), z: i, rot: round(rot) };
  });
}

/** Lays out a column that grows downwards; its cards move closer together when it would leave the box. */
export function column(box: Box, n: number, card: Size, step = 0.28): At[] {
  const pace = n < 2 ? 0 : Math.min(card.h * step, (box.h - card.h) / (n - 1));
  const left = box.x + (box.w - card.w) / 2;
  return count(n).map((i) => ({ x: round(left), y: round(box.y + pace * i), z: i, rot: 0 }));
}

/** Lays out a squared-up pile, which shows at most `edges` edges of cards however many cards it has. */
export function pile(box: Box, n: number, card: Size, edges = 4): At[] {
  const left = box.x + (box.w - card.w) / 2;
  const top = box.y + (box.h - card.h) / 2;
  return count(n).map((i) => {
    const lift = Math.min(edges, n < 2 ? 0 : (i * Math.min(edges, n - 1)) / (n - 1)) * 0.8;
    return { x: round(left - lift * 0.4), y: round(top - lift), z: i, rot: 0 };
  });
}

/** Lays out a loose heap: each card is turned a little, always by the same angle for the same index. */
export function heap(box: Box, n: number, card: Size, spread = 0.1): At[] {
  const left = box.x + (box.w - card.w) / 2;
  const top = box.y + (box.h - card.h) / 2;
  return count(n).map((i) => ({
    x: round(left + wobble(i, 1) * card.w * spread),
    y: round(top + wobble(i, 2) * card.h * spread * 0.6),
    z: i,
    rot: round(wobble(i, 3) * 9),
  }));
}

export type Side = 'bottom' | 'left' | 'top' | 'right';
const SIDES: readonly Side[] = ['bottom', 'left', 'top', 'right'];

/** Lays out a trick of up to four cards, each nearer to its player's side. The cards are given in the order of play. */
export function cross(box: Box, sides: readonly Side[], card: Size): At[] {
  const dx = Math.min(card.w * 0.8, (box.w - card.w) / 2);
  const dy = Math.min(card.h * 0.54, (box.h - card.h) / 2);
  const left = box.x + (box.w - card.w) / 2;
  const top = box.y + (box.h - card.h) / 2;
  const shift: Record<Side, [number, number, number]> = {
    bottom: [0, dy, 0],
    left: [-dx, 0, -4],
    top: [0, -dy, 0],
    right: [dx, 0, 4],
  };
  return sides.map((side, i) => {
    const [x, y, rot] = shift[side];
    return { x: round(left + x), y: round(top + y), z: i, rot };
  });
}

export type Turn = 'clockwise' | 'counter';

/** Returns the side of each of four seats, with the viewer (or seat 0) at the bottom. Seat s+1 is on the left if play
 * goes clockwise. */
export function sides(viewer: number | null, turn: Turn): Side[] {
  const own = viewer ?? 0;
  return count(4).map((seat) => {
    const steps = (seat - own + 4) % 4;
    return SIDES[turn === 'clockwise' ? steps : (4 - steps) % 4] as Side;
  });
}

/** Returns the other seats in their order on the screen, from left to right above the viewer. */
export function others(n: number, viewer: number | null, turn: Turn): number[] {
  const own = viewer ?? 0;
  const round = count(n - 1).map((i) => (own + 1 + i) % n);
  return turn === 'clockwise' ? round : round.reverse();
}

/** Returns a box for each of the other seats, in the order of `others`. On a narrow table the boxes are in a row at the
 * top. On a wide table they form an arch. */
export function arch(table: Box, n: number, badge: Size): Box[] {
  const wide = table.w >= 720;
  return count(n).map((i) => {
    const part = n === 1 ? 0.5 : i / (n - 1);
    if (!wide) {
      const w = Math.min(badge.w, (table.w - 4 * (n - 1)) / n);
      const cell = table.w / n;
      return { x: round(table.x + cell * i + (cell - w) / 2), y: table.y, w: round(w), h: badge.h };
    }
    const angle = Math.PI * (1 - part);
    const rx = (table.w - badge.w) / 2;
    const depth = n < 3 ? 0 : (table.h - badge.h) * 0.42;
    return {
      x: round(table.x + rx + Math.cos(angle) * rx),
      y: round(table.y + (1 - Math.sin(angle)) * depth),
      w: badge.w,
      h: badge.h,
    };
  });
}

export const centre = (box: Box): { x: number; y: number } => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });

const count = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const round = (x: number): number => Math.round(x * 100) / 100;
/** Returns a number from −1 to 1 that depends only on (i, k). So a heap looks the same in every frame. */
export const wobble = (i: number, k: number): number => {
  const x = Math.sin((i + 1) * 12.9898 + k * 78.233) * 43758.5453;
  return (x - Math.floor(x)) * 2 - 1;
};
