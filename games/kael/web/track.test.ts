import { describe, expect, it } from 'vitest';
import { initials, tokens } from './track';

describe('tokens on the track', () => {
  it('stand over their totals, in the order of the totals', () => {
    expect(tokens([0, 100, 50], 320, 20)).toEqual([
      { seat: 0, x: 10, at: 10 },
      { seat: 2, x: 160, at: 160 },
      { seat: 1, x: 310, at: 310 },
    ]);
  });

  it('never hide each other, and none leaves the track', () => {
    for (const totals of [
      [40, 41],
      Array<number>(8).fill(0),
      Array<number>(8).fill(99),
      [38, 61, 119, 0, 75, 38, 38, 104],
    ])
      for (const [width, token] of [
        [332, 39],
        [860, 60],
        [157, 19],
      ] as const) {
        const at = tokens(totals, width, token);
        expect(at.map((one) => one.seat).sort()).toEqual(totals.map((_, seat) => seat));
        for (const [i, one] of at.entries()) {
          expect(one.x).toBeGreaterThanOrEqual(token / 2 - 0.1);
          expect(one.x).toBeLessThanOrEqual(width - token / 2 + 0.1);
          if (i > 0) expect(one.x - at[i - 1]!.x).toBeGreaterThanOrEqual(token - 0.2);
          // The tokens are ordered from the lowest total to the highest.
          if (i > 0) expect(totals[one.seat]!).toBeGreaterThanOrEqual(totals[at[i - 1]!.seat]!);
        }
      }
  });

  it('share the room on both sides of a total', () => {
    expect(tokens([50, 50], 320, 20).map((one) => one.x)).toEqual([149, 171]);
  });

  it('stand beyond the hundred where the total is beyond it, and not on it', () => {
    const [first, last, out] = tokens([-3, 100, 119], 320, 20);
    expect(first).toEqual({ seat: 0, x: 10, at: 10 });
    expect(last!.at).toBeLessThan(290);
    expect(out!.at).toBe(310);
    expect(out!.x - last!.x).toBeGreaterThanOrEqual(20);
  });
});

it('initials tell names apart', () => {
  expect(initials(['Ann', 'Bo', 'Ada', 'Zoé'])).toEqual(['An', 'B', 'Ad', 'Z']);
});
