// The end of a match: the winner's name in large letters for a moment. A tap or a key ends this moment. If the reader
// wants no motion, the name is not shown.

import { useEffect } from 'preact/hooks';
import './moment.css';

export const MOMENT_MS = { won: 2200, lost: 1500 };
const CARDS = 36;
const FACES = ['#b3262e', '#1d2430', '#d9a935', '#2f6b46'];

interface Props {
  words: string;
  won: boolean;
  onEnd(): void;
}

/** Returns a number from 0 to 1 that is always the same for piece `i`, because nothing here is random. */
const spread = (i: number, step: number): number => ((i * step) % 97) / 97;

export function Moment({ words, won, onEnd }: Props) {
  const ms = MOMENT_MS[won ? 'won' : 'lost'];
  useEffect(() => {
    const timer = setTimeout(onEnd, ms);
    addEventListener('keydown', onEnd);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', onEnd);
    };
  }, []);
  return (
    <div class={`moment ${won ? 'won' : 'lost'}`} style={{ '--moment-ms': `${ms}ms` }} aria-hidden="true">
      {won &&
        Array.from({ length: CARDS }, (_, i) => (
          <i
            key={i}
            style={{
              '--x': `${Math.round(104 * spread(i, 37)) - 2}%`,
              '--wait': `${Math.round(700 * spread(i, 61))}ms`,
              '--fall': `${Math.round(1100 + 500 * spread(i, 53))}ms`,
              '--drift': `${Math.round(160 * spread(i, 29)) - 80}px`,
              '--turn': `${Math.round(360 + 720 * spread(i, 71))}deg`,
              '--face': FACES[i % FACES.length],
            }}
          />
        ))}
      <p translate={false}>{words}</p>
    </div>
  );
}
