// The remaining deals for a player who is out of the match: the player's rank, and the way to the result.

import { effect } from '@preact/signals';
import type { Match } from '../match/match';
import type { Frame } from '../net/protocol';

export type Skipped = Pick<Match, 'frame' | 'order' | 'hurry'>;

/** Returns whether only bots still play, so that the remaining deals can be played without pauses. */
export const onlyBotsPlay = ({ seats }: Frame, isOut: (seat: number) => boolean): boolean =>
  seats.every(({ bot, stand_in }, seat) => isOut(seat) || (bot !== null && bot !== 'engine' && !stand_in));

/** Returns the rank of an eliminated seat. Seats that still play rank before it. So do seats that were eliminated
 * later, or in the same deal with fewer points. */
export function placeOf({ seats, deals, totals }: Frame, own: number, isOut: (seat: number) => boolean): number {
  const played = (seat: number) => deals.filter((deal) => deal.points[seat] !== null).length;
  const before = (seat: number) =>
    !isOut(seat) || played(seat) > played(own) || (played(seat) === played(own) && totals[seat]! < totals[own]!);
  return 1 + seats.filter((_, seat) => seat !== own && before(seat)).length;
}

/** Plays the remaining deals without pauses, one after the other. Stops if the table refuses. */
export async function skip(match: Skipped): Promise<void> {
  for (;;) {
    const { phase, deal, rest } = match.frame.value!;
    if (phase === 'over' || (phase === 'deal' && !rest)) return;
    const refused = await match.order(
      phase === 'between' ? { t: 'next' } : { t: 'rest', seat: rest!.seat, at: rest!.at, on: true },
    );
    if (refused) return;
    match.hurry();
    await new Promise<void>((done) => {
      const stop = effect(() => {
        const now = match.frame.value!;
        if (now.phase !== phase || now.deal !== deal) queueMicrotask(() => (stop(), done()));
      });
    });
  }
}
