import { expect, it } from 'vitest';
import { rowsIn } from './visibleRows';

it('draws what is in the window and a few beyond, and keeps the height of all', () => {
  for (const top of [-500, 0, 1, 63, 64, 9_999, 63_000, 80_000]) {
    const { first, end, above, below } = rowsIn(1000, 64, top, 800);
    expect(end - first).toBeLessThanOrEqual(13 + 1 + 12);
    expect(above + (end - first) * 64 + below).toBe(64_000);
    const seen = { from: Math.max(0, top), to: Math.min(64_000, top + 800) };
    if (seen.from < seen.to) {
      expect(above).toBeLessThanOrEqual(seen.from);
      expect(64_000 - below).toBeGreaterThanOrEqual(seen.to);
    }
  }
});

it('a short list is drawn whole, an empty one not at all', () => {
  expect(rowsIn(3, 64, 0, 800)).toEqual({ first: 0, end: 3, above: 0, below: 0 });
  expect(rowsIn(0, 64, 0, 800)).toEqual({ first: 0, end: 0, above: 0, below: 0 });
});
