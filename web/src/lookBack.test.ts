import { expect, it } from 'vitest';
import { ending } from './advicePanel';
import { translator } from './i18n/words';
import { asItWas, worst } from './lookBack';
import type { AnyLegal, Frame, Judged, Verdict } from './protocol';
import { isYou, seatName } from './ui/who';

const deal = (points: number[], totals: number[]) => ({ dealer: 0, points, totals });
const over = {
  t: 'frame', n: 40, game: 'hearts', deal: 1, phase: 'over', viewer: 0, named: undefined, must: [], legal: [{ action: 'x' }], since: [{ seat: 1, action: 'x' }],
  seats: [{ name: 'Guest', bot: null, here: true }, { name: 'Bo', bot: 'club', here: true }],
  totals: [30, -4], deals: [deal([10, 6], [10, 6]), deal([20, -10], [30, -4])], winners: [0], undo: 3, redo: 1, view: { end: true },
} as unknown as Frame;

it('looking back shows nothing of how the deal ended', () => {
  const shown = asItWas(over, { view: { end: false } }, 2);
  expect([shown.phase, shown.totals, shown.deals.length, shown.winners, shown.view]).toEqual(['deal', [10, 6], 1, null, { end: false }]);
  expect([shown.must, shown.legal, shown.since, shown.undo, shown.redo]).toEqual([[0], [], [], 0, 0]);
});

it('who looks back at an own deal is still "you"', () => {
  const t = translator('en', { 'seat.you': 'You' });
  const shown = asItWas(over, { view: null }, 0);
  expect([isYou(shown, 0), isYou(shown, 1), isYou({ ...shown, own: undefined } as never, 0)]).toEqual([true, false, false]);
  expect(seatName(t, shown, 0)).toBe('You');
});

const judged = (cost: number, costliest = false): Pick<Judged, 'cost' | 'costliest'> => ({ cost, costliest });
it('looking back begins where most was lost', () => {
  expect(worst([judged(3), judged(1, true), judged(2, true)])).toBe(2);
  // The step that lost a solitaire costs no points.
  expect(worst([judged(0), judged(0), judged(0, true)])).toBe(2);
  expect(worst([judged(0), judged(0)])).toBe(0);
});

it('a solitaire is said to be lost at the first step that lost it, if that is known', () => {
  const t = translator('en', {
    'analysis.all_won': 'all', 'analysis.lost_at': 'at {n} of {of}', 'analysis.lost_between': '{from} to {to}', 'analysis.known_to': 'until {n}', 'analysis.lost_by': 'by {n}',
  });
  const said = (...after: Verdict[]) => ending(after.map((outlook) => ({ done: { outlook } }) as unknown as Pick<Judged<unknown, AnyLegal>, 'done'>), t);
  expect(said('winnable', 'winnable')).toBe('all');
  expect(said('winnable', 'lost', 'lost')).toBe('at 2 of 3');
  expect(said('winnable', 'unknown', 'lost')).toBe('2 to 3');
  expect(said('winnable', 'unknown', 'unknown')).toBe('until 1');
  expect(said('unknown', 'lost')).toBe('by 2');
});
