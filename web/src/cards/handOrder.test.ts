import { expect, it } from 'vitest';
import { carried, inOrderOf } from './handOrder';

const hand = ['2c', '9c', '4d', 'Ah', 'Qs'];

it('a card is carried along the hand, to either end and no farther', () => {
  expect(carried(hand, ['Ah'], 0)).toEqual(['Ah', '2c', '9c', '4d', 'Qs']);
  expect(carried(hand, ['2c'], 2)).toEqual(['9c', '4d', '2c', 'Ah', 'Qs']);
  expect(carried(hand, ['2c'], 4)).toEqual(['9c', '4d', 'Ah', 'Qs', '2c']);
  expect(carried(hand, ['2c'], 9)).toEqual(['9c', '4d', 'Ah', 'Qs', '2c']);
  expect(carried(hand, ['Qs'], -1)).toEqual(['Qs', '2c', '9c', '4d', 'Ah']);
  expect(carried(hand, ['4d'], 2)).toEqual(hand);
});

it('cards that are carried together stay together, in the order they had', () => {
  expect(carried(hand, ['2c', 'Qs'], 1)).toEqual(['9c', '2c', 'Qs', '4d', 'Ah']);
});

it('what they are held by stands where it was let go, as near as that can be', () => {
  expect(carried(hand, ['Qs', '2c'], 2)).toEqual(['9c', '2c', 'Qs', '4d', 'Ah']);
  expect(carried(hand, ['Qs', '2c'], 0)).toEqual(['2c', 'Qs', '9c', '4d', 'Ah']);
  expect(carried(hand, ['4d', '2c', 'Qs'], 3)).toEqual(['9c', 'Ah', '2c', '4d', 'Qs']);
  expect(carried(hand, ['4d', '2c', 'Qs'], 4)).toEqual(['9c', 'Ah', '2c', '4d', 'Qs']);
});

it('an own order loses what is played and takes what comes at its end', () => {
  expect(inOrderOf(['Ah', '2c', 'Qs'], ['2c', 'Ah', 'Qs'])).toEqual(['Ah', '2c', 'Qs']);
  expect(inOrderOf(['Ah', '2c', 'Qs'], ['2c', 'Qs'])).toEqual(['2c', 'Qs']);
  expect(inOrderOf(['Ah', '2c', 'Qs'], ['2c', '3d', '7h', 'Qs'])).toEqual(['2c', 'Qs', '3d', '7h']);
});
