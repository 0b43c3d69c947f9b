// Asks for advice, and looks back at a finished deal of the player: shows the table as it was at each decision.

import { wantsAllOfGame } from '../i18n/load';
import type { Open } from './openAdvice';
import type { Advised, AnyLegal, Choice, Frame, Judged } from '../net/protocol';
import type { Match } from '../match/match';

// The advice needs the words for reasons.
wantsAllOfGame.value = true;

type AnyJudged = Judged<unknown, AnyLegal>;
type AnyChoice = Choice<AnyLegal>;

type Set = (change: (now: Open | null) => Open | null) => void;

type Adviser = Pick<Match, 'advise'>;

/** The unanswered question of each match. */
const asked = new WeakMap<Adviser, { deal: number; at: number; answer: ReturnType<Match['advise']> }>();

/** Advises on the next action. If a second request for the same decision comes before the first answer, both share this
 * answer. */
export async function advise(match: Adviser, { deal, at }: Pick<Frame, 'deal' | 'at'>, set: Set): Promise<void> {
  set(() => ({ kind: 'advice', at, advice: null }));
  const open = asked.get(match);
  const answer = open?.deal === deal && open.at === at ? open.answer : match.advise();
  asked.set(match, { deal, at, answer });
  const reply = await answer.finally(() => {
    if (asked.get(match)?.answer === answer) asked.delete(match);
  });
  set((now) => {
    if (now?.kind !== 'advice' || now.at !== at) return now;
    return reply ? { kind: 'advice', at, advice: reply.advice as Advised<AnyLegal> } : null;
  });
}

type Analysis = Answered<ReturnType<Match['analyse']>>;
type Answered<Asked> = NonNullable<Awaited<Asked>>;

/** The analyses that were requested for each match, as long as nothing is undone. */
const known = new WeakMap<object, { undone: number; deals: Map<number, Analysis> }>();

export async function analysed(
  match: Pick<Match, 'analyse' | 'undone'>,
  deal: number,
  onProgress?: (done: number, of: number) => void,
): Promise<Analysis | null> {
  const found = known.get(match);
  const { deals } = found?.undone === match.undone() ? found : { deals: new Map<number, Analysis>() };
  known.set(match, { undone: match.undone(), deals });
  const reply = deals.get(deal) ?? (await match.analyse(deal, onProgress));
  if (reply) deals.set(deal, reply);
  return reply;
}

/** Returns the analyses of the first deals of a match, or null if any is missing. */
export function allAnalysed(match: Pick<Match, 'undone'>, deals: number): Analysis[] | null {
  const found = known.get(match);
  if (found?.undone !== match.undone()) return null;
  const all = Array.from({ length: deals }, (_, deal) => found.deals.get(deal));
  return all.every((one) => one !== undefined) ? all : null;
}

/** A decision of a match, by its deal and place. */
export interface Highlight {
  deal: number;
  place: number;
  one: AnyJudged;
}

/** Returns the best and the worst decision. At the best decision, the choice was farthest ahead of all other choices.
 * The worst decision cost most. Each is null if there is none. */
export function highlights(all: readonly Pick<Analysis, 'deal' | 'decisions'>[]): {
  best: Highlight | null;
  worst: Highlight | null;
} {
  let best: Highlight | null = null;
  let worst: Highlight | null = null;
  let [ahead, cost] = [0.05, 0.05];
  for (const { deal, decisions } of all)
    (decisions as AnyJudged[]).forEach((one, place) => {
      const stands = standing(one.advice, one.done.legal?.action);
      if (stands?.is === 'best' && stands.ahead !== null && stands.ahead > ahead)
        [best, ahead] = [{ deal, place, one }, stands.ahead];
      if (one.cost > cost) [worst, cost] = [{ deal, place, one }, one.cost];
    });
  return { best, worst };
}

/** The deal and the decision at which looking back begins. If they are absent, it begins at the costliest decision of
 * the last deal. */
export interface Beginning {
  deal: number;
  place: number;
  again: boolean;
}

/** Loads the cost of each decision of the deal. */
export async function look(
  match: Pick<Match, 'analyse' | 'undone'>,
  frame: Frame,
  set: Set,
  { deal, place, again }: Partial<Beginning> & { deal: number } = { deal: frame.deal },
): Promise<void> {
  const openAnalysis = (now: Open | null) => (now?.kind === 'analysis' && now.deal === deal ? now : null);
  set(() => ({ kind: 'analysis', deal, decisions: null, cost: 0, done: 0, of: 0, place: 0, shown: [] }));
  const reply = await analysed(match, deal, (done, of) =>
    set((now) => {
      const open = openAnalysis(now);
      return open && !open.decisions ? { ...open, done, of } : now;
    }),
  );
  set((now) => {
    const open = openAnalysis(now);
    if (!open) return now;
    if (!reply) return null;
    const decisions = reply.decisions as AnyJudged[];
    const shown = decisions.map((one, at) => asItWas({ ...frame, deal }, one, at));
    const at = place ?? worst(decisions);
    const legal = decisions[at]?.legal ?? [];
    return {
      ...open,
      decisions,
      cost: reply.cost,
      done: reply.done,
      of: reply.of,
      place: at,
      shown,
      again: again && legal.length ? { frame: tryAgain(shown[at]!, legal), chose: null } : null,
    };
  });
}

/** Returns the table at a decision of a finished deal, without the result of the deal. It is the turn of the viewer's
 * seat, but no action is legal. */
export function asItWas(frame: Frame, { view }: Pick<AnyJudged, 'view'>, place: number): Frame {
  const last = frame.deals[frame.deal];
  const totals = last ? last.totals.map((total, seat) => total - (last.points[seat] ?? 0)) : frame.totals;
  return {
    ...frame,
    named: true,
    own: true,
    n: -1 - place,
    phase: 'deal',
    dealer: last?.dealer ?? frame.dealer,
    view,
    totals,
    deals: frame.deals.slice(0, frame.deal),
    winners: null,
    must: frame.viewer === null ? [] : [frame.viewer],
    legal: [],
    since: [],
    undo: 0,
    redo: 0,
  };
}

/** Returns the decision at which looking back begins: the costliest one, or the first if none is marked as
 * costliest. */
export const worst = (decisions: readonly Pick<AnyJudged, 'cost' | 'costliest'>[]): number =>
  decisions.reduce(
    (to, d, i) => (d.costliest && (!decisions[to]!.costliest || d.cost > decisions[to]!.cost) ? i : to),
    0,
  );

/** Returns the shown table together with the actions among which the reader can choose again. */
export const tryAgain = (shown: Frame, legal: AnyLegal[]): Frame => ({
  ...shown,
  named: undefined,
  own: undefined,
  at: shown.n,
  legal,
});

/** Returns the next decision that can be tried again. After the last decision, returns the first. Null if there is no
 * other decision. */
export function nextMistake(decisions: readonly Pick<AnyJudged, 'legal'>[], place: number): number | null {
  const after = decisions.map((_, i) => (place + 1 + i) % decisions.length);
  return after.find((i) => i !== place && decisions[i]!.legal.length > 0) ?? null;
}

/** The standing of a choice by its figures. `best`: the best choice. `ahead` is its lead in points over the next
 * choice, or null if some figure is missing. `among`: the first of several choices that are about equally good.
 * `equal`: another choice that is about as good as the first. `cost`: a choice that costs points. `rash`: a choice that
 * is too risky. */
export type Standing = { is: 'best'; ahead: number | null } | { is: 'among' | 'equal' | 'cost' | 'rash' };

/** Returns the standing of a choice among those that were examined to the end; null for any other choice. */
export function standing({ choices }: Pick<Advised<AnyLegal>, 'choices'>, action: string | undefined): Standing | null {
  const [best, ...others] = choices;
  const choice = choices.find((one) => one.legal?.action === action);
  if (!best || !choice) return null;
  if (choice !== best) return { is: choice.rash ? 'rash' : choice.equal ? 'equal' : 'cost' };
  if (others.some((one) => one.equal && !one.rash)) return { is: 'among' };
  const next = others.filter((one) => !one.rash).map((one) => one.points);
  const known = best.points !== null && next.length > 0 && next.every((points) => points !== null);
  return { is: 'best', ahead: known ? best.points! - Math.max(...(next as number[])) : null };
}

export type Verdict = Standing['is'] | 'unexamined' | 'won' | 'lost' | 'unknown';

export interface Tried {
  choice: AnyChoice | null;
  /** Another choice that has the same effect by the rules, and therefore the same figures. */
  like: AnyChoice | null;
  verdict: Verdict;
  cost: number;
  error: number;
  ahead: number | null;
}

/** Returns the result of another try. A choice that the search discarded early has no figures. */
export function tried(
  { advice, done, outlook, alike }: Pick<AnyJudged, 'advice' | 'done' | 'outlook' | 'alike'>,
  action: string,
): Tried {
  const [best] = advice.choices;
  const same = alike.find(([one]) => one === action)?.[1];
  const choice = advice.choices.find((one) => one.legal?.action === (same ?? action)) ?? null;
  const cost = best?.points != null && choice?.points != null ? best.points - choice.points : 0;
  const stands = standing(advice, same ?? action);
  const ahead = stands?.is === 'best' ? stands.ahead : null;
  const of = (verdict: Verdict): Tried => ({
    choice,
    like: same === undefined ? null : choice,
    verdict,
    cost,
    error: choice?.error ?? 0,
    ahead,
  });
  if (outlook) return of(choice?.outlook === 'winnable' ? 'won' : done.legal?.action === action ? 'lost' : 'unknown');
  return of(stands?.is ?? 'unexamined');
}
