// Handmade frames for tests of the board. The wire format itself is checked by the server's tests.

import type { Frame } from '@cardroom/ui';
import type { Legal, Standing, View } from './types.gen';

export type TestFrame = Frame<View, Legal>;

const NAMES = ['Ann', 'Bo', 'Karin', 'Uwe', 'Maximilian', 'Zoé', 'Ina', 'Leo'];

interface Given extends Partial<Omit<TestFrame, 'view' | 'seats'>> {
  seats?: number;
  view?: Partial<View>;
}

/** Returns a frame of a table with this number of seats and five cards in each hand, on the turn of seat 0. `given`
 * replaces parts of the view. */
export function frameOf({ seats: n = 4, view: given = {}, ...rest }: Given = {}): TestFrame {
  const each = <A>(of: (seat: number) => A): A[] => Array.from({ length: n }, (_, seat) => of(seat));
  const standing: Standing = {
    dealer: 0,
    played: 0,
    totals: each(() => 0),
    mistakes: each(() => 0),
    out: each(() => null),
    ...given.standing,
  };
  const view: View = {
    seat: 0,
    step: 'play',
    next: 0,
    size: 5,
    turns: 0,
    hands: each((seat) => (seat === 0 ? ['-1', '4', '10', '10', 'X'] : null)),
    held: each(() => 5),
    known: each(() => []),
    deck: 20,
    pile: ['7', '3'],
    run: 1,
    laid: null,
    under: null,
    missing: null,
    fresh: null,
    drawn: each(() => null),
    caller: null,
    remaining: [],
    caller_cut: 0,
    mistaken: null,
    value: 38,
    callable: false,
    call_is_mistake: true,
    call_eliminates: false,
    good: null,
    last: null,
    memory: [],
    outcome: null,
    ...given,
    standing,
  };
  return {
    t: 'frame',
    n: 1,
    table: 'test',
    game: 'kael',
    board: 'pile',
    options: {},
    viewer: 0,
    at: 0,
    phase: 'deal',
    deal: 0,
    dealer: 0,
    must: view.next === null ? [] : [view.next],
    seats: each((seat) => ({ name: NAMES[seat]!, bot: seat ? 'club' : null, here: true })),
    legal: [],
    since: [],
    totals: [...standing.totals],
    deals: [],
    winners: null,
    past: 0,
    undo: 0,
    redo: 0,
    assist: false,
    assisted: false,
    advice: false,
    advised: [],
    commitment: '',
    number: null,
    window: null,
    held: null,
    played_ms: 0,
    ...rest,
    view,
  };
}

export const legalOf = (action: string, facts: Partial<Legal> = {}): Legal => {
  const [kind, ...rest] = action.split(' ') as [Legal['kind'], ...string[]];
  return {
    action,
    kind,
    cards: kind === 'lay' || kind === 'cut' ? rest : [],
    source: null,
    takes: null,
    deal: null,
    square: false,
    draws: kind === 'lay',
    ...facts,
  };
};
