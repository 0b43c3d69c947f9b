// A chart of the totals after each deal: one line for each seat, with the seat's name at its end.

import type { DealScore } from '../net/protocol';
import { usePage } from './context';
import './scoreChart.css';

interface Props {
  names: readonly string[];
  deals: readonly DealScore[];
}

const W = 320;
const H = 168;
const LEFT = 30;
const RIGHT = 74;
const TOP = 10;
const BOTTOM = 22;

export function ScoreChart({ names, deals }: Props) {
  const { t } = usePage();
  if (deals.length < 2) return null;
  const lines = names.map((name, seat) => ({ seat, name, totals: [0, ...deals.map((deal) => deal.totals[seat]!)] }));
  const all = lines.flatMap((line) => line.totals);
  const ticks = steps(Math.min(...all), Math.max(...all));
  const [least, most] = [ticks[0]!, ticks.at(-1)!];
  const x = (deal: number) => LEFT + ((W - LEFT - RIGHT) * deal) / deals.length;
  const y = (total: number) => TOP + ((H - TOP - BOTTOM) * (most - total)) / (most - least);
  const labels = spread(
    lines.map((line) => y(line.totals.at(-1)!)),
    13,
    TOP,
    H - BOTTOM,
  );
  const every = Math.ceil(deals.length / 8);
  const words = lines.map((line) => t('score.chart.one', { who: line.name, points: line.totals.at(-1)! })).join(', ');
  return (
    <svg
      class="score-chart"
      translate={false}
      viewBox={`0 0 ${W} ${H}`}
      role="img"
      aria-label={t('score.chart', { totals: words })}
    >
      {ticks.map((tick) => (
        <g key={tick} class={tick === 0 ? 'zero' : ''}>
          <line x1={LEFT} x2={W - RIGHT} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 5} y={y(tick) + 3.5} text-anchor="end">
            {t.num(tick)}
          </text>
        </g>
      ))}
      {deals.map((_, i) =>
        (i + 1) % every === 0 ? (
          <text key={i} x={x(i + 1)} y={H - 6} text-anchor="middle">
            {t.num(i + 1)}
          </text>
        ) : null,
      )}
      {lines.map(({ seat, name, totals }, i) => (
        <g key={seat} class={`series series-${seat}`}>
          <polyline points={totals.map((total, deal) => `${x(deal).toFixed(1)},${y(total).toFixed(1)}`).join(' ')} />
          {deals.length <= 16 &&
            totals.map((total, deal) =>
              deal ? (
                <circle key={deal} cx={x(deal)} cy={y(total)} r="2.4">
                  <title>{`${name} ${t.num(total)}`}</title>
                </circle>
              ) : null,
            )}
          <line class="lead" x1={W - RIGHT + 2} x2={W - RIGHT + 8} y1={y(totals.at(-1)!)} y2={labels[i]!} />
          <text x={W - RIGHT + 10} y={labels[i]! + 3.5}>
            {name.length > 9 ? `${name.slice(0, 8)}…` : name}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Returns the round numbers for an axis that includes `least`, `most` and zero. */
export function steps(least: number, most: number): number[] {
  const span = Math.max(most, 0) - Math.min(least, 0) || 1;
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough)!);
  const from = Math.floor(Math.min(least, 0) / step);
  const to = Math.max(from + 1, Math.ceil(Math.max(most, 0) / step));
  return Array.from({ length: to - from + 1 }, (_, i) => (from + i) * step);
}

/** Returns heights near the wanted ones and in the same order, but at least `gap` apart. */
export function spread(wanted: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const at: number[] = [...wanted];
  order.forEach((i, k) => {
    at[i] = Math.max(at[i]!, k === 0 ? top : at[order[k - 1]!]! + gap);
  });
  order.toReversed().forEach((i, k, back) => {
    at[i] = Math.min(at[i]!, k === 0 ? bottom : at[back[k - 1]!]! - gap);
  });
  return at;
}
