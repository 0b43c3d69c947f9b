import { describe, expect, it } from 'vitest';
import { translator } from '@cardroom/ui';
import shell from '../../../web/lang/en.json';
import words from '../lang/en.json';
import {
  beating,
  bidding,
  coup,
  exchanged,
  frame,
  over,
  putting,
  stopped,
  taken,
  thrownIn,
  trading,
  waiting,
} from './frames';
import { stopOf, type DameFrame } from './layout';
import { awaited, say, steps } from './say';

const t = translator('en', words, shell);
const lines = (before: DameFrame, after: DameFrame) => after.since.flatMap((event) => say(event, before, after, t));

describe('the log', () => {
  it('tells the bidding', () => {
    const bet = frame(
      { bet: { seat: 0, points: 40 }, calls: [40, 30, 0, 0], next: 1 },
      [],
      [{ kind: 'acted', seat: 0, action: 'bid 40' }],
    );
    expect(lines(bidding, bet)).toEqual(['You bet 40.']);
    expect(
      lines(
        bet,
        frame(
          { ...trading.view, bet: bet.view.bet, put: [], exchanges: 0, trades: [] },
          [],
          [{ kind: 'acted', seat: 3, action: 'pass' }],
        ),
      ),
    ).toEqual(['Karin passes.', 'You have the highest bet: 40.']);
    expect(lines(bidding, thrownIn)).toEqual(['You pass.', 'Nobody bet: the cards are dealt again.']);
  });
  it('tells the trading', () => {
    expect(lines(trading, putting)).toEqual(['You give the 3 of hearts.']);
    expect(lines(putting, exchanged)).toEqual(['Cy gives a card.', 'Trade 2: you gave 3♥ and got 10♠ from Bo.']);
    const stop = frame(
      { ...beating.view, on_table: false, tricks: [], top: null },
      [],
      [{ kind: 'acted', seat: 1, action: 'stop' }],
    );
    expect(lines(putting, stop)).toEqual(['Bo called Stop. Trade 2 is cancelled.']);
  });
  it('tells plays, passes and who takes', () => {
    const led = frame({ phase: 'showdown', next: 1 });
    expect(lines({ ...led, view: { ...beating.view, tricks: [], on_table: false } }, beating)).toEqual([
      'Karin leads Beggar 2–A.',
    ]);
    expect(lines(waiting, taken)).toEqual(['Karin passes.', 'You take the trick: 2 points.']);
    const kept = frame(
      { ...taken.view, next: 1, out: [0], piles: [12, 10, 0, 5] },
      [],
      [{ kind: 'acted', seat: 0, action: 'keep' }],
    );
    expect(lines(coup, kept)).toEqual(['You keep the trick: 10 points.']);
    expect(lines(coup, { ...kept, since: [{ kind: 'acted', seat: 0, action: 'coup 3' }] })).toEqual([
      'Coup de grâce: you give the trick to Karin, 10 points.',
    ]);
    expect(lines(taken, coup)).toEqual(['You lead the queen of spades.', 'You’re first out.']);
  });
  it('tells the end', () => {
    const before = {
      ...over,
      view: {
        ...over.view,
        phase: 'showdown' as const,
        out: [0, 2],
        on_table: false,
        tricks: over.view.tricks.slice(0, 2),
      },
    };
    expect(lines(before, over)).toEqual([
      'Bo leads the 8 of diamonds.',
      'Bo is third out.',
      'Bo takes the trick: 0 points.',
      'Karin is last and loses the pile.',
    ]);
  });
});

describe('between two frames', () => {
  it('tells a stop while the cards still lie in the trade, and what the last exchange brought', () => {
    const [told, ...more] = steps(exchanged, stopped);
    expect(more).toEqual([]);
    expect(told!.frame.view).toEqual(exchanged.view);
    expect(stopOf(told!.frame)).toBe(1);
    expect(told!.ms).toBeGreaterThanOrEqual(2000);
    const last = { ...exchanged, view: { ...exchanged.view, phase: 'showdown' as const, next: 1 } };
    const [put, done] = steps(putting, last);
    expect(put!.frame.view.put).toEqual([0, 1, 2, 3]);
    expect([done!.frame.view.phase, done!.frame.view.trades.at(-1)!.received, done!.ms]).toEqual([
      'trading',
      'Ts',
      2000,
    ]);
    // During the trading no step delays play.
    expect(steps(putting, exchanged)).toHaveLength(1);
  });
  it('all four cards lie there before they change hands', () => {
    const [step] = steps(putting, exchanged);
    expect(step?.frame.view).toMatchObject({ put: [0, 1, 2, 3], exchanges: 1, put_cards: ['3h', null, null, null] });
    expect(step?.frame.view.held).toEqual([12, 12, 12, 12]);
  });
  it('our own card too, when ours is the last', () => {
    const before = frame({ ...trading.view, put: [1, 2, 3] });
    const [step] = steps(before, { ...exchanged, since: [{ kind: 'acted', seat: 0, action: 'trade 3h' }] });
    expect(step?.frame.view.put_cards[0]).toBe('3h');
    expect(step?.frame.view.hands[0]).not.toContain('3h');
  });
  it('a trick rests before it is taken', () => {
    const [step] = steps(waiting, taken);
    expect(step?.ms).toBe('trick');
    expect(step?.frame.view).toMatchObject({ on_table: true, worth: 2, piles: [0, 0, 0, 0], passed: [1, 2, 3] });
    expect(awaited(step!.frame, t)).toBe('You take the trick.');
    expect(steps(beating, waiting)).toEqual([]);
  });
});

it('says what play waits for', () => {
  expect(awaited(bidding, t)).toBe('Bet more than 30, or pass.');
  expect(awaited(trading, t)).toBe('Choose a card for Karin.');
  expect(awaited(putting, t)).toBe('Card chosen. Waiting for Cy.');
  expect(awaited(beating, t)).toBe('Beat Beggar 2–A, or pass.');
  expect(awaited(taken, t)).toBe('You lead: play any combination.');
  expect(awaited(waiting, t)).toBe('Waiting for Karin.');
  expect(awaited(coup, t)).toBe('You’re out first: keep the trick, or play the coup.');
});
