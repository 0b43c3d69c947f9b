import { expect, it } from 'vitest';
import { ending } from './advicePanel';
import { translator } from '../i18n/words';
import type { Open } from './openAdvice';
import { advise, asItWas, nextMistake, standing, tried, tryAgain, worst } from './lookBack';
import type { AnyLegal, Frame, Judged, Verdict } from '../net/protocol';
import type { Match } from '../match/match';
import { isYou, seatName } from '../ui/who';

const deal = (points: number[], totals: number[]) => ({ dealer: 0, points, totals });
const over = {
  t: 'frame',
  n: 40,
  game: 'hearts',
  deal: 1,
  phase: 'over',
  viewer: 0,
  named: undefined,
  must: [],
  legal: [{ action: 'x' }],
  since: [{ kind: 'acted', seat: 1, action: 'x' }],
  seats: [
    { name: 'Guest', bot: null, here: true },
    { name: 'Bo', bot: 'club', here: true },
  ],
  totals: [30, -4],
  deals: [deal([10, 6], [10, 6]), deal([20, -10], [30, -4])],
  winners: [0],
  undo: 3,
  redo: 1,
  view: { end: true },
} as unknown as Frame;

it('who closes the advice and asks again before it is there gets it', async () => {
  const answers: ((advice: unknown) => void)[] = [];
  const match = { advise: () => new Promise((answer) => answers.push(answer)) } as unknown as Match;
  let now: Open | null = null;
  const set = (change: (now: Open | null) => Open | null) => {
    now = change(now);
  };
  const first = advise(match, { deal: 0, at: 3 }, set);
  now = null;
  const again = advise(match, { deal: 0, at: 3 }, set);
  expect(answers).toHaveLength(1);
  answers[0]!({ advice: 'to play' });
  await Promise.all([first, again]);
  expect(now).toEqual({ kind: 'advice', at: 3, advice: 'to play' });
  // A request at another decision is a new question. Once the first request is answered, a second request at the same
  // decision is a new question too.
  const other = advise(match, { deal: 0, at: 4 }, set);
  const next = advise(match, { deal: 1, at: 4 }, set);
  expect(answers).toHaveLength(3);
  answers[1]!(null);
  answers[2]!(null);
  await Promise.all([other, next]);
  void advise(match, { deal: 1, at: 4 }, set);
  expect(answers).toHaveLength(4);
});

it('looking back shows nothing of how the deal ended', () => {
  const shown = asItWas(over, { view: { end: false } }, 2);
  expect([shown.phase, shown.totals, shown.deals.length, shown.winners, shown.view]).toEqual([
    'deal',
    [10, 6],
    1,
    null,
    { end: false },
  ]);
  expect([shown.must, shown.legal, shown.since, shown.undo, shown.redo]).toEqual([[0], [], [], 0, 0]);
});

it('who looks back at an own deal is still "you"', () => {
  const t = translator('en', { 'seat.you': 'You' });
  const shown = asItWas(over, { view: null }, 0);
  expect([isYou(shown, 0), isYou(shown, 1), isYou({ ...shown, own: undefined } as never, 0)]).toEqual([
    true,
    false,
    false,
  ]);
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
    'analysis.all_won': 'all',
    'analysis.lost_at': 'at {n} of {of}',
    'analysis.lost_between': '{from} to {to}',
    'analysis.known_to': 'until {n}',
    'analysis.lost_by': 'by {n}',
  });
  const worded = (...after: Verdict[]) =>
    ending(
      after.map((outlook) => ({ done: { outlook } }) as unknown as Pick<Judged<unknown, AnyLegal>, 'done'>),
      t,
    );
  expect(worded('winnable', 'winnable')).toBe('all');
  expect(worded('winnable', 'lost', 'lost')).toBe('at 2 of 3');
  expect(worded('winnable', 'unknown', 'lost')).toBe('2 to 3');
  expect(worded('winnable', 'unknown', 'unknown')).toBe('until 1');
  expect(worded('unknown', 'lost')).toBe('by 2');
});

const choice = (action: string, points: number | null, more: object = {}) => ({
  legal: { action },
  words: action,
  points,
  error: points === null ? null : 1,
  equal: false,
  rash: false,
  outlook: null,
  ...more,
});
type Mistake = Pick<Judged<unknown, AnyLegal>, 'advice' | 'done' | 'outlook' | 'alike'>;

it('a mistake can be tried again on the table as it was', () => {
  const shown = asItWas(over, { view: { end: false } }, 2);
  const again = tryAgain(shown, [{ action: 'play 2c' }, { action: 'play 3c' }]);
  expect([again.legal.length, again.must, again.phase, again.totals]).toEqual([2, [0], 'deal', [10, 6]]);
  // The seat itself is to act, so the frame must not be `named`: a board allows no action in such a frame.
  expect([again.named, isYou(again, 0)]).toEqual([undefined, true]);
});

it('another try is told its figures, as far as they are known', () => {
  const mistake = {
    advice: {
      choices: [
        choice('a', 5),
        choice('b', 4.5, { equal: true }),
        choice('c', 1),
        choice('d', 0.5, { equal: true, rash: true }),
      ],
      reasons: [],
    },
    done: choice('c', 1),
    outlook: null,
    alike: [['f', 'c']],
  } as unknown as Mistake;
  expect(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((action) => {
      const { verdict, cost } = tried(mistake, action);
      return [verdict, cost];
    }),
  ).toEqual([
    ['among', 0],
    ['equal', 0.5],
    ['cost', 4],
    ['rash', 4.5],
    ['unexamined', 0],
    // A neighbouring card has the figures of the choice if no card in play lies between the two.
    ['cost', 4],
  ]);
  const lost = {
    advice: {
      choices: [choice('a', null, { outlook: 'winnable' }), choice('b', null, { outlook: 'lost' })],
      reasons: [],
    },
    done: choice('b', null),
    outlook: 'winnable',
    alike: [],
  } as unknown as Mistake;
  expect(['a', 'b', 'c'].map((action) => tried(lost, action).verdict)).toEqual(['won', 'lost', 'unknown']);
});

it('the best choice is called so, with by how much, and where others are about as good, one of the best', () => {
  const of = (...choices: ReturnType<typeof choice>[]) =>
    standing({ choices } as unknown as Parameters<typeof standing>[0], 'a');
  expect(of(choice('a', 5), choice('b', -0.9), choice('c', -2))).toEqual({ is: 'best', ahead: 5.9 });
  expect(of(choice('a', 5), choice('b', 4.9, { equal: true }))).toEqual({ is: 'among' });
  expect(of(choice('a', 5), choice('b', 7, { rash: true }), choice('c', 3))).toEqual({ is: 'best', ahead: 2 });
  expect(of(choice('a', 5))).toEqual({ is: 'best', ahead: null });
  expect(of(choice('b', 5), choice('a', 4.9, { equal: true }))).toEqual({ is: 'equal' });
  expect(of(choice('b', 5))).toBeNull();
});

it('from one mistake to the next, and round', () => {
  const at = (...mistakes: boolean[]) => mistakes.map((one) => ({ legal: one ? [{ action: 'x' }] : [] }));
  const all = at(true, false, true, false);
  expect([
    nextMistake(all, 0),
    nextMistake(all, 2),
    nextMistake(all, 3),
    nextMistake(at(true, false), 0),
    nextMistake(at(false, false), 1),
  ]).toEqual([2, 0, 0, null, null]);
});
