// The sentences of the analysis. Each must agree with its figures: `web/test/trainer.e2e.ts` compares the two.

import type { T } from '../i18n/words';
import type { AnyLegal, Judged } from '../net/protocol';
import { standing, type Tried } from './lookBack';

type Verdict = Pick<Judged<unknown, AnyLegal>, 'advice' | 'done' | 'outlook' | 'cost' | 'error'>;

/** Returns the words for the result of a decision: points, or its effect on a solitaire. */
export function verdictWords(one: Verdict, t: T): string {
  const after = one.done.outlook;
  if (after)
    return t(
      after === 'winnable'
        ? 'analysis.won_after'
        : after === 'unknown'
          ? 'analysis.unknown_after'
          : one.outlook === 'lost'
            ? 'analysis.lost_already'
            : one.outlook === 'winnable'
              ? 'analysis.lost_here'
              : 'analysis.state.lost',
    );
  const stands = standing(one.advice, one.done.legal?.action);
  if (stands?.is === 'rash') return t('advice.rash');
  if (one.cost >= 0.05) return t('analysis.cost', { cost: fixed(-one.cost, t), error: fixed(one.error, t) });
  if (stands?.is === 'best')
    return stands.ahead === null ? t('analysis.best') : t('analysis.ahead', { ahead: fixed(stands.ahead, t) });
  return t(stands?.is === 'among' ? 'analysis.among' : 'analysis.equal');
}

/** Returns the words for the result of another try. `choice` is the choice in words. */
export const triedWords = ({ verdict, ahead, cost, error }: Tried, choice: string, t: T): string =>
  t(`analysis.again.${verdict === 'best' && ahead !== null ? 'ahead' : verdict}`, {
    choice,
    cost: fixed(-cost, t),
    error: fixed(error, t),
    ahead: fixed(ahead ?? 0, t),
  });

export const fixed = (n: number, t: T): string =>
  new Intl.NumberFormat(t.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    .format(n)
    .replace('-', '\u2212');
