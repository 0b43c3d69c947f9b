import { expect, it } from 'vitest';
import { shiftInto } from './shiftInto';

it('what reaches beyond an edge moves in, what does not stays', () => {
  expect(shiftInto(100, 290, 6, 354)).toBe(0);
  expect(shiftInto(230, 420, 6, 354)).toBe(-66);
  expect(shiftInto(-40, 150, 6, 354)).toBe(46);
  expect(shiftInto(0, 500, 6, 354), 'too wide: its beginning is read').toBe(6);
});
