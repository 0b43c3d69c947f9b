// The levels of bots: their names, and the level of the bots against which a player plays at a table.

import type { T } from '../i18n/words';
import type { Frame } from '../net/protocol';

/** Returns the name of a level. */
export const levelWords = (level: string, t: T): string => (t.has(`level.${level}`) ? t(`level.${level}`) : level);

/** Returns the level of the bots at the other seats. Null if these seats have people, external bots, or bots of several
 * levels. */
export function levelAgainst({ seats, viewer }: Pick<Frame, 'seats' | 'viewer'>): string | null {
  const levels = new Set(seats.flatMap(({ bot }, seat) => (seat === viewer ? [] : [bot])));
  const [level] = levels;
  return levels.size === 1 && level && level !== 'engine' ? level : null;
}
