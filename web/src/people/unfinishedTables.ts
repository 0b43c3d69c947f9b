// Which of somebody's games can be gone on with, and in which order.

import type { TableLine } from '../net/protocol';

/** True if a match waits for the reader: for a move, or for the word that the next deal can come. */
export const waits = (line: TableLine): boolean => line.stage === 'playing' && (line.your_turn || line.your_next);

/** The unfinished games of somebody: those that wait for them first, else in their order. */
export const unfinished = (lines: readonly TableLine[]): TableLine[] => {
  const open = lines.filter((line) => !line.over);
  return [...open.filter(waits), ...open.filter((line) => !waits(line))];
};
