import { expect, it } from 'vitest';
import type { Frame } from '../net/protocol';
import { levelAgainst } from './levels';

it('a result is of a level where the other seats are bots of that level', () => {
  const at = (...bots: (string | null)[]) =>
    levelAgainst({ viewer: 0, seats: bots.map((bot) => ({ name: '', bot, here: true })) } as unknown as Frame);
  expect(at(null, 'club', 'club', 'club')).toBe('club');
  expect(at(null, 'club', 'expert')).toBeNull();
  expect(at(null, 'club', null)).toBeNull();
  expect(at(null, 'engine', 'engine')).toBeNull();
  // In a solitaire there are no other seats, and no bots.
  expect(at(null)).toBeNull();
});
