// The table of cards as a Preact component. It measures its box, asks the board for a layout, and passes the layout to
// web/src/cards.

import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { cardName } from '../cards/names';
import { createTable, type Table, type Touches } from '../cards/cardTable';
import type { Box, Layout, Size } from '../cards/layout';
import { carried } from '../cards/handOrder';
import { usePage } from './context';
import { byKeys, useKeys } from './useKeys';

interface Props extends Touches {
  /** Computes all places from the size of the table, as a pure function. */
  layout(size: Size): Layout;
  children?: ComponentChildren;
}

/** The boxes of the present layout. After each change of the table's size, this is a new object. */
export const Spots = createContext<Record<string, Box>>({});

export function CardTable({ layout, children, ...touches }: Props) {
  const { t, settings } = usePage();
  const host = useRef<HTMLDivElement>(null);
  const table = useRef<Table | null>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [spoken, setSpoken] = useState('');
  const begun = useRef(false);

  useLayoutEffect(() => {
    const el = host.current!;
    table.current = createTable(el);
    const measure = () =>
      setSize((was) =>
        was && was.w === el.clientWidth && was.h === el.clientHeight ? was : { w: el.clientWidth, h: el.clientHeight },
      );
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(el);
    return () => {
      watch.disconnect();
      table.current?.destroy();
    };
  }, []);

  const placed = size && size.w > 0 ? layout(size) : null;
  useLayoutEffect(() => {
    if (!placed || !table.current) return;
    const { shift } = touches;
    table.current.touches = shift
      ? {
          ...touches,
          shift: (places, to) => {
            shift(places, to);
            const held = places[0]!;
            const pile = placed.places.flatMap((one) => (one.pile === held.pile ? [one.key] : []));
            const n =
              carried(
                pile,
                places.map((one) => one.key),
                to,
              ).indexOf(held.key) + 1;
            setSpoken(t('hand.shifted', { card: cardName(held.face, t.language), n, of: pile.length }));
          },
        }
      : touches;
    table.current.show(
      placed,
      { name: (face) => cardName(face, t.language), barred: t('card.barred') },
      { ms: settings.flightMs, reduced: settings.reducedMotion },
    );
    // If the reader opened the table by keyboard, the first card of the hand gets the focus. So the reader can play by
    // keyboard immediately.
    const first = host.current!.querySelector<HTMLElement>('[data-pile=hand] .card:not([aria-hidden])');
    if (!first || begun.current) return;
    begun.current = true;
    if (byKeys && document.activeElement === document.body) first.focus({ preventScroll: true });
  });
  // If cards were chosen by typing, nothing in the table has the focus. Escape deselects them nevertheless.
  useKeys((e) => {
    if (e.key !== 'Escape' || !touches.escape || host.current!.contains(e.target as Node)) return false;
    touches.escape();
    return true;
  });
  useEffect(() => {
    host.current?.classList.toggle('four-colours', settings.fourColours);
  }, [settings.fourColours]);

  return (
    <div class="table-box">
      <div class="table-cards" ref={host} />
      {touches.shift && (
        <div class="visually-hidden" role="status" translate={false}>
          {spoken}
        </div>
      )}
      <Spots.Provider value={placed?.spots ?? NONE}>{placed && children}</Spots.Provider>
    </div>
  );
}

const NONE: Record<string, Box> = {};

/** Draws something other than a card in a box of the layout's `spots`. */
export function Spot({ at, class: name, children }: { at: string; class?: string; children: ComponentChildren }) {
  const box = useContext(Spots)[at];
  if (!box) return null;
  return (
    <div
      class={`spot ${name ?? ''}`}
      style={{ left: `${box.x}px`, top: `${box.y}px`, width: `${box.w}px`, height: `${box.h}px` }}
    >
      {children}
    </div>
  );
}
