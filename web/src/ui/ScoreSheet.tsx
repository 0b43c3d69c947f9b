// The score as people write it on paper: a row for each deal, a column for each seat, and the totals below a line.

import type { Frame } from '../net/protocol';
import { usePage } from './context';
import { SeatPartners } from './SeatBadge';
import { isYou } from './who';
import { address } from './address';

interface Props {
  frame: Frame;
  /** The number of rows that are shown. They are the newest ones. */
  rows?: number;
  /** Returns the address of a finished deal's replay. */
  watch?(deal: number): string;
  /** The number of the deal that the reader sees now. */
  current?: number;
}

export function ScoreSheet({ frame, rows = 99, watch, current }: Props) {
  const { t } = usePage();
  const { seats, deals, totals, winners } = frame;
  const first = Math.max(0, deals.length - rows);
  // Only the winners of a finished match are marked. Before the end this code cannot know who is best, because in some
  // games few points are good.
  const best = winners ?? [];
  return (
    <table class={`score${seats.length > 5 ? ' many' : ''}`} translate={false}>
      <caption class="visually-hidden">{t('score.title')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">{t('score.deal')}</span>
          </th>
          {seats.map((s, i) => (
            <th scope="col" key={i} class={isYou(frame, i) ? 'own' : ''}>
              {isYou(frame, i) ? t('seat.you') : <bdi translate={false}>{t.person(s.name)}</bdi>}
              {s.partners && <SeatPartners frame={frame} seat={i} />}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {deals.length === 0 && (
          <tr>
            <td class="score-empty" colSpan={seats.length + 1}>
              {t('score.none')}
            </td>
          </tr>
        )}
        {deals.slice(first).map((deal, i) => (
          <tr key={first + i} class={first + i === current ? 'current' : ''}>
            <th scope="row">
              {watch ? (
                <a
                  href={address(watch(first + i))}
                  aria-label={t('replay.deal', { n: first + i + 1 })}
                  aria-current={first + i === current ? 'page' : undefined}
                >
                  {t.num(first + i + 1)}
                </a>
              ) : (
                t.num(first + i + 1)
              )}
            </th>
            {deal.points.map((p, seat) => (
              <td key={seat} class={p !== null && p < 0 ? 'less' : ''}>
                {p === null ? '–' : t.signed(p)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('score.total')}</th>
          {totals.map((p, i) => (
            <td key={i} class={best.includes(i) ? 'best' : ''}>
              {t.num(p)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
