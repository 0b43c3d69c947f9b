import { expect, it } from 'vitest';
import type { People, SeatInfo } from '../net/protocol';
import { awaited } from './waits';

const seat = (more: Partial<SeatInfo> = {}): SeatInfo => ({ name: 'Ann', bot: null, here: true, ...more });
const at = (open: 'alone' | 'friends' | 'public', clock: 'none' | 'fast', seats: SeatInfo[], you = 0) =>
  awaited({ seats, settings: { open, clock } as People['settings'], you });

it('friends without a clock read whom the next deal waits for', () => {
  const seats = [seat(), seat({ ready: true }), seat({ looks: true }), seat({ here: false }), seat({ bot: 'club' })];
  expect(at('friends', 'none', [...seats, seat({ stand_in: 'club' }), seat()])).toEqual([0, 6]);
  expect(at('friends', 'none', seats, 2), 'who reads this looks at nothing else').toEqual([0, 2]);
  expect(at('friends', 'none', [seat({ ready: true })])).toEqual([]);
  expect(at('friends', 'fast', seats)).toBe(null);
  expect(at('public', 'none', seats)).toBe(null);
});
