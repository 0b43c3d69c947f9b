// How fast a lesson goes from one decision to the next: move by move where that can be followed, else in a few seconds.

import type { Settings } from '../ui/settings';

/** Between two moves of others, by the reader's speed of the cards. */
const PAUSE_MS: Record<Settings['speed'], number> = { slow: 1700, normal: 1100, fast: 650, none: 450 };
/** The way to the next decision takes no longer than this, however much happens on it. */
const MOST_MS = 12_000;
/** Faster than this nobody can be told what happens move by move: then several moves at a time, so that it is soon
 * over. */
const READABLE_MS = 300;
const FAST_MS = 4000;
const FAST_STEP_MS = 100;

export interface Pace {
  /** Each move has its words; else one sentence and a bar show how far it has come. */
  isNarrated: boolean;
  /** Between two steps. */
  ms: number;
  /** Moves in a step. */
  moves: number;
}

/** The pace of a solution, by its number of moves. */
export function paceOf(way: number, speed: Settings['speed']): Pace {
  const ms = Math.min(PAUSE_MS[speed], MOST_MS / way);
  return ms < READABLE_MS
    ? { isNarrated: false, ms: FAST_STEP_MS, moves: Math.ceil((way * FAST_STEP_MS) / FAST_MS) }
    : { isNarrated: true, ms, moves: 1 };
}
