import { expect, it } from 'vitest';
import type { TableLine } from '../net/protocol';
import { unfinished } from './unfinishedTables';

const line = (id: string, of: Partial<TableLine>): TableLine =>
  ({ id, stage: 'playing', over: false, your_turn: false, your_next: false, ...of }) as TableLine;

it('games that wait for me stand first, also where I have to ask for the next deal; finished ones elsewhere', () => {
  const lines = [
    line('a', {}),
    line('b', { stage: 'gathering' }),
    line('c', { your_turn: true }),
    line('d', { over: true, stage: 'over' }),
    line('e', { your_next: true }),
  ];
  expect(unfinished(lines).map((one) => one.id)).toEqual(['c', 'e', 'a', 'b']);
});
