// The results of all who played the deals of a day, as bars: people, and bots in a lighter tone. The own bar is marked.

import type { T } from '../i18n/words';
import { barsOf, type Total } from './dayFigures';

const W = 320;
const H = 120;
const BOTTOM = 20;

export function Histogram({ totals, own, t }: { totals: readonly Total[]; own: number | null; t: T }) {
  const bars = barsOf(totals, own, 14);
  if (!bars.length) return null;
  const most = Math.max(...bars.map((bar) => bar.people + bar.bots), 1);
  const width = W / bars.length;
  const height = (n: number) => ((H - BOTTOM - 12) * n) / most;
  const people = totals.reduce((sum, one) => sum + one.people, 0);
  const bots = totals.reduce((sum, one) => sum + one.bots, 0);
  const label = t('day.field.of', { people, bots });
  return (
    <figure class="day-field">
      <svg viewBox={`0 0 ${W} ${H}`} role="img" aria-label={label} translate={false}>
        {bars.map((bar, i) => {
          const mine = own !== null && own >= bar.from && own <= bar.to;
          const all = height(bar.people + bar.bots);
          return (
            <g key={bar.from} class={mine ? 'mine' : ''} data-people={bar.people}>
              <rect class="bots" x={i * width + 1} y={H - BOTTOM - all} width={width - 2} height={height(bar.bots)} />
              <rect
                x={i * width + 1}
                y={H - BOTTOM - height(bar.people)}
                width={width - 2}
                height={height(bar.people)}
              />
              {mine && <path d={`M${(i + 0.5) * width} ${H - BOTTOM - all - 2}l-5 -8h10z`} />}
              {(i === 0 || i === bars.length - 1 || mine) && (
                <text x={(i + 0.5) * width} y={H - 5} text-anchor="middle">
                  {t.num(mine ? own! : i === 0 ? bar.from : bar.to)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <figcaption class="muted">{label}</figcaption>
    </figure>
  );
}
