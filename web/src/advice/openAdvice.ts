// The state of the advice, or of the analysis, that is open beside a table.

import type { Advised, AnyLegal, Frame, Judged } from '../net/protocol';

export type AnyAdvice = Advised<AnyLegal>;
export type AnyJudged = Judged<unknown, AnyLegal>;

/** A decision that the reader tries again. It contains the table with the legal actions, and the new choice once it is
 * made. `barred`: true if the last attempt was not legal. */
export interface Again {
  frame: Frame;
  chose: string | null;
  barred?: boolean;
}
export type Open =
  | { kind: 'advice'; at: number; advice: AnyAdvice | null; picked?: string }
  | {
      kind: 'analysis';
      deal: number;
      decisions: AnyJudged[] | null;
      cost: number;
      done: number;
      of: number;
      place: number;
      shown: Frame[];
      again?: Again | null;
    };
