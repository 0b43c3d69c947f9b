// The table of a mistake, made from the position that is stored.

import type { T } from '../i18n/words';
import type { AnyLegal, Frame, Mistake, Replay } from '../net/protocol';
import { frameAt } from '../match/timeline';

export type AnyMistake = Mistake<unknown, AnyLegal>;

/** Returns the table as the reader's seat saw it. The other players have no names, because a mistake stores none. */
export function frameOf({ of, board, options, dealer, before, judged }: AnyMistake, t: T): Frame {
  const step = { since: [], view: judged.view, must: [of.seat] };
  const seats = before.map((_, seat) => ({ name: t('mistakes.player', { n: seat + 1 }), bot: null, here: true }));
  const deal = { game: of.game, board, options, seats, deal: of.deal, dealer, before };
  const replay = { ...deal, deals: [], winners: null, number: null, steps: [step, step] } as unknown as Replay;
  return { ...frameAt(replay, 0, of.seat, of.table), legal: judged.legal };
}

/** Returns whether a mistake can be shown. One that is damaged must not break the page. */
export const isWhole = ({ before, judged }: Partial<AnyMistake>): boolean =>
  [before, judged?.legal, judged?.alike, judged?.advice?.choices, judged?.advice?.reasons].every(Array.isArray) &&
  !!judged?.done;
