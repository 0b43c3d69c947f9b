// The reader's unfinished games, and their order.

import type { TableLine } from '../net/protocol';

/** Returns whether all other seats have bots. A game against bots stops while its player is away, and can be continued
 * at any time. If a table cannot be read, it has no seats, and the result is false. */
export const isAgainstBots = ({ seats, seat }: TableLine): boolean =>
  seats.length > 0 && seats.every((one, i) => i === seat || one.bot);

/** Returns whether the reader has to do something in a match. The reader may have to move, to agree to the next deal,
 * or to continue a game against bots. */
export const waits = (line: TableLine): boolean =>
  line.stage === 'playing' && (line.your_turn || line.your_next || isAgainstBots(line));

/** Returns whether a game goes on. Practice can be left at any time, so it does not count. */
const goesOn = ({ over, practice }: TableLine): boolean => !over && !practice;

/** Returns the unfinished games. The games that wait for the reader are first. Neither group is sorted. */
export const unfinished = (lines: readonly TableLine[]): TableLine[] => {
  const open = lines.filter(goesOn);
  return [...open.filter(waits), ...open.filter((line) => !waits(line))];
};

/** Returns the number of tables with other people that wait for the reader. */
export const callsIn = (lines: readonly TableLine[]): number =>
  lines.filter((line) => goesOn(line) && waits(line) && !isAgainstBots(line)).length;

/** Returns whether the state of one of the tables can change while the reader does nothing. */
export const changesByItself = (lines: readonly TableLine[]): boolean =>
  lines.some((line) => goesOn(line) && !isAgainstBots(line));
