// Which of somebody's games can be gone on with, and in which order.

import type { TableLine } from '../net/protocol';

/** True if nobody else but bots sits there. They stop while their player is away: it goes on when that player wants.
 * A table that cannot be read has no seats. */
export const isAgainstBots = ({ seats, seat }: TableLine): boolean =>
  seats.length > 0 && seats.every((one, i) => i === seat || one.bot);

/** True if a match waits for the reader: for a move, for the word that the next deal can come, or to go on. */
export const waits = (line: TableLine): boolean =>
  line.stage === 'playing' && (line.your_turn || line.your_next || isAgainstBots(line));

/** The unfinished games of somebody: those that wait for them first, else in their order. */
export const unfinished = (lines: readonly TableLine[]): TableLine[] => {
  const open = lines.filter((line) => !line.over);
  return [...open.filter(waits), ...open.filter((line) => !waits(line))];
};

/** How many tables at which others play wait for the reader. */
export const callsIn = (lines: readonly TableLine[]): number =>
  lines.filter((line) => !line.over && waits(line) && !isAgainstBots(line)).length;

/** True if something can happen at one of the tables while the reader does nothing. */
export const changesByItself = (lines: readonly TableLine[]): boolean =>
  lines.some((line) => !line.over && !isAgainstBots(line));
