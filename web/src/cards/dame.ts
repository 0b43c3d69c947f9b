// La dame noire: the queen whose hair is a spade. She is one bust, drawn around the middle line of a card (x −23…23, y
// −62…0). The queen of spades, the backs, the logo and the favicon show this bust. web/public/favicon.svg contains a
// flat copy of the drawing.

import { GOLD, INK, LIPS, SKIN } from './palette';

const HAIR =
  'M0-61.5C2.6-53 18.6-46.5 18.6-34c0 6.4-4.3 9.9-9 9.9-3 0-5.6-1.3-7.2-3.4H-2.4c-1.6 2.1-4.2 3.4-7.2 ' +
  '3.4-4.7 0-9-3.5-9-9.9C-18.6-46.5-2.6-53 0-61.5Z';
const FACE =
  'M0-45.6C2.6-48 8.4-46.6 8.4-38.8 8.4-31.6 4.4-25.6 0-24.6-4.4-25.6-8.4-31.6-8.4-38.8-8.4-46.6-2.6-48 0-45.6Z';

/** Draws the head alone, for small sizes. */
export const dameHead = (edge = GOLD): string =>
  `<path d="${HAIR}" fill="${INK}" stroke="${edge}" stroke-width="1"/>` +
  `<path d="M-13.6-43.2Q-8-50.4 0-52.4 8-50.4 13.6-43.2L11.9-41.9Q7-47.6 0-49.3-7-47.6-11.9-41.9Z" fill="${GOLD}"/>` +
  `<circle cy="-52" r="1.9" fill="${LIPS}" stroke="${GOLD}" stroke-width=".7"/>` +
  `<path d="${FACE}" fill="${SKIN}"/>` +
  // Half of the face is in shadow.
  '<path d="M0-45.6C2.6-48 8.4-46.6 8.4-38.8 8.4-31.6 4.4-25.6 0-24.6 2-29 1.6-31 1.9-34 .8-38 .6-42 0-45.6' +
  `Z" fill="${INK}" opacity=".13"/>` +
  `<path d="M-6.4-38.3q2.2 1.7 4.4 0M2-38.3q2.2 1.7 4.4 0" fill="none" stroke="${INK}" stroke-width="1.1" ` +
  'stroke-linecap="round"/>' +
  '<path d="M-6.9-41.3q2.4-1.5 4.9-.5M2-41.8q2.5-1 4.9.5M.3-37.6q.9 2.3.7 3.6l-1.4.4" fill="none" ' +
  `stroke="${INK}" stroke-width=".7" stroke-linecap="round"/>` +
  `<path d="M-2.7-29.9q1.4-1.5 2.7-.7 1.3-.8 2.7.7-1.2 1.8-2.7 1.8t-2.7-1.8Z" fill="${LIPS}"/>` +
  `<circle cx="4.4" cy="-32.2" r=".55" fill="${INK}"/>`;

/** Draws the bust: head, neck, bare shoulders, black gown. */
export const dame = (): string =>
  `<path d="M-3.6-29H3.6V-19.6C4-17 20-15.6 23-4V14H-23V-4C-20-15.6-4-17-3.6-19.6Z" fill="${SKIN}"/>` +
  `<path d="M-3.6-25.8q3.6 3 7.2 0V-21Q0-18.6-3.6-21Z" fill="${INK}" opacity=".2"/>` +
  '<path d="M-24-10.5C-18-15-12.5-10-8.8-14-5.6-10.4-2.6-8-0-4.4 2.6-8 5.6-10.4 8.8-14 12.5-10 18-15 24-10.5' +
  `V14H-24Z" fill="${INK}" stroke="${GOLD}" stroke-width="1"/>` +
  `<path d="M-4.2-20.4Q0-17.6 4.2-20.4" fill="none" stroke="${GOLD}" stroke-width="1.3"/>` +
  `<path d="M0-18.4l1.7 2.6L0-12.4l-1.7-3.4Z" fill="${LIPS}" stroke="${GOLD}" stroke-width=".6"/>` +
  dameHead() +
  `<path d="M-10-30.4v2.6M10-30.4v2.6" stroke="${GOLD}" stroke-width=".8"/><circle cx="-10" cy="-26.4" ` +
  `r="1.5" fill="${GOLD}"/><circle cx="10" cy="-26.4" r="1.5" fill="${GOLD}"/>`;
