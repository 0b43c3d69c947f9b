import { expect, it } from 'vitest';
import words from '../../../games/hearts/lang/en.json';
import { translator, type Words } from '../i18n/words';
import { rowsOf, why } from './TrickCount';

/** Two tricks of Schwarze Dame. Each trick is worth ten points, minus the cost of the hearts and of the queen of spades
 * in it. */
const view = {
  takers: [1, 3],
  tricks: [
    { leader: 0, cards: ['5h', 'Kh', '2h', '3c'], parts: [10, -5, -13, -2, 0] },
    { leader: 1, cards: ['Qs', 'Ks', '2d', '4s'], parts: [10, -26, 0, 0, 0] },
  ],
  points: [0, -10, 0, -16],
};

it('a deal of Schwarze Dame is counted row by row, and the rows come to its points', () => {
  const rows = rowsOf(view as unknown as Parameters<typeof rowsOf>[0]);
  expect(rows).toEqual([
    { key: 'tricks', of: [0, 1, 0, 1] },
    { key: 'won', of: [0, 10, 0, 10] },
    { key: 'hearts', of: [0, -20, 0, 0] },
    { key: 'queen', of: [0, 0, 0, -26] },
  ]);
  const sums = view.points.map((_, seat) => rows.slice(1).reduce((sum, row) => sum + row.of[seat]!, 0));
  expect(sums).toEqual(view.points);
});

it('a sentence says why, with the figures of the count', () => {
  const t = translator('en', words as unknown as Words);
  const seats = ['Ann', 'Bo', 'Cy', 'Di'].map((name) => ({ name }));
  const said = (of: object, seat: number) => why({ view: of, viewer: seat, seats } as never, seat, t);
  expect([0, 1, 3].map((seat) => said(view, seat))).toEqual([
    'You took no trick.',
    'Hearts cost you 20 points.',
    'The queen of spades cost you 26 points.',
  ]);
  const both = { ...view, takers: [3, 3], points: [0, 0, 0, -26] };
  expect(said(both, 3)).toBe('The queen of spades cost you 26 points, hearts 20 more.');
  const dry = { ...view, tricks: [{ leader: 0, cards: ['3c', '4c', '5c', '6c'], parts: [10, 0, 0, 0, 0] }] };
  expect(said({ ...dry, takers: [3], points: [0, 0, 0, 10] }, 3)).toBe(
    'You took no hearts and stayed clear of the queen of spades.',
  );
  // One player has taken all penalty points, so the other players get them.
  const moon = {
    takers: [1],
    tricks: [{ leader: 0, cards: ['5h', 'Kh', '2h', 'Qs'], parts: [1, 1, 1, 13] }],
    points: [16, 0, 16, 16],
  };
  expect([0, 1].map((seat) => said(moon, seat))).toEqual(['Bo shot the moon.', 'You shot the moon.']);
});
