import { expect, it } from 'vitest';
import { fall } from './fall';

it('a card sets off from its foundation and never falls through the table', () => {
  const from = { x: 200, y: 40, w: 100, h: 140 };
  for (let i = 0; i < 40; i++) {
    const way = fall(i, from, { w: 1000, h: 700 });
    expect(way[0]).toEqual({ x: 200, y: 40 });
    for (const { y } of way) expect(y).toBeLessThanOrEqual(560);
    expect(Math.abs(way.at(-1)!.x - 200)).toBeGreaterThan(300);
    expect(fall(i, from, { w: 1000, h: 700 })).toEqual(way);
  }
});
