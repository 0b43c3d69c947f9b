// The picture of the game: a fan of cards, red on black on red.

import type { Tile } from '@cardroom/ui';
import type { View } from './types.gen';

const FAN = ['Kh', 'Qs', 'Jd', 'Tc', '9h'];

const Emblem = () => (
  <svg viewBox="0 0 160 112" width="160" height="112" aria-hidden="true">
    {FAN.map((face, i) => (
      <g key={face} transform={`rotate(${(i - 2) * 15} 80 140)`}>
        <use href={`#card-${face}`} x="50" y="12" width="60" height="84" />
      </g>
    ))}
  </svg>
);

export default {
  id: 'rouge-et-noir',
  Emblem,
  players: { min: 1, max: 1 },
  minutes: { min: 10, max: 20 },
  full: 104,
  order: 5,
  ease: 'medium',
  /** Returns the open card of each column. */
  faces: (opening) => (opening as View).tableaus.flatMap((cards) => cards.slice(-1)),
} satisfies Tile;
