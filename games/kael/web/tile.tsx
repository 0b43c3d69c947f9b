// The picture of the game: the cards −1, 0 and X.

import type { Tile } from '@cardroom/ui';
import './cards';

const Emblem = () => (
  <svg viewBox="0 0 160 112" width="160" height="112" aria-hidden="true">
    <g transform="rotate(-15 80 190)">
      <use href="#card-X" x="46" y="10" width="68" height="95.2" />
    </g>
    <g transform="rotate(0 80 190)">
      <use href="#card-0" x="46" y="8" width="68" height="95.2" />
    </g>
    <g transform="rotate(15 80 190)">
      <use href="#card--1" x="46" y="10" width="68" height="95.2" />
    </g>
  </svg>
);

export default {
  id: 'kael',
  Emblem,
  players: { min: 2, max: 8 },
  minutes: { min: 15, max: 30 },
  few: true,
  order: 1,
  ease: 'easy',
  first: { match_end: 'first_out' },
} satisfies Tile;
