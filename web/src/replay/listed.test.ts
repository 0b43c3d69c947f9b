import { expect, it } from 'vitest';
import { listed } from './listed';

it('whoever reloads the page stays listed at the same place, and whoever has gone is listed for some seconds', () => {
  const seen = new Map<string, number>();
  expect(listed(seen, ['Ann', 'Bo'], 0)).toEqual(['Ann', 'Bo']);
  expect(listed(seen, ['Bo'], 1_000)).toEqual(['Ann', 'Bo']);
  expect(listed(seen, ['Bo', 'Ann'], 3_000)).toEqual(['Ann', 'Bo']);
  expect(listed(seen, ['Bo'], 6_999)).toEqual(['Ann', 'Bo']);
  expect(listed(seen, ['Bo'], 7_000)).toEqual(['Bo']);
});
