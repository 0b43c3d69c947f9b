import { describe, expect, it } from 'vitest';
import { arch, cardSize, column, cross, fan, others, pile, sides } from './geometry';

const card = cardSize(60);
const box = { x: 8, y: 500, w: 344, h: 84 };

describe('fan', () => {
  it('keeps 13 cards inside a phone, a third of each in sight', () => {
    const at = fan(box, 13, card);
    expect(at[0]!.x).toBeCloseTo(8);
    expect(at[12]!.x + card.w).toBeCloseTo(352);
    expect(at[1]!.x - at[0]!.x).toBeGreaterThan(23);
  });
  it('does not stretch a short hand', () => {
    const at = fan(box, 2, card);
    expect(at[1]!.x - at[0]!.x).toBeCloseTo(card.w * 0.8);
    expect((at[0]!.x + at[1]!.x + card.w) / 2).toBeCloseTo(8 + 172);
  });
  it('leaves room between groups', () => {
    const at = fan(box, 13, card, { gaps: new Set([4]) });
    expect(at[4]!.x - at[3]!.x).toBeGreaterThan(at[1]!.x - at[0]!.x);
    expect(at[12]!.x + card.w).toBeCloseTo(352);
  });
  it('is empty for no card and centred for one', () => {
    expect(fan(box, 0, card)).toEqual([]);
    expect(fan(box, 1, card)[0]!.x).toBeCloseTo(8 + 172 - 30);
  });
  it('bends like a held hand', () => {
    const at = fan(box, 5, card, { arc: 20 });
    expect(at.map((a) => a.rot)).toEqual([-10, -5, 0, 5, 10]);
    expect(at[0]!.y).toBeGreaterThan(at[2]!.y);
  });
});

describe('column', () => {
  it('closes up before it leaves its box', () => {
    const at = column({ x: 0, y: 0, w: 60, h: 200 }, 13, card);
    expect(at[12]!.y + card.h).toBeLessThanOrEqual(200.1);
    expect(column({ x: 0, y: 0, w: 60, h: 900 }, 2, card)[1]!.y).toBeCloseTo(card.h * 0.28);
  });
});

it('a pile shows a few edges only', () => {
  const at = pile({ x: 0, y: 0, w: 60, h: 84 }, 80, card);
  expect(at[0]!.y - at[79]!.y).toBeLessThan(4);
});

describe('seats', () => {
  it('sit to the left in clockwise games and to the right in the others', () => {
    expect(sides(0, 'clockwise')).toEqual(['bottom', 'left', 'top', 'right']);
    expect(sides(2, 'counter')).toEqual(['top', 'left', 'bottom', 'right']);
    expect(sides(0, 'counter')[1]).toBe('right');
  });
  it('are read from left to right above the hand', () => {
    expect(others(4, 1, 'clockwise')).toEqual([2, 3, 0]);
    expect(others(4, 1, 'counter')).toEqual([0, 3, 2]);
    expect(others(2, null, 'clockwise')).toEqual([1]);
  });
  it('fit in a row on a phone and do not leave a desktop', () => {
    for (const w of [360, 1400]) {
      for (let n = 1; n <= 7; n++) {
        for (const b of arch({ x: 0, y: 0, w, h: 600 }, n, { w: 110, h: 44 })) {
          expect(b.x).toBeGreaterThanOrEqual(0);
          expect(b.x + b.w).toBeLessThanOrEqual(w + 0.1);
        }
      }
    }
  });
});

it('a trick leans to the side each card came from', () => {
  const [bottom, left] = cross({ x: 0, y: 0, w: 300, h: 250 }, ['bottom', 'left'], card);
  expect(bottom!.y).toBeGreaterThan(left!.y);
  expect(left!.x).toBeLessThan(bottom!.x);
});
