// The picture of the game: a moon of hearts over the queen of spades.

import type { Tile } from '@cardroom/ui';

const HEART = 'M0 9C-3 4-13-1-13-9c0-5 4-7 7-7 3 0 5 2 6 5 1-3 3-5 6-5 3 0 7 2 7 7C13-1 3 4 0 9Z';

const Emblem = () => (
  <svg viewBox="0 0 160 112" width="160" height="112" aria-hidden="true">
    <path d="M98 8a48 48 0 1 0 40 74A40 40 0 0 1 98 8Z" fill="var(--card-gold)" />
    {[
      [60, 34],
      [52, 62],
      [66, 88],
    ].map(([x, y]) => (
      <path
        key={y}
        d={HEART}
        transform={`translate(${x} ${y})`}
        fill="var(--card-red)"
        stroke="var(--card-gold)"
        stroke-width="0.8"
      />
    ))}
    <g transform="rotate(9 112 58)">
      <use href="#card-Qs" x="86" y="22" width="56" height="78.4" />
    </g>
  </svg>
);

export default {
  id: 'hearts',
  Emblem,
  players: { min: 4, max: 4 },
  minutes: { min: 20, max: 40 },
  few: true,
  order: 3,
  ease: 'medium',
  first: { to: 50 },
} satisfies Tile;
