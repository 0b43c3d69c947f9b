import { describe, expect, it } from 'vitest';
import { translator } from '@cardroom/ui';
import words from '../lang/en.json';
import { chips, grouped, made, nameOf, playOf } from './combination';
import { beating, bidding, taken } from './frames';

const t = translator('en', words);
const { makes } = bidding.view;

describe('names', () => {
  it.each([
    ['singleton', 'Qs', 'Q♠'],
    ['beggar', 'Jd 5c', 'Beggar 5–J'],
    ['beggar', '8c 8h', 'Beggar 8–8'],
    ['straight', '8c 4c 5d 7h 6s', 'Straight 4–8'],
    ['quarto', '7c 7d 7h 7s', 'Quarto 7777'],
    ['libra', '2c 2d 3h 4c 4s', 'Libra 22-3-44'],
    ['libra', 'Tc Td 9h 8c 8s', 'Libra 88-9-10·10'],
  ] as const)('%s %s', (kind, cards, name) => {
    expect(nameOf({ kind, cards: cards.split(' ') }, t)).toBe(name);
  });
});

it('a play is written by rank, then by suit', () => {
  expect(playOf(['4s', '2d', '3h', '2c', '4c'])).toBe('play 2c2d3h4c4s');
});

it('what is chosen is matched with what the hand can make', () => {
  expect(made(makes, ['9s', '7h'])?.kind).toBe('beggar');
  expect(made(makes, ['Qs'])?.power).toBe(13);
  expect(made(makes, ['7d', '7h'])).toBeNull();
  expect(made(makes, [])).toBeNull();
});

it('one chip a combination, cheapest suits first', () => {
  const found = chips(beating.legal);
  expect(found.map((chip) => chip.power)).toEqual([15, 16, 19, 43]);
  expect(found[1]!.ways.map((way) => way.action)).toEqual(['play 4cQs', 'play 4sQs']);
  expect(chips(taken.legal).map((chip) => chip.power)).toEqual([19, 11]);
});

it('a hand in groups holds every card once', () => {
  const hand = bidding.view.hands[0]!;
  const groups = grouped(hand, makes);
  expect(groups.flat().sort()).toEqual([...hand].sort());
  expect(groups[0]).toEqual(['2c', '2d', '3h', '4c', '4s']);
  expect(groups[groups.length - 1]).toContain('Qs');
});
