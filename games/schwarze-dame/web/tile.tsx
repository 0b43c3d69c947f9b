// The picture of the game: the black queen in a heart.

import { DameHead, type Tile } from '@cardroom/ui';

const HEART =
  'M80 108C70 84 22 66 22 32 22 14 36 4 51 4c14 0 25 9 29 22C84 13 95 4 109 4c15 0 29 10 29 28 0 34-48 52-58 76Z';

const Emblem = () => (
  <svg viewBox="0 0 160 112" width="160" height="112" aria-hidden="true">
    <path d={HEART} fill="var(--card-red)" stroke="var(--card-gold)" stroke-width="1.5" />
    <DameHead at="translate(80 128) scale(1.9)" />
  </svg>
);

export default {
  id: 'schwarze-dame',
  Emblem,
  players: { min: 4, max: 4 },
  minutes: { min: 20, max: 30 },
  order: 2,
  ease: 'medium',
  first: { deals: 4 },
} satisfies Tile;
