import { expect, it } from 'vitest';
import { translator, type Words } from '@cardroom/ui';
import words from '../lang/en.json';
import { why } from './deal';

it('a sentence says what became of the bet, and why', () => {
  const t = translator('en', words as unknown as Words);
  const seats = ['Ann', 'Bo', 'Cleo', 'Dov'].map((name) => ({ name }));
  const said = (holder: number, first: number) =>
    why({ seats, viewer: 0, view: { bet: { seat: holder, points: 50 }, out: [first, 2, 3] } } as never, t);
  expect([said(0, 1), said(0, 0), said(1, 1), said(1, 0), said(1, 2)]).toEqual([
    'Your bet of 50 is lost: Bo went out first.',
    'Your bet of 50 is won: you went out first.',
    'Bo went out first and wins a bet of 50.',
    'You went out first: Bo loses a bet of 50.',
    'Bo loses a bet of 50: Cleo went out first.',
  ]);
});
