import { expect, it } from 'vitest';
import type { People } from '../net/protocol';
import { whileLost } from './statusStrip';

const at = (clock: 'none' | 'fast' | 'relaxed', grace_s: number | null, more: Partial<People> = {}) =>
  whileLost({ stage: 'playing', you: 1, paused: false, settings: { clock, grace_s } as People['settings'], ...more });

it('a table that does not wait is not said to wait', () => {
  expect(at('none', null)).toBe('lost.waits');
  expect(at('none', 60)).toBe('people.grace');
  expect(at('fast', null)).toBe('lost.clock');
  expect(at('fast', 60)).toBe('lost.clock');
  expect(at('relaxed', null, { paused: true })).toBe('lost.waits');
  expect(at('none', null, { you: null })).toBe(null);
  expect(at('none', null, { stage: 'over' })).toBe(null);
});
