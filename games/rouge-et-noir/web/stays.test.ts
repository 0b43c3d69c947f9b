import { expect, it } from 'vitest';
import type { RougeFrame } from './layout';
import { placeOf, staying, type Stays } from './stays';

interface Lies {
  t1?: string[];
  t2?: string[];
  hand?: string;
  discard?: string[];
  hearts?: string;
  clubs?: string;
  redo?: number;
  homes?: string[];
  deal?: number;
}

const at = ({
  t1 = [],
  t2 = [],
  hand,
  discard = [],
  hearts = '4h',
  clubs = '7c',
  redo = 0,
  homes = [],
  deal = 0,
}: Lies): RougeFrame =>
  ({
    deal,
    redo,
    legal: homes.map((from) => ({ action: `${from} f`, from, to: 'f' })),
    view: {
      tableaus: [t1, t2, [], [], [], [], [], []],
      hand: hand ?? null,
      discard,
      foundations: [
        [clubs, 'Ac'],
        ['Ad', 'Ad'],
        [hearts, 'Ah'],
        ['As', 'As'],
      ],
    },
  }) as unknown as RougeFrame;

/** Returns the cards that stay off the foundations after these frames have been shown. */
const after = (...frames: RougeFrame[]): string[] => {
  let stays: Stays = new Set();
  frames.forEach((frame, i) => {
    stays = staying(stays, frames[i - 1] ?? null, frame);
  });
  return [...stays];
};

const gone = at({ t1: ['9s'], hearts: '5h' });
const back = at({ t1: ['9s', '5h'], redo: 1, homes: ['t1'] });

it('a card taken back stays through other moves, until its player moves it', () => {
  expect(after(gone, back)).toEqual(['t1 1 5h']);
  expect(after(gone, back)).toEqual([placeOf(back, 't1')]);
  const turned = at({ t1: ['9s', '5h'], hand: 'Kd' });
  expect(after(gone, back, turned)).toEqual(['t1 1 5h']);
  const covered = at({ t1: ['9s', '5h', '4c'] });
  expect(after(gone, back, turned, covered)).toEqual(['t1 1 5h']);
  expect(after(gone, back, turned, at({ t1: ['9s'], t2: ['5h'], hand: 'Kd' }))).toEqual([]);
  expect(after(gone, back, gone)).toEqual([]);
  expect(after(gone, back, gone, back)).toEqual(['t1 1 5h']);
});

it('only what comes from a foundation was taken back: not a turned card, not a move between columns', () => {
  expect(after(at({ t1: ['9s', '5h'], hand: 'Kd' }), back)).toEqual([]);
  expect(after(at({ t1: ['9s'], t2: ['5h'] }), back)).toEqual([]);
});

it('the other card of the same kind goes', () => {
  const two = at({ t1: ['9s', '5h'], t2: ['5h'], redo: 1 });
  expect(after(at({ t1: ['9s'], t2: ['5h'], hearts: '5h' }), two)).toEqual(['t1 1 5h']);
});

it('the card in hand stays on the discard pile, and when that is taken back too in the hand', () => {
  const inHand = at({ hand: '8c', discard: ['2d'], redo: 1 });
  const aside = at({ discard: ['2d', '8c'] });
  const home = at({ discard: ['2d'], clubs: '8c' });
  expect(after(home, inHand)).toEqual(['hand 0 8c']);
  expect(after(home, inHand, aside)).toEqual(['discard 1 8c']);
  expect(after(home, inHand, aside, at({ discard: ['2d', '8c'], hand: '3d' }))).toEqual(['discard 1 8c']);
  expect(after(home, inHand, aside, inHand)).toEqual(['hand 0 8c']);
  // [R8] A redeal has made the discards the stock again, so cards that are turned up later are not marked as staying.
  expect(after(home, inHand, aside, at({}))).toEqual([]);
});

it('several that are taken back at once stay where they lie open', () => {
  const far = at({ t1: ['9s', '5h'], t2: ['8c'], redo: 3 });
  expect(after(at({ t1: ['9s'], hearts: '5h', clubs: '8c' }), far)).toEqual(['t1 1 5h', 't2 0 8c']);
});

it('who comes to a table where something was just taken back finds it lying; in another deal nothing stays', () => {
  expect(after(back)).toEqual(['t1 1 5h']);
  expect(after({ ...back, redo: 0 })).toEqual([]);
  expect(after(gone, back, at({ t1: ['9s', '5h'], deal: 1 }))).toEqual([]);
});
