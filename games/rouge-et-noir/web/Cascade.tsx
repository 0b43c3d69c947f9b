// The animation of a won deal. The kings, the queens and all cards under them fall off the foundations. The page loads
// this file when the last cards can go to the foundations. If a player wants no motion, the page does not show the
// animation.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { fall, FALL_MS } from './fall';
import { foundationsOf } from './layout';

const SUITS = 'ccddhhss';
const RANKS = 'KQJT9';
const EVERY_MS = 34;

/** The time from the start of the first card until the last card has stopped. */
export const CASCADE_MS = FALL_MS + EVERY_MS * SUITS.length * RANKS.length;

export function Cascade() {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const el = host.current!;
    const size = { w: el.clientWidth, h: el.clientHeight };
    const boxes = foundationsOf(size);
    [...el.children].forEach((card, i) => {
      const box = boxes[i % 8]!;
      (card as SVGElement).style.width = `${box.w}px`;
      const way = fall(i, box, size).map(({ x, y }) => ({ transform: `translate(${x}px,${y}px)` }));
      card.animate(way, { duration: FALL_MS, delay: i * EVERY_MS, fill: 'backwards' });
      card.animate([{ opacity: 1 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }], {
        duration: FALL_MS,
        delay: i * EVERY_MS,
        fill: 'forwards',
      });
    });
  }, []);
  return (
    <div class="rn-cascade" ref={host} aria-hidden="true">
      {[...RANKS].flatMap((rank) =>
        [...SUITS].map((suit, i) => (
          <svg key={`${rank}${i}`} viewBox="0 0 100 140">
            <use href={`#card-${rank}${suit}`} />
          </svg>
        )),
      )}
    </div>
  );
}
