import { expect, it } from 'vitest';
import { paceOf } from './lessonPace';

it('the way to the next decision is told move by move, or is over in a few seconds: never a silent minute', () => {
  for (const speed of ['slow', 'normal', 'fast', 'none'] as const) {
    for (let way = 1; way <= 400; way++) {
      const { isNarrated, ms, moves } = paceOf(way, speed);
      const takes = Math.ceil(way / moves) * ms;
      expect(takes, `${way} moves, ${speed}`).toBeLessThanOrEqual(isNarrated ? 12_000 : 4_100);
      // Words about a move stay long enough to be read. If there is too little time for that, one sentence and a
      // progress bar are shown instead.
      if (isNarrated) expect(ms).toBeGreaterThanOrEqual(300);
    }
  }
  expect(paceOf(3, 'normal')).toEqual({ isNarrated: true, ms: 1100, moves: 1 });
  expect(paceOf(120, 'normal').isNarrated).toBe(false);
});
