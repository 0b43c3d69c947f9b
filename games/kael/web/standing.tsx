// The standing of the match: a track to a hundred points with a token for each seat.

import { useEffect, useRef, useState } from 'preact/hooks';
import { seatName, type T } from '@cardroom/ui';
import { isOut, type KaelFrame } from './layout';
import { beyondEnd, END, initials, LANDINGS, placeOf, tokens } from './track';

/** Returns the classes of a seat's token. */
const tokenClass = (frame: KaelFrame, seat: number): string => {
  const mistaken = frame.view.standing.mistakes[seat]! > 0;
  const classes = ['kl-token', seat === frame.viewer && 'own', isOut(frame, seat) && 'out', mistaken && 'mistaken'];
  return classes.filter(Boolean).join(' ');
};

export function Standing({ frame, t }: { frame: KaelFrame; t: T }) {
  const el = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ w: 0, h: 0 });
  useEffect(() => {
    const host = el.current!;
    const measure = () => setSize({ w: host.clientWidth, h: host.clientHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(host);
    return () => watch.disconnect();
  }, []);
  const { w, h } = size;
  const n = frame.totals.length;
  const high = h >= 90 ? 28 : h >= 70 ? 24 : 19;
  const wide = Math.max(high, Math.min(h >= 70 ? 60 : 42, w / n - 2));
  const line = h - 18;
  const beyond = beyondEnd(frame.totals, w, wide);
  const x = (total: number) => placeOf(total, w, wide, beyond);
  const begun = frame.totals.some((total) => total !== 0);
  const row = w > 0 ? tokens(frame.totals, w, wide) : [];
  // Before anybody has points, the track shows the first of these phrases that fits beside the tokens.
  const rule = [t('track.landings'), t('track.title')].find((words) => w > n * wide + 20 + words.length * 7);
  const signs = initials(frame.seats.map((_, seat) => seatName(t, frame, seat)));
  const words = frame.seats.map((_, seat) => {
    const name = `${seatName(t, frame, seat)} ${t.num(frame.totals[seat] ?? 0)}`;
    return isOut(frame, seat)
      ? `${name} (${t('board.out')})`
      : frame.view.standing.mistakes[seat]! > 0
        ? `${name} (${t('board.no_landings')})`
        : name;
  });
  return (
    <div class="kl-track" ref={el} role="img" aria-label={t('track', { totals: words.join(', ') })}>
      {w > 0 && (
        <>
          <svg width={w} height={h} aria-hidden="true">
            <path class="kl-line" d={`M${x(0)} ${line}H${x(END)}`} />
            {LANDINGS.map((n) => (
              <g key={n}>
                {/* A short track has no room for the words that explain the arrows. */}
                {w >= 500 && (
                  <path
                    class="kl-hop"
                    d={
                      `M${x(n) - 2} ${line - 4}C${x(n - 7)} ${line - 18} ${x(n - 18)} ${line - 18} ` +
                      `${x(n - 25) + 4} ${line - 4}m.5-4.5l-.5 4.5l4.5-.8`
                    }
                  />
                )}
                <path class="kl-tick" d={`M${x(n)} ${line - 5}V${line + 5}`} />
              </g>
            ))}
            <path class="kl-tick" d={`M${x(0)} ${line - 5}V${line + 5}`} />
            {begun
              ? row.map(({ seat, x, at }) => <path key={seat} class="kl-lead" d={`M${x} ${high}L${at} ${line}`} />)
              : rule && (
                  <text x={w} y={high - 5} text-anchor="end">
                    {rule}
                  </text>
                )}
            {[0, ...LANDINGS].map((n) => (
              <text key={n} x={x(n)} y={h - 1} text-anchor="middle">
                {t.num(n)}
              </text>
            ))}
          </svg>
          {row.map(({ seat, x }) => (
            <span
              key={seat}
              class={tokenClass(frame, seat)}
              style={{
                width: `${wide}px`,
                height: `${high}px`,
                transform: `translate(${x - wide / 2}px)`,
              }}
              title={words[seat]}
            >
              {signs[seat]} {wide > 35 && <small>{t.num(frame.totals[seat]!)}</small>}
            </span>
          ))}
        </>
      )}
    </div>
  );
}
