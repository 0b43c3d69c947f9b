import { expect, it } from 'vitest';
import { matching, wordsOf } from './commands';

const trick = ['play 9h', 'play Kh', 'play Qs', 'play Th'];

it('an action is found by its notation', () => {
  expect(matching('play Qs', trick, 'en')).toEqual(['play Qs']);
  expect(matching('qs', trick, 'en')).toEqual(['play Qs']);
});

it('or by the name, the letter, the sign of the language', () => {
  for (const text of ['Pik-Dame', 'Pik Dame', 'D♠', 'pik dame', 'Ds'])
    expect(matching(text, trick, 'de')).toEqual(['play Qs']);
  for (const text of ['dame de pique', 'la dame de pique', 'D♠'])
    expect(matching(text, trick, 'fr')).toEqual(['play Qs']);
  expect(matching('roi de coeur', trick, 'fr')).toEqual(['play Kh']);
  expect(matching('10♥', trick, 'fr')).toEqual(['play Th']);
  expect(matching('queen', trick, 'en')).toEqual(['play Qs']);
});

it('what may mean several things is done for none of them', () => {
  expect(matching('hearts', trick, 'en')).toEqual(['play 9h', 'play Kh', 'play Th']);
  expect(matching('clubs', trick, 'en')).toEqual([]);
  expect(matching('  ', trick, 'en')).toEqual([]);
});

it('combinations, values, bids', () => {
  expect(matching('4h5d', ['play 4h5d', 'play 4h'], 'en')).toEqual(['play 4h5d']);
  expect(matching('play 4h', ['play 4h5d', 'play 4h'], 'en')).toEqual(['play 4h']);
  expect(matching('−1', ['lay -1', 'lay 11'], 'en')).toEqual(['lay -1']);
  expect(matching('40', ['bid 40', 'bid 50', 'pass'], 'en')).toEqual(['bid 40']);
  expect(matching('pass', ['bid 40', 'pass'], 'en')).toEqual(['pass']);
  expect(matching('t3 f', ['t3 f', 't3 t4'], 'en')).toEqual(['t3 f']);
});

it('an action reads as cards', () => {
  expect(wordsOf('play 4hQs', 'fr')).toBe('play 4 de cœur + dame de pique');
  expect(wordsOf('bid 40', 'fr')).toBe('bid 40');
});
