// Tests which chunks of the module each message of a new visitor waits for.

import { expect, it, vi } from 'vitest';
import { whole } from './chunks';
import type { Told } from './moduleRunner';
import { NeededChunks } from './neededChunks';

const ALL = vi.hoisted(() => ['first', 'hearts', 'kael', 'rest']);
vi.mock('./chunks', async (original) => ({ ...(await original<object>()), ALL }));

const ask = (method: string, path: string, body: unknown = null): Told => ({ t: 'request', id: 7, method, path, body });
const OPEN: Told = { t: 'open', connection: 1, table: 'a', takeOver: false };
const COMMAND: Told = { t: 'command', connection: 1, text: '{}' };

it('the first card waits for the chunk of its game alone, and the first command for the rest', () => {
  const needed = new NeededChunks();
  expect(needed.by(ask('GET', 'me'))).toEqual([]);
  expect(needed.by(ask('GET', 'games'))).toEqual([]);
  expect(needed.by(ask('POST', 'tables', { game: 'kael' }))).toEqual(['kael']);
  expect(needed.by(OPEN)).toEqual(['kael']);
  expect(needed.by(COMMAND)).toEqual(['rest', 'kael', 'rest-kael']);
  expect(needed.by(ask('POST', 'tables', { game: 'hearts' }))).toEqual(['kael', 'hearts']);
  expect(needed.by({ t: 'close', connection: 1 })).toEqual(whole(['kael', 'hearts']));
});

it('the deal of the day needs the games that have one', () => {
  const needed = new NeededChunks();
  needed.by(ask('GET', 'games'));
  const games = ['hearts', 'rouge-et-noir'].map((id) => ({ id, solved: id === 'rouge-et-noir' }));
  needed.onResponse(6, '{}');
  needed.onResponse(7, JSON.stringify({ games }));
  expect(needed.by(ask('GET', 'daily'))).toEqual(whole(['rouge-et-noir']));
  expect(needed.by(ask('GET', 'me/statistics'))).toEqual(['rest']);
});

it('a lesson needs its game; records and imported tables can be of any', () => {
  const needed = new NeededChunks();
  expect(needed.by(ask('GET', 'lessons/hearts/why?step=0'))).toEqual(whole(['hearts']));
  expect(needed.by(ask('POST', 'records', '{"game":"kael"}'))).toEqual(ALL);
  expect(needed.by(ask('POST', 'me/data', { cardroom: 1, kept: [] }))).toEqual(ALL);
});
