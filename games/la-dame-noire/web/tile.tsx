// The picture of the game: the queen of spades with a bet that is being raised.

import type { Tile } from '@cardroom/ui';

/** A pile of counters, with the last counter still above it. */
const Stake = ({ x, counters }: { x: number; counters: number }) => (
  <g transform={`translate(${x} 104)`}>
    {Array.from({ length: counters }, (_, i) => (
      <Counter key={i} y={-i * 6.5} />
    ))}
  </g>
);

const Counter = ({ y }: { y: number }) => (
  <g transform={`translate(0 ${y})`} stroke="#3c2c08" stroke-width="1">
    <path d="M-19-6v6a19 6.5 0 0 0 38 0v-6Z" fill="#a67c22" />
    <ellipse cy="-6" rx="19" ry="6.5" fill="var(--card-gold)" />
    <ellipse cy="-6" rx="11" ry="3.6" fill="none" />
  </g>
);

const Emblem = () => (
  <svg viewBox="0 0 160 112" width="160" height="112" aria-hidden="true">
    <g transform="rotate(-7 52 56)">
      <use href="#card-Qs" x="14" y="2" width="76" height="106.4" />
    </g>
    <Stake x={122} counters={6} />
    <g transform="translate(122 46) rotate(-14)">
      <Counter y={0} />
    </g>
  </svg>
);

export default {
  id: 'la-dame-noire',
  Emblem,
  players: { min: 4, max: 4 },
  minutes: { min: 25, max: 40 },
  order: 4,
  ease: 'hard',
  first: { deals: 1 },
} satisfies Tile;
