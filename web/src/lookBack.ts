// Looking back at a deal of one's own that has ended: the table as it was at each decision.

import type { AnyLegal, Frame, Judged } from './protocol';

type AnyJudged = Judged<unknown, AnyLegal>;

/** The table at a decision of the deal that has just ended: nothing of how it ended; it is this seat's turn, and nothing can be done. */
export function asItWas(frame: Frame, { view }: Pick<AnyJudged, 'view'>, place: number): Frame {
  const last = frame.deals[frame.deal];
  const totals = last ? last.totals.map((total, seat) => total - (last.points[seat] ?? 0)) : frame.totals;
  return { ...frame, named: true, own: true, n: -1 - place, phase: 'deal', view, totals, deals: frame.deals.slice(0, frame.deal), winners: null, must: frame.viewer === null ? [] : [frame.viewer], legal: [], since: [], undo: 0, redo: 0 };
}

/** Where looking back begins: what cost most, or else the first decision. */
export const worst = (decisions: readonly Pick<AnyJudged, 'cost' | 'costliest'>[]): number =>
  decisions.reduce((to, d, i) => (d.costliest && (!decisions[to]!.costliest || d.cost > decisions[to]!.cost) ? i : to), 0);
