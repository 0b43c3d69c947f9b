import { expect, it } from 'vitest';
import { forced as atKael } from '../../../games/kael/web/say';
import { frameOf, legalOf } from '../../../games/kael/web/fixture';
import { forced as atDame } from '../../../games/la-dame-noire/web/say';
import { bidding, cannot, coup, putting, trading } from '../../../games/la-dame-noire/web/frames';
import { forcedOf } from './forcedMove';
import type { Frame } from '../net/protocol';

const frame = (rest: Partial<Frame> = {}): Frame => ({ ...cannot, ...rest }) as Frame;

it('one legal action of the seat that is awaited is forced', () => {
  expect(forcedOf(frame(), {})).toBe('pass');
  expect(forcedOf(frame({ legal: [...cannot.legal, ...cannot.legal] }), {})).toBe(null);
  expect(forcedOf(frame({ must: [1] }), {})).toBe(null);
  expect(forcedOf(frame({ viewer: null }), {})).toBe(null);
  expect(forcedOf(frame({ held: 'pass' }), {}), 'a move that waits is made').toBe(null);
  expect(forcedOf(frame({ phase: 'between' }), {})).toBe(null);
  const rest = { seat: 0, at: 1, accepted: [], open: [1] };
  expect(forcedOf(frame({ rest }), {}), 'a card would take back the offer to end the deal').toBe(null);
  expect(forcedOf(frame({ rest: { ...rest, accepted: null } }), {}), 'nothing is offered yet').toBe('pass');
  expect(forcedOf(frame({ named: true }), {}), 'nothing is done in a replay').toBe(null);
  const since = [{ kind: 'undo', seat: null }] as const;
  expect(forcedOf(frame({ since }), {}), 'an undone action is not done again').toBe(null);
  expect(forcedOf(frame({ seats: cannot.seats.slice(0, 1) }), {}), 'a solitaire does not run away').toBe(null);
});

it('La Dame Noire: where nothing beats the trick; never a stop, a bid or a coup', () => {
  expect(atDame(cannot)).toBe(true);
  for (const other of [bidding, trading, putting, coup]) expect(atDame(other)).toBe(false);
  expect(forcedOf(frame({ ...putting, must: [0] } as Partial<Frame>), { forced: atDame })).toBe(null);
});

it('Kaël: only what lies open for all to see; else the pace would tell who holds a claim (K12)', () => {
  const draw = [legalOf('draw deck')];
  const of = (view: Parameters<typeof frameOf>[0] & object) =>
    forcedOf(frameOf(view) as Frame, { forced: atKael as never });
  expect(of({ legal: draw, view: { step: 'draw', under: null } })).toBe('draw deck');
  // If the seat held a matching card, it could cut here (K14). An automatic action would reveal that the seat has no
  // matching card.
  expect(of({ legal: [legalOf('show')], view: { step: 'show' } })).toBe(null);
  expect(of({ legal: draw, view: { step: 'play', hands: [[], null, null, null] } })).toBe(null);
  expect(of({ legal: draw, view: { step: 'draw', under: 0 } })).toBe(null);
});
