import { expect, it } from 'vitest';
import { pair, type Known } from './pairCards';
import type { Place } from './layout';

const place = (key: string, pile: string, x = 0, more: Partial<Place> = {}): Place => ({
  key,
  pile,
  x,
  y: 0,
  z: 0,
  rot: 0,
  face: key === '?' ? null : key,
  ...more,
});
const known = (...places: Place[]): Known[] => places.map((p, id) => ({ id, place: p }));
const ids = (before: Known[], after: Place[]) => pair(before, after).taken.map((t) => t.known?.id ?? null);

it('a card keeps itself when it moves to another pile', () => {
  expect(ids(known(place('Qs', 'hand'), place('2c', 'hand', 9)), [place('2c', 'hand'), place('Qs', 'trick')])).toEqual([
    1, 0,
  ]);
});

it('of two alike the one that can stay stays', () => {
  const before = known(place('Qs', 't1'), place('Qs', 't3', 50));
  expect(ids(before, [place('Qs', 't2', 20), place('Qs', 't3', 50)])).toEqual([0, 1]);
});

it('a played card takes over a back that left its seat', () => {
  const before = known(place('?', 'seat1'), place('?', 'seat1', 3), place('?', 'seat2'));
  const { taken, gone } = pair(before, [
    place('?', 'seat1'),
    place('?', 'seat2'),
    place('9h', 'trick', 90, { from: 'seat1' }),
  ]);
  expect(taken.map((t) => t.known?.id)).toEqual([0, 2, 1]);
  expect(gone).toEqual([]);
});

it('a card given away turns into a back of its new seat', () => {
  expect(ids(known(place('7d', 'hand')), [place('?', 'seat3', 40, { from: 'hand' })])).toEqual([0]);
});

it('backs do not wander between seats by themselves', () => {
  const { taken, gone } = pair(known(place('?', 'seat1')), [place('?', 'seat2')]);
  expect(taken[0]!.known).toBeNull();
  expect(gone).toHaveLength(1);
});
