import { describe, expect, it } from 'vitest';
import { fateOf, waitingFor } from './ahead';
import { beating, bidding, coup, frame, over, taken, trading, waiting } from './frames';
import type { DameFrame } from './layout';

/** The others are to act, so an action that is chosen now waits for the player's turn. */
const then = { ...waiting, at: 7 };
const libra = 'play 2c2d3h4c4s';
const turn = (from: DameFrame, rest: Partial<DameFrame> = {}): DameFrame => ({
  ...from,
  at: 8,
  since: [{ kind: 'acted', seat: 3, action: 'pass' }],
  ...rest,
});

/** The player's turn in the same trick, after two seats have passed. */
const same = turn({ ...beating, view: { ...beating.view, tricks: waiting.view.tricks } });
/** The player's turn in the next trick: another seat took the trick and has led. */
const next = turn({ ...beating, view: { ...beating.view, tricks: [...taken.view.tricks, beating.view.tricks[0]!] } });

describe('a play that waits', () => {
  const play = waitingFor('play 7d9s', then);
  it('waits while another is to act, and while a trick rests', () => {
    expect(fateOf(play, then)).toBe('keep');
    expect(fateOf(play, { ...then, since: [{ kind: 'acted', seat: 2, action: 'pass' }] })).toBe('keep');
    // An intermediate step already shows the next view, but no action is legal during the step.
    expect(fateOf(play, { ...same, must: [], legal: [] })).toBe('keep');
  });
  it('is sent when its turn has come, also to lead, also in the next trick', () => {
    expect(fateOf(play, same)).toBe('send');
    expect(fateOf(play, next)).toBe('send');
    expect(fateOf(play, turn(taken))).toBe('send');
  });
  it('stays while the first one out decides about a trick', () => {
    expect(fateOf(play, { ...coup, viewer: 1, must: [0], legal: [], since: [], at: 7 })).toBe('keep');
  });
  it('is handed back when something stronger lies there', () => {
    const beaten = turn(same, { legal: same.legal.filter((one) => one.action !== 'play 7d9s') });
    expect(fateOf(play, beaten)).toBe('weak');
    expect(fateOf(waitingFor(libra, then), beaten), 'what is strong enough goes').toBe('send');
  });
});

describe('a pass that waits', () => {
  const pass = waitingFor('pass', then);
  it('passes in its trick', () => {
    expect(fateOf(pass, then)).toBe('keep');
    expect(fateOf(pass, same)).toBe('send');
  });
  it('does not pass in the next trick, nor before it', () => {
    expect(fateOf(pass, next)).toBe('trick');
    expect(fateOf(pass, turn(taken))).toBe('trick');
    expect(fateOf(pass, { ...next, must: [1], legal: [] })).toBe('trick');
    expect(fateOf(pass, { ...coup, viewer: 1, must: [0], legal: [], since: [], at: 7 })).toBe('trick');
  });
  it('is dropped where one has to lead', () => {
    expect(fateOf(waitingFor('pass', { ...then, view: taken.view }), turn(taken))).toBe('trick');
  });
});

describe('nothing waits', () => {
  const all = [waitingFor('play 7d9s', then), waitingFor('pass', then)];
  const gone = (at: DameFrame) => {
    for (const one of all) expect(fateOf(one, at)).toBe('gone');
  };
  it('when the deal is over, or in another', () => {
    gone({ ...over, since: [] });
    gone({ ...same, phase: 'between' });
    gone({ ...same, deal: 2 });
  });
  it('in the bidding and in the trading', () => {
    gone({ ...bidding, since: [] });
    gone({ ...trading, since: [] });
  });
  it('when a bot has begun to play for the seat, has played, or somebody else has used the turn', () => {
    gone({ ...then, since: [{ kind: 'took_over', seat: 0, player: 'bot', timeUp: false }] });
    gone({ ...then, since: [{ kind: 'took_over', seat: 0, player: 'left', timeUp: false }] });
    gone({ ...then, since: [{ kind: 'acted', seat: 0, action: 'pass', bot: 'away' }] });
    gone({ ...then, at: 9 });
    gone({ ...same, at: 10 });
    expect(
      fateOf(all[0]!, {
        ...then,
        since: [
          { kind: 'took_over', seat: 1, player: 'bot', timeUp: false },
          { kind: 'acted', seat: 2, action: 'pass', bot: 'away' },
        ],
      }),
      'for another',
    ).toBe('keep');
  });
  it('for who watches; and a look back is no news', () => {
    gone({ ...same, viewer: null });
    for (const one of all) expect(fateOf(one, { ...same, named: true })).toBe('keep');
  });
  it('when it has been sent and done: the next frame has its own number', () => {
    gone(frame({ ...same.view, next: 1 }, [], [{ kind: 'acted', seat: 0, action: 'play 7d9s' }], { at: 9 }));
  });
});
