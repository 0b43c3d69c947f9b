import { describe, expect, it } from 'vitest';
import { initials, tokens } from './track';

describe('tokens on the track', () => {
  it('stand over their totals, in the order of the totals', () => {
    const at = tokens([0, 100, 50], 320, 20, 2);
    expect(at).toEqual([
      { seat: 0, x: 10, row: 0 },
      { seat: 2, x: 160, row: 0 },
      { seat: 1, x: 310, row: 0 },
    ]);
  });

  it('stand in rows where they would hide each other', () => {
    expect(tokens([40, 41], 320, 20, 2).map((one) => one.row)).toEqual([0, 1]);
  });

  it('eight on one total are all seen', () => {
    const at = tokens([0, 0, 0, 0, 0, 0, 0, 0], 330, 19, 2);
    expect(new Set(at.map((one) => `${one.x} ${one.row}`)).size).toBe(8);
  });

  it('stay on the track below 0 and above 100', () => {
    const at = tokens([-3, 118], 320, 20, 2);
    expect(at.map((one) => one.x)).toEqual([10, 310]);
  });
});

it('initials tell names apart', () => {
  expect(initials(['Ann', 'Bo', 'Ada', 'Zoé'])).toEqual(['An', 'B', 'Ad', 'Z']);
});
