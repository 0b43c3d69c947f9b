// The points of the latest deals as bars from zero, with a line for the mean.

import { usePage } from './context';
import { steps } from './ScoreChart';
import './dealChart.css';

const W = 640;
const H = 150;
const LEFT = 36;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 8;

/** Returns the positions of the bars, in the chart's own units. */
export function bars(points: readonly number[]): {
  ticks: number[];
  y(points: number): number;
  bars: { x: number; y: number; w: number; h: number; less: boolean }[];
} {
  const ticks = steps(Math.min(...points), Math.max(...points));
  const [least, most] = [ticks[0]!, ticks.at(-1)!];
  const y = (value: number) => TOP + ((H - TOP - BOTTOM) * (most - value)) / (most - least);
  const room = (W - LEFT - RIGHT) / Math.max(points.length, 12);
  const w = Math.min(room * 0.7, 26);
  return {
    ticks,
    y,
    bars: points.map((value, i) => {
      const [top, foot] = [y(Math.max(value, 0)), y(Math.min(value, 0))];
      // A deal without points is a thin line, so that it is visible.
      return {
        x: LEFT + room * i + (room - w) / 2,
        y: Math.min(top, foot - 1.5),
        w,
        h: Math.max(foot - top, 1.5),
        less: value < 0,
      };
    }),
  };
}

export function DealChart({ points }: { points: readonly number[] }) {
  const { t } = usePage();
  if (points.length < 2) return null;
  const chart = bars(points);
  const mean = points.reduce((sum, one) => sum + one, 0) / points.length;
  const middle = chart.y(mean);
  const about = new Intl.NumberFormat(t.language, { maximumFractionDigits: 1 }).format(mean).replace('-', '−');
  return (
    <figure class="deal-figure">
      <svg
        class="deal-chart"
        translate={false}
        viewBox={`0 0 ${W} ${H}`}
        role="img"
        aria-label={t('statistics.chart', { n: points.length, mean: about, last: points.at(-1)! })}
      >
        {chart.ticks.map((tick) => (
          <g key={tick} class={tick === 0 ? 'zero' : ''}>
            <line x1={LEFT} x2={W - RIGHT} y1={chart.y(tick)} y2={chart.y(tick)} />
            <text x={LEFT - 6} y={chart.y(tick) + 4} text-anchor="end">
              {t.num(tick)}
            </text>
          </g>
        ))}
        {chart.bars.map((bar, i) => (
          <rect
            key={i}
            class={bar.less ? 'less' : ''}
            x={bar.x.toFixed(1)}
            y={bar.y.toFixed(1)}
            width={bar.w.toFixed(1)}
            height={bar.h.toFixed(1)}
            rx="1.5"
          >
            <title>{t.num(points[i]!)}</title>
          </rect>
        ))}
        <line class="mean" x1={LEFT} x2={W - RIGHT} y1={middle} y2={middle} />
      </svg>
      <figcaption aria-hidden="true">{t('statistics.chart.caption')}</figcaption>
    </figure>
  );
}
