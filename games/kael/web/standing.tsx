// How the match stands: a token for each seat on the way to a hundred.

import { useEffect, useRef, useState } from 'preact/hooks';
import { seatName, type T } from '@cardroom/ui';
import { isOut, type KaelFrame } from './layout';
import { END, initials, LANDINGS, tokens } from './track';

/** The classes of a seat's token. */
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
  const token = h >= 90 ? 34 : h >= 70 ? 26 : 19;
  const line = h - 18;
  const x = (total: number) => token / 2 + (total / END) * (w - token);
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
                <path
                  class="kl-hop"
                  d={
                    `M${x(n) - 2} ${line - 4}C${x(n - 7)} ${line - 18} ${x(n - 18)} ${line - 18} ` +
                    `${x(n - 25) + 4} ${line - 4}m0.500 -4.500l-.500 4.500l4.500 -.800`
                  }
                />
                <path class="kl-tick" d={`M${x(n)} ${line - 5}V${line + 5}`} />
              </g>
            ))}
            <path class="kl-tick" d={`M${x(0)} ${line - 5}V${line + 5}`} />
            {[0, ...LANDINGS].map((n) => (
              <text
                key={n}
                x={n === 0 ? x(0) - 3 : n === END ? x(END) + 8 : x(n)}
                y={h - 1}
                text-anchor={n === 0 ? 'start' : n === END ? 'end' : 'middle'}
              >
                {t.num(n)}
              </text>
            ))}
          </svg>
          {tokens(frame.totals, w, token, 2).map(({ seat, x: at, row }) => (
            <span
              key={seat}
              class={tokenClass(frame, seat)}
              style={{
                width: `${token}px`,
                height: `${token}px`,
                transform: `translate(${at - token / 2}px,${line - token - row * (token + 1)}px)`,
              }}
              title={words[seat]}
            >
              {signs[seat]}
            </span>
          ))}
        </>
      )}
    </div>
  );
}
