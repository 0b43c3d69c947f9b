import { expect, it } from 'vitest';
import type { TableLine } from '../net/protocol';
import { callsIn, changesByItself, isAgainstBots, unfinished, waits } from './unfinishedTables';

const person = { name: 'Bo', bot: null };
const bot = { name: 'Cleo', bot: 'club' };
const line = (id: string, of: Partial<TableLine>): TableLine =>
  ({
    id,
    seat: 0,
    seats: [person, person],
    stage: 'playing',
    over: false,
    your_turn: false,
    your_next: false,
    ...of,
  }) as TableLine;

it('games that wait for me stand first, also where I have to ask for the next deal; finished ones elsewhere', () => {
  const lines = [
    line('a', {}),
    line('b', { stage: 'gathering' }),
    line('c', { your_turn: true }),
    line('d', { over: true, stage: 'over' }),
    line('e', { your_next: true }),
    line('f', { practice: true, your_turn: true }),
  ];
  expect(unfinished(lines).map((one) => one.id)).toEqual(['c', 'e', 'a', 'b']);
});

it('bots stop while their player is away: such a table waits for its player, and nothing happens there', () => {
  const alone = line('a', { seats: [person, bot, bot] });
  expect([isAgainstBots(alone), waits(alone)]).toEqual([true, true]);
  expect(callsIn([alone]) + Number(changesByItself([alone]))).toBe(0);
  expect(isAgainstBots(line('solitaire', { seats: [person] }))).toBe(true);
  expect(waits(line('unreadable', { seats: [] }))).toBe(false);
  // A free seat is kept for a person, so it is not a seat of a bot.
  expect(isAgainstBots(line('b', { seats: [person, { ...bot, bot: null, free: true }] }))).toBe(false);
});

it('counts the tables at which others wait for me', () => {
  const lines = [
    line('a', { your_turn: true }),
    line('b', { your_next: true, seats: [person, person, bot] }),
    line('c', {}),
    line('d', { your_turn: true, seats: [person, bot] }),
    line('e', { over: true, stage: 'over' }),
    line('f', { your_turn: true, practice: true }),
  ];
  expect(callsIn(lines)).toBe(2);
  expect(changesByItself(lines)).toBe(true);
  expect(changesByItself(lines.slice(5))).toBe(false);
});
