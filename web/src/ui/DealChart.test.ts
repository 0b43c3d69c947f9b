import { expect, it } from 'vitest';
import { bars } from './DealChart';

it('bars stand on zero, what was lost hangs below it', () => {
  const { y, bars: all, ticks } = bars([30, -26, 0]);
  expect(ticks).toContain(0);
  const [won, lost, none] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
  expect([won.less, lost.less]).toEqual([false, true]);
  expect(won.y + won.h).toBeCloseTo(y(0));
  expect(lost.y).toBeCloseTo(y(0));
  expect(won.h / 30).toBeCloseTo(lost.h / 26);
  // The bar of a deal without points is visible.
  expect(none.h).toBeGreaterThan(1);
  expect(all.every((bar) => bar.y >= 0 && bar.y + bar.h <= 150)).toBe(true);
});

it('however many deals, all of them have their place', () => {
  const { bars: all } = bars(Array.from({ length: 60 }, (_, i) => i));
  expect(all.at(-1)!.x + all.at(-1)!.w).toBeLessThan(640);
  expect(all.every((bar, i) => i === 0 || bar.x > all[i - 1]!.x + all[i - 1]!.w)).toBe(true);
});
