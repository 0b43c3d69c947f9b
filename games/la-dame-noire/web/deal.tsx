// The count of a finished deal, one row for each rule.

import { isYou, seatName, who, type T } from '@cardroom/ui';
import './deal.css';
import type { DameFrame } from './layout';
import type { Award } from './types.gen';

/** The rows of the count. A deduction has a minus sign, and a row that applies to nobody is left out unless `always`
 * is set. */
const ROWS: { key: string; rule: string; of(award: Award): number; always?: boolean }[] = [
  { key: 'pile', rule: 'D18', of: (a) => a.pile, always: true },
  { key: 'trashed', rule: 'D19', of: (a) => -a.trashed },
  { key: 'coup', rule: 'D19', of: (a) => a.coup },
  { key: 'bonus', rule: 'D20', of: (a) => a.bonus, always: true },
  { key: 'bet', rule: 'D21', of: (a) => a.bet, always: true },
];

/** Returns the reason for the result: whether the holder of the bet went out first. [D21] */
export function why(frame: DameFrame, t: T): string {
  const { bet, out } = frame.view;
  const first = out[0];
  if (!bet || first === undefined) return t('count.thrown_in');
  const name = seatName(t, frame, first);
  if (first === bet.seat) return who(t, frame, first, 'why.won', { n: bet.points });
  if (isYou(frame, first)) return who(t, frame, bet.seat, 'why.first', { n: bet.points });
  return who(t, frame, bet.seat, 'why.lost', { n: bet.points, first: name });
}

export function Deal({ frame, t, brief }: { frame: DameFrame; t: T; brief?: boolean }) {
  const { view } = frame;
  if (brief) return view.phase === 'thrown_in' ? null : <p class="deal-why">{why(frame, t)}</p>;
  if (view.phase === 'thrown_in') return <p class="ldn-thrown">{t('count.thrown_in')}</p>;
  const rows = ROWS.filter((row) => row.always || view.awards.some((award) => row.of(award) !== 0));
  return (
    <table class="score ldn-count">
      <caption class="visually-hidden">{t('count')}</caption>
      <thead>
        <tr>
          <td />
          {frame.seats.map((seat, i) => (
            <th scope="col" key={i} class={frame.viewer === i ? 'own' : ''}>
              {frame.viewer === i ? t('seat.you') : <bdi>{t.person(seat.name)}</bdi>}
              <small>{t(`count.place.${view.out.indexOf(i) + 1}`)}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} class={row.key}>
            <th scope="row">{t(`count.${row.key}`)}</th>
            {view.awards.map((award, seat) => {
              const points = row.of(award);
              return (
                <td
                  key={seat}
                  class={
                    points < 0 ? 'less' : points === 0 ? 'none' : row.key === 'pile' && award.trashed ? 'struck' : ''
                  }
                >
                  {points === 0 ? '–' : t.signed(points)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('count.deal')}</th>
          {view.points.map((points, seat) => (
            <td key={seat}>{t.signed(points)}</td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
