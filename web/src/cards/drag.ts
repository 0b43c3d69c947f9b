// Input by touch and mouse: tap, double tap, and drag with a threshold. A dragged card snaps to the nearest pile that
// accepts it.

import { type Card, drags as canDrag, setTransform, transformOf } from './card';
import type { Box } from './layout';
import type { TableContext } from './tableContext';

const THRESHOLD_PX = 6;
const SLIP_PX = 12; // a shorter move is a tap for a card that can only be moved within its pile, because fingers slip
const TWICE_MS = 320;
const ANSWER_MS = 1500; // the longest time that a dropped card waits for the table's answer

interface Grip {
  card: Card;
  pointer: number;
  /** The point where the pointer went down. */
  x: number;
  y: number;
  /** The distance that the pointer has moved. */
  dx: number;
  dy: number;
  lifted: Card[];
  /** The corner of each lifted card at the start of the drag, as if the card were not rotated. */
  starts: { x: number; y: number }[];
}

/** True while a key that presses the focused element is down. */
let pressed = false;
/** The number of cards that pointers hold, on all tables. */
let held = 0;

/** Allows one gesture at a time. While a card is held, keys and their clicks do nothing. While a key is pressed, no
 * card can be lifted. Runs before all other listeners. */
function oneAtATime(e: Event): void {
  if (e instanceof KeyboardEvent) {
    if (e.key === ' ' || e.key === 'Enter') pressed = e.type === 'keydown' && !held;
    if (e.ctrlKey || e.metaKey || e.altKey) return;
  }
  // A click that a key has caused has the detail 0. Other clicks come from a pointer and are allowed.
  if (!held || (e.type === 'click' && (e as MouseEvent).detail > 0)) return;
  e.preventDefault();
  e.stopImmediatePropagation();
}
for (const kind of ['keydown', 'keyup', 'click']) globalThis.addEventListener?.(kind, oneAtATime, true);
globalThis.addEventListener?.('blur', () => {
  pressed = false;
});

export function drags(inside: TableContext): () => void {
  const { host } = inside;
  let grip: Grip | null = null;
  let lastTap = { id: -1, at: 0 };
  let swallow = false; // true if the next click only ends a drag and is no tap

  const down = (e: PointerEvent) => {
    if (e.button !== 0 || grip) return;
    swallow = pressed;
    if (swallow) return;
    const card = inside.cardOf(e.target);
    if (!card || (card.place.face === null && !card.place.tap)) return;
    held++;
    grip = { card, pointer: e.pointerId, x: e.clientX, y: e.clientY, dx: 0, dy: 0, lifted: [], starts: [] };
  };

  const move = (e: PointerEvent) => {
    if (!grip || e.pointerId !== grip.pointer) return;
    const dx = e.clientX - grip.x;
    const dy = e.clientY - grip.y;
    if (!grip.lifted.length) {
      const { place } = grip.card;
      if (Math.hypot(dx, dy) < (place.drops?.length ? THRESHOLD_PX : SLIP_PX) || !canDrag(place)) return;
      lift(grip);
    }
    grip.lifted.forEach((card, i) => {
      const start = grip!.starts[i]!;
      setTransform(card, transformOf({ x: start.x + dx, y: start.y + dy, rot: 0, scale: card.place.scale }));
    });
    grip.dx = dx;
    grip.dy = dy;
    const under = snap(grip);
    inside.glow(grip.card.place.drops ?? null);
    for (const el of host.querySelectorAll('.slot.near')) el.classList.remove('near');
    if (under) host.querySelector(`[data-slot="${CSS.escape(under)}"]`)?.classList.add('near');
  };

  const lift = (g: Grip) => {
    const named = new Set(g.card.place.together);
    g.lifted = [
      g.card,
      ...inside
        .cards()
        .filter(
          (c) =>
            c !== g.card &&
            c.place.pile === g.card.place.pile &&
            (named.has(c.place.key) || named.has(c.place.tag ?? '')),
        ),
    ];
    g.starts = g.lifted.map((card) => {
      const size = inside.layout!.card;
      const scale = card.place.scale ?? 1;
      const middle = new DOMMatrixReadOnly(getComputedStyle(card.el).transform).transformPoint({
        x: size.w / 2,
        y: size.h / 2,
      });
      card.flight?.cancel();
      card.el.classList.add('lifted');
      return { x: middle.x - (size.w * scale) / 2, y: middle.y - (size.h * scale) / 2 };
    });
    host.setPointerCapture(g.pointer);
    host.classList.add('dragging');
  };

  const up = (e: PointerEvent) => {
    if (!grip || e.pointerId !== grip.pointer) return;
    const g = grip;
    grip = null;
    held--;
    if (!g.lifted.length) return; // the card was not dragged, and the click that comes next is the tap
    swallow = true;
    end(g);
    if (e.type === 'pointercancel') {
      g.lifted.forEach(inside.returnCard);
      return;
    }
    const target = snap(g);
    if (!target) {
      const { left, top } = host.getBoundingClientRect();
      const missed = inside.pileAt(e.clientX - left, e.clientY - top);
      g.lifted.forEach(inside.returnCard);
      const to = slot(g);
      if (to !== null)
        inside.touches.shift?.(
          g.lifted.map((card) => card.place),
          to,
        );
      else if (missed && missed.id !== g.card.place.pile) inside.touches.miss?.(g.card.place, missed.id);
      return;
    }
    for (const card of g.lifted) card.held = { x: 0, y: 0 };
    const back = () => {
      for (const card of g.lifted) if (card.held) inside.returnCard(card);
    };
    const timer = setTimeout(back, ANSWER_MS);
    void Promise.resolve(inside.touches.drop?.(g.card.place, target)).then((isTaken) => {
      if (isTaken === false) {
        clearTimeout(timer);
        back();
      }
    });
  };

  const end = (g: Grip) => {
    for (const card of g.lifted) card.el.classList.remove('lifted');
    for (const el of host.querySelectorAll('.slot.near')) el.classList.remove('near');
    host.classList.remove('dragging');
    inside.glow(null);
  };

  /** Returns the nearest pile that accepts the card and is at most half a card away. */
  const snap = (g: Grip): string | null => {
    const size = inside.layout!.card;
    const scale = g.card.place.scale ?? 1;
    const x = g.starts[0]!.x + g.dx + (size.w * scale) / 2;
    const y = g.starts[0]!.y + g.dy + (size.h * scale) / 2;
    let best: { id: string; far: number } | null = null;
    for (const pile of inside.layout!.piles) {
      if (!g.card.place.drops?.includes(pile.id) || pile.id === g.card.place.pile) continue;
      const far = distance(pile, x, y);
      if (far <= size.w / 2 && (!best || far < best.far)) best = { id: pile.id, far };
    }
    return best?.id ?? null;
  };

  /** Returns the nearest other place in the card's own pile. Null if the player may not order this pile, or has moved
   * the card out of the pile. */
  const slot = (g: Grip): number | null => {
    const { place } = g.card;
    const pile = inside.layout!.piles.find((p) => p.id === place.pile);
    const x = g.starts[0]!.x + g.dx;
    const y = g.starts[0]!.y + g.dy;
    const { h } = inside.layout!.card;
    if (!place.shifts || !pile || Math.abs(y - pile.y) > h / 2 || Math.abs(g.dy) > Math.abs(g.dx)) return null;
    const all = inside.cards().filter((card) => card.place.pile === place.pile);
    const far = all.map((card) => Math.abs(card.place.x - x));
    const to = far.indexOf(Math.min(...far));
    return all[to] === g.card ? null : to;
  };

  const click = (e: MouseEvent) => {
    if (swallow && e.detail > 0) {
      swallow = false;
      return;
    }
    const card = inside.cardOf(e.target);
    if (card) {
      if (!card.place.tap && !card.place.barred) {
        // A card that cannot be tapped passes the tap to its pile.
        if (inside.layout?.piles.some((p) => p.id === card.place.pile && (p.tap || p.target)))
          inside.touches.pile?.(card.place.pile);
        else inside.touches.inert?.(card.place);
        return;
      }
      const twice = e.detail > 0 && card.id === lastTap.id && e.timeStamp - lastTap.at < TWICE_MS;
      lastTap = { id: twice ? -1 : card.id, at: e.timeStamp };
      if (twice && inside.touches.twice) inside.touches.twice(card.place);
      else inside.touches.tap?.(card.place);
      return;
    }
    const slot = (e.target as Element).closest?.('[data-slot]');
    if (slot instanceof HTMLElement && (slot.classList.contains('tap') || slot.classList.contains('target'))) {
      inside.touches.pile?.(slot.dataset['slot']!);
      return;
    }
    if (e.target === host || slot) inside.touches.escape?.();
  };

  host.addEventListener('pointerdown', down);
  host.addEventListener('pointermove', move);
  // The listeners are on the window, because the pointer can be released outside the table.
  addEventListener('pointerup', up);
  addEventListener('pointercancel', up);
  host.addEventListener('click', click);
  return () => {
    host.removeEventListener('pointerdown', down);
    host.removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', up);
    if (grip) held--;
    host.removeEventListener('click', click);
  };
}

const distance = (b: Box, x: number, y: number): number =>
  Math.hypot(Math.max(b.x - x, 0, x - b.x - b.w), Math.max(b.y - y, 0, y - b.y - b.h));
