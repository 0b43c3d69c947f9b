// The table by keyboard. Tab reaches the table only once. ←/→ move within a pile, ↑/↓ between piles. Enter and Space
// tap. Esc deselects. If the player may order a pile, Shift and ←/→ move a card along the pile.

import type { Card } from './card';
import type { TableContext } from './tableContext';

export interface Keyboard {
  /** Keeps the focus on its card after a new layout, or on the nearest item if the card is gone. */
  refresh(focused: Card | null): void;
  stop(): void;
}

export function keyboard(inside: TableContext): Keyboard {
  const { host } = inside;
  let home: HTMLElement | null = null; // the only item that Tab reaches

  /** Returns the piles in the order of the layout, each with the items that can have the focus. */
  const rows = (): HTMLElement[][] => {
    const out: HTMLElement[][] = [];
    for (const group of host.querySelectorAll<HTMLElement>('.pile')) {
      const items = [
        ...group.querySelectorAll<HTMLElement>('.slot.tap, .slot.target, .card:not([aria-hidden]):not(.leaving)'),
      ];
      if (items.length) out.push(items);
    }
    return out;
  };

  const setHome = (el: HTMLElement | null) => {
    if (home && home !== el) home.tabIndex = -1;
    home = el;
    if (home) home.tabIndex = 0;
  };

  const down = (e: KeyboardEvent) => {
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    if (e.key === 'Escape') {
      inside.touches.escape?.();
      return;
    }
    const move = {
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      Home: [0, -99],
      End: [0, 99],
    }[e.key];
    if (!move) return;
    const all = rows();
    const at = document.activeElement as HTMLElement;
    const row = all.findIndex((items) => items.includes(at));
    if (row < 0) return;
    e.preventDefault();
    const [dy, dx] = move as [number, number];
    const card = e.shiftKey && dx ? inside.cardOf(at) : null;
    if (card?.place.shifts) {
      const pile = inside.cards().filter((one) => one.place.pile === card.place.pile);
      const to = Math.max(0, Math.min(pile.length - 1, pile.indexOf(card) + dx));
      if (pile[to] !== card) inside.touches.shift?.([card.place], to);
      return;
    }
    let to: HTMLElement | undefined;
    if (dy) {
      const items = all[row + dy];
      to = items && nearest(items, at);
    } else {
      const items = all[row]!;
      to = items[Math.max(0, Math.min(items.length - 1, items.indexOf(at) + dx))];
    }
    if (to) {
      setHome(to);
      to.focus({ preventScroll: true });
    }
  };

  const focusin = (e: FocusEvent) => {
    const el = e.target as HTMLElement;
    if (el.matches?.('.card, .slot')) setHome(el);
  };

  /** If no element has the focus, an arrow key moves the focus to the cards. The focus is lost, for example, when a
   * pressed button disappears. */
  const enter = (e: KeyboardEvent) => {
    const nowhere = document.activeElement === document.body || document.activeElement?.id === 'board';
    if (!nowhere || e.altKey || e.ctrlKey || e.metaKey || !['ArrowLeft', 'ArrowRight'].includes(e.key)) return;
    if (!home) return;
    e.preventDefault();
    home.focus({ preventScroll: true });
  };

  host.addEventListener('keydown', down);
  addEventListener('keydown', enter);
  host.addEventListener('focusin', focusin);
  return {
    refresh(focused) {
      const all = rows();
      const flat = all.flat();
      if (focused) {
        const stay = flat.includes(focused.el)
          ? focused.el
          : all.find((r) => r.some((el) => el.classList.contains('tap')))?.[0];
        if (stay) {
          setHome(stay);
          if (document.activeElement !== stay) stay.focus({ preventScroll: true });
        }
        return;
      }
      if (home && flat.includes(home)) return;
      setHome(
        flat.find((el) => el.matches('.card.tap:not(.barred)')) ??
          flat.find((el) => el.matches('.tap, [data-pile=hand] *')) ??
          flat[0] ??
          null,
      );
    },
    stop() {
      host.removeEventListener('keydown', down);
      removeEventListener('keydown', enter);
      host.removeEventListener('focusin', focusin);
    },
  };
}

/** Returns the item of another pile that is nearest above or below. */
const nearest = (items: HTMLElement[], from: HTMLElement): HTMLElement | undefined => {
  const x = left(from);
  return items.reduce((best, el) => (Math.abs(left(el) - x) < Math.abs(left(best) - x) ? el : best), items[0]!);
};
const left = (el: HTMLElement): number => el.getBoundingClientRect().left;
