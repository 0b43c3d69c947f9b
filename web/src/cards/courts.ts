// Kings, queens and jacks. Half a figure is drawn in a box of x −23…23, y −60…0. The same half is turned over for the
// other end. A sash covers the seam. The rank decides headgear and hair. The suit decides attribute and colours.

import { dame } from './dame';
import { GOLD, INK, liningColour, PAPER, SKIN, suitColour, type Suit } from './palette';
import { PIPS } from './pips';

type Court = 'J' | 'Q' | 'K';

const pip = (suit: Suit, x: number, y: number, scale: number, fill: string): string =>
  `<path d="${PIPS[suit]}" transform="translate(${x} ${y}) scale(${scale})" fill="${fill}"/>`;

const line = (d: string, stroke = INK, width = 0.8): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" ` +
  'stroke-linejoin="round"/>';

const shape = (d: string, fill: string, stroke = INK, width = 0.7): string =>
  `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"/>`;

/** Returns eyes that look away from the attribute, a nose, a mouth. */
const features = (y: number, soft: boolean): string =>
  line(`M-5.6 ${y - 2.6}q2-1.4 4-.3M1.6 ${y - 2.9}q2-1.1 4 .3`, INK, soft ? 0.6 : 0.9) +
  `<circle cx="-3.9" cy="${y}" r="1" fill="${INK}"/><circle cx="3.3" cy="${y}" r="1" fill="${INK}"/>` +
  line(`M-.4 ${y}q-1 2.7-1.1 4l1.6.4`, INK, 0.6) +
  (soft
    ? `<path d="M-2.3 ${y + 7.2}q1.2-1.2 2.3-.5 1.1-.7 2.3.5-1 1.3-2.3 1.3t-2.3-1.3Z" fill="var(--card-red)"/>`
    : '');

const head = (soft: boolean): string =>
  shape('M-3.4-30V-20H3.4V-30Z', SKIN) +
  shape(
    soft
      ? 'M-7.6-40C-7.6-31-4-26 0-25.4 4-26 7.6-31 7.6-40 7.6-49-7.6-49-7.6-40Z'
      : 'M-7.8-41C-7.8-30-4.4-25.4 0-25 4.4-25.4 7.8-30 7.8-41 7.8-50-7.8-50-7.8-41Z',
    SKIN,
  ) +
  features(-38, soft);

/** Returns shoulders and robe down to the seam. */
const robe = (suit: Suit): string =>
  shape('M-24 12V-11C-21-18.5-10-20-5-22H5C10-20 21-18.5 24-11V12Z', suitColour(suit));

const HELD: Record<Suit, string> = {
  // The attribute of each suit: a sword, a rose, an axe or a staff. It stands upright behind the shoulder, on the
  // reader's right.
  s: line('M17.6-3V-50', GOLD, 2) + line('M13.6-16H21.6', GOLD, 2.2) + shape('M16.2-18V-51L17.6-56 19-51V-18Z', PAPER),
  h: line('M17.6-2V-36', 'var(--suit-c)', 1.4) + shape('M17.6-22q4-4 4.6-1-1 3-4.6 1Z', 'var(--suit-c)', 'none'),
  d:
    line('M17.6-2V-54', GOLD, 2) +
    shape('M17.6-53C22-54 23-50 22.6-46 20-47.6 19-47.6 17.6-47.2Z', PAPER) +
    shape('M17.6-53.5q-3.4 1-3.6 3.6 2-.2 3.6.6Z', PAPER),
  c: line('M17.6-2V-44', GOLD, 2),
};

const held = (suit: Suit): string =>
  HELD[suit] +
  (suit === 'h'
    ? pip('h', 17.6, -40, 0.62, suitColour('h'))
    : suit === 'c'
      ? pip('c', 17.6, -47, 0.6, suitColour('c'))
      : '');

function king(suit: Suit): string {
  const lining = liningColour(suit);
  return (
    held(suit) +
    robe(suit) +
    // An ermine collar with its tails.
    shape('M-15-17.6L-6-22.6 0-9 6-22.6 15-17.6 0 9Z', PAPER) +
    [
      [-9.5, -15.6],
      [9.5, -15.6],
      [-5.4, -9.6],
      [5.4, -9.6],
      [0, -2.8],
    ]
      .map(([x, y]) => `<path d="M${x} ${y! - 1.6}l1.1 3.2h-2.2Z" fill="${INK}"/>`)
      .join('') +
    shape('M-9.6-44C-11.6-34-10.6-29-8.8-25.6H8.8C10.6-29 11.6-34 9.6-44Z', lining) +
    head(false) +
    // The beard covers the mouth.
    shape(
      'M-8-36.5C-8.6-25-5.4-17.6 0-15.4 5.4-17.6 8.6-25 8-36.5 6.6-31.6 4.4-32.4 0-32-4.4-32.4-6.6-31.6-8-36.5Z',
      lining,
    ) +
    line('M-3.2-29.6q3.2 1.5 6.4 0', PAPER, 1) +
    shape('M-10.4-44.4L-12.6-56.6-6.4-51.6 0-60 6.4-51.6 12.6-56.6 10.4-44.4Q0-47.4-10.4-44.4Z', GOLD) +
    line('M-10.2-46.4Q0-49.4 10.2-46.4', INK, 0.6) +
    pip(suit, 0, -52, 0.27, suitColour(suit)) +
    `<circle cx="-12.6" cy="-57" r="1.2" fill="${PAPER}" stroke="${INK}" stroke-width=".5"/>` +
    `<circle cx="12.6" cy="-57" r="1.2" fill="${PAPER}" stroke="${INK}" stroke-width=".5"/>`
  );
}

function queen(suit: Suit): string {
  const hair = suit === 'h' ? GOLD : liningColour(suit);
  return (
    held(suit) +
    shape('M-9-47C-15-40-12-32-14.6-24-15.8-20-13-15.6-9-15.6H9C13-15.6 15.8-20 14.6-24 12-32 15-40 9-47Z', hair) +
    robe(suit) +
    shape('M-8-21.4Q-9.4-12.6 0-6.6 9.4-12.6 8-21.4L3.4-23V-26H-3.4V-23Z', SKIN) +
    line('M-10.6-20.4Q-10.6-10.4 0-3.4 10.6-10.4 10.6-20.4', GOLD, 1.8) +
    line('M-6-17.6Q0-13.2 6-17.6', GOLD, 0.8) +
    pip(suit, 0, -13.4, 0.22, suitColour(suit)) +
    head(true) +
    // Hair parted in the middle, framing the face.
    shape(
      'M0-48.4C-6-49-9.4-45.6-8.8-36.6-7.4-41.6-4.4-43.6 0-44.6 4.4-43.6 7.4-41.6 8.8-36.6 9.4-45.6 6-49 0-48.4Z',
      hair,
    ) +
    shape('M-9.4-46L-10-53.4-5.6-49.8 0-57 5.6-49.8 10-53.4 9.4-46Q0-50.4-9.4-46Z', GOLD) +
    `<circle cy="-57.2" r="1.5" fill="${PAPER}" stroke="${INK}" stroke-width=".5"/>` +
    `<circle cx="-10" cy="-53.8" r="1.1" fill="${PAPER}" stroke="${INK}" stroke-width=".5"/>` +
    `<circle cx="10" cy="-53.8" r="1.1" fill="${PAPER}" stroke="${INK}" stroke-width=".5"/>`
  );
}

function jack(suit: Suit): string {
  const lining = liningColour(suit);
  const hair = suit === 'd' || suit === 'h' ? GOLD : lining;
  return (
    held(suit) +
    robe(suit) +
    // A tunic in two colours, buttoned.
    shape('M0-22H5C10-20 21-18.5 24-11V12H0Z', lining) +
    shape('M-8-20.8L0-14.6 8-20.8 5-23H-5Z', PAPER) +
    [-9.4, -4.6, 0.4].map((y) => `<circle cy="${y}" r="1" fill="${GOLD}"/>`).join('') +
    shape(
      'M-8.6-46C-12.6-38-12.6-30-10.6-25.8-8.6-25-6.8-26.4-6.6-29V-40H6.6V-29C6.8-26.4 8.6-25 10.6-25.8 ' +
        '12.6-30 12.6-38 8.6-46Z',
      hair,
    ) +
    head(false) +
    line('M-2-30.4q2 .9 4 0', INK, 0.8) +
    shape('M-7.8-40.6C-4-42 4-42 7.8-40.6 8.4-46-8.4-46-7.8-40.6Z', hair) +
    // The cap with its feather.
    shape('M-12.4-44.4C-13.4-52-6-55.4 1-54.4 9-53.6 13-50 12.4-44.4Q0-48-12.4-44.4Z', suitColour(suit)) +
    line('M-12-45.4Q0-49 12-45.4', GOLD, 1.6) +
    shape('M-8.6-50C-17-50-21-55-20.6-59.6-14-60.6-8.4-57-8.6-50Z', PAPER) +
    line('M-9-50.4Q-14-53-18.6-58', INK, 0.5) +
    pip(suit, 5, -50.4, 0.24, PAPER)
  );
}

const DRAW: Record<Court, (suit: Suit) => string> = { J: jack, Q: queen, K: king };

export const isCourt = (rank: string): rank is Court => rank in DRAW;

/** Returns the inside of a court card: frame, both halves, sash. Needs the clip path `card-half` of the sprite. */
export function court(rank: Court, suit: Suit): string {
  const noire = rank === 'Q' && suit === 's';
  const colour = suitColour(suit);
  const half = noire ? dame() : DRAW[rank](suit);
  const ground = noire ? INK : 'var(--card-ground)';
  const id = `half-${rank}${suit}`;
  const [behind, before] = noire ? [rays(), ''] : ['', pip(suit, -15.6, -51.6, 0.55, colour)];
  const upper = `<g id="${id}" clip-path="url(#card-half)">${behind}${half}${before}</g>`;
  const sash = noire
    ? `<path d="M-23 7.4L23-4.4V-7.4L-23 4.4Z" fill="${GOLD}"/>`
    : `<path d="M-23 8.4L23-4.6V-8.4L-23 4.6Z" fill="${GOLD}" stroke="${INK}" stroke-width=".6"/>` +
      [-15, -5, 5, 15].map((x) => `<circle cx="${x}" cy="${-x * 0.28}" r=".9" fill="${colour}"/>`).join('');
  return (
    `<g transform="translate(50 70)"><rect x="-23" y="-62" width="46" height="124" rx="2" fill="${ground}"/>` +
    `${upper}<use href="#${id}" transform="rotate(180)"/>${sash}` +
    `<rect x="-23" y="-62" width="46" height="124" rx="2" fill="none" stroke="${noire ? GOLD : colour}" ` +
    'stroke-width=".9"/></g>'
  );
}

/** Returns the rays of the lamp behind the black queen. */
const rays = (): string => {
  const half = Array.from({ length: 13 }, (_, i) => {
    const a = (Math.PI * (i + 0.5)) / 13;
    const [x, y] = [Math.cos(a), Math.sin(a)];
    // The rays end at the frame: 22 to the sides, 23 up.
    const out = Math.min(34, 22 / Math.abs(x || 0.001), 23 / y);
    return out < 20 ? '' : `M${f(x * 20)} ${f(-38 - y * 20)}L${f(x * out)} ${f(-38 - y * out)}`;
  }).join('');
  return `<path d="${half}" stroke="${GOLD}" stroke-width=".7" opacity=".55"/>`;
};
const f = (x: number): string => x.toFixed(1);
