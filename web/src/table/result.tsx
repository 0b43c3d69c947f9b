// The result of a match of several players: who stands where, over how many deals, and how long it took.

import { FairnessLine } from '../fair/fairnessLine';
import { withSideWords } from '../ui/withWords';
import type { T } from '../i18n/words';
import type { Frame } from '../net/protocol';
import type { Match } from '../match/match';
import './result.css';
import { clock } from '../ui/clock';
import { isYou, seatName } from '../ui/who';

export const Result = withSideWords(function Result({ match, frame, t }: { match: Match; frame: Frame; t: T }) {
  const rows = standing(frame);
  return (
    <>
      <div class="result">
        <ol>
          {rows.map(({ seat, place, points, won }) => (
            <li key={seat} class={`${won ? 'won' : ''}${isYou(frame, seat) ? ' own' : ''}`} value={place}>
              <i aria-hidden="true">{won ? <Star /> : t.num(place)}</i>
              <span>
                <bdi translate={false}>{seatName(t, frame, seat)}</bdi>
              </span>
              <b>{t.num(points)}</b>
            </li>
          ))}
        </ol>
        <p class="muted">{t('result.took', { n: frame.deals.length, time: clock(frame.played_ms) })}</p>
      </div>
      <FairnessLine
        from="tables"
        id={frame.table}
        seats={frame.seats}
        shuffle={match.shuffle.value?.is ?? null}
        you={frame.viewer}
      />
    </>
  );
});

/** Seats from the first to the last; who has as many points shares a place. In some games few points are good: the
 * winners tell. */
export function standing({
  totals,
  winners,
}: Pick<Frame, 'totals' | 'winners'>): { seat: number; place: number; points: number; won: boolean }[] {
  const best = winners?.[0];
  const few = best !== undefined && totals[best]! < Math.max(...totals);
  const order = totals
    .map((points, seat) => ({ seat, points, won: winners?.includes(seat) ?? false }))
    .sort((a, b) => Number(b.won) - Number(a.won) || (few ? a.points - b.points : b.points - a.points));
  return order.map((row) => ({
    ...row,
    place: 1 + order.findIndex((other) => other.won === row.won && other.points === row.points),
  }));
}

const Star = () => (
  <svg class="sign" viewBox="0 0 16 16">
    <path d="M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z" />
  </svg>
);
