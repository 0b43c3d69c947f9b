// The speed of a lesson between two decisions: move by move if a reader can follow that, otherwise all moves in a few
// seconds.

import type { Settings } from '../ui/settings';

/** The time in ms between two moves of other players, for each speed that the reader can set. */
const PAUSE_MS: Record<Settings['speed'], number> = { slow: 1700, normal: 1100, fast: 650, none: 450 };
/** The longest time in ms between two decisions, however many moves lie between them. */
const MOST_MS = 12_000;
/** The shortest time in ms in which a reader can read the words about a move. With less time, several moves are shown
 * together, without words. */
const READABLE_MS = 300;
const FAST_MS = 4000;
const FAST_STEP_MS = 100;

export interface Pace {
  /** True if the words of each move are shown; otherwise one sentence and a bar show the progress. */
  isNarrated: boolean;
  /** The time in ms between two steps. */
  ms: number;
  /** The number of moves in a step. */
  moves: number;
}

/** Returns the pace for this number of moves between two decisions. */
export function paceOf(way: number, speed: Settings['speed']): Pace {
  const ms = Math.min(PAUSE_MS[speed], MOST_MS / way);
  return ms < READABLE_MS
    ? { isNarrated: false, ms: FAST_STEP_MS, moves: Math.ceil((way * FAST_STEP_MS) / FAST_MS) }
    : { isNarrated: true, ms, moves: 1 };
}
