// The table of cards, without a framework. `show` puts a layout on the page and animates the differences from the last
// layout. The table reports touches, and knows no rules. The layout defines which cards can be tapped and where a card
// may be dropped.

import { type Card, describe, makeCard, setTransform, restPosition, setFace, transformOf } from './card';
import { drags } from './drag';
import { pair } from './pairCards';
import type { TableContext, Touches } from './tableContext';
import { keyboard } from './keyboard';
import type { Box, Layout, Pile, Place, Voice } from './layout';
import { fly, leave, type Motion, setRestHeight, turnOver, whereNow } from './motion';

export type { Touches } from './tableContext';
export type { Voice } from './layout';

export interface Table {
  show(layout: Layout, voice: Voice, motion: Motion): void;
  touches: Touches;
  destroy(): void;
}

interface Group {
  el: HTMLElement;
  slot: HTMLButtonElement | null;
}

export function createTable(host: HTMLElement): Table {
  let layout: Layout | null = null;
  let motion: Motion = { ms: 0, reduced: true };
  let cards: Card[] = [];
  let next = 0;
  let measure = '';
  const groups = new Map<string, Group>();

  const inside: TableContext = {
    host,
    get layout() {
      return layout;
    },
    cards: () => cards,
    cardOf(target) {
      const el = (target as Element | null)?.closest?.('[data-card]');
      return el ? (cards.find((card) => card.el === el) ?? null) : null;
    },
    pileAt: (x, y) => [...(layout?.piles ?? [])].reverse().find((p) => within(p, x, y)) ?? null,
    glow(ids) {
      for (const p of layout?.piles ?? []) {
        const takes = !!p.target || !!ids?.includes(p.id);
        groups.get(p.id)?.slot?.classList.toggle('target', takes);
        if (p.rim)
          inside
            .cards()
            .findLast((card) => card.place.pile === p.id)
            ?.el.classList.toggle('onto', takes);
      }
    },
    returnCard(card) {
      card.held = null;
      fly(card, whereNow(card), motion, 0);
    },
    touches: {},
  };
  host.classList.add('table');
  const stopDrags = drags(inside);
  const keys = keyboard(inside);

  function show(to: Layout, voice: Voice, how: Motion): void {
    const first = layout === null;
    const before = layout;
    const oldPiles = new Map(before?.piles.map((p) => [p.id, p]));
    const piles = new Map(to.piles.map((p) => [p.id, p]));
    const now = `${to.card.w} ${host.clientWidth} ${host.clientHeight}`;
    const resized = now !== measure;
    measure = now;
    const dealt = !!before && before.deal !== to.deal;
    layout = to;
    motion = how;
    host.style.setProperty('--card-w', `${to.card.w}px`);
    host.style.setProperty('--card-h', `${to.card.h}px`);
    const focused = inside.cardOf(document.activeElement);

    showPiles(to.piles);
    const { taken, gone } = dealt
      ? { taken: to.places.map((place) => ({ place, known: null })), gone: cards }
      : pair(cards, to.places);
    const last = new Map([...groups].map(([id, g]) => [id, g.slot as Element | null]));
    let flying = 0;
    const placed: Card[] = [];
    for (const { place, known } of taken) {
      const card = known ? (known as Card) : makeCard(next++, place);
      const group = groups.get(place.pile);
      if (!group) throw new Error(`card ${place.key} lies in pile ${place.pile}, which the layout does not have`);
      const start = known ? whereNow(card) : null;
      const was = card.place;
      card.place = place;
      // In the document the cards of a pile have the same order as in the layout. Screen readers read the cards in the
      // order of the document.
      const after = last.get(place.pile) ?? null;
      const wanted = after ? after.nextElementSibling : group.el.firstElementChild;
      if (card.el.parentElement !== group.el || card.el !== wanted) {
        if (after) after.after(card.el);
        else group.el.prepend(card.el);
      }
      last.set(place.pile, card.el);
      if (!card.flight) setRestHeight(card);
      describe(card, voice);
      placed.push(card);

      if (!known) {
        const origin = place.from ? (oldPiles.get(place.from) ?? piles.get(place.from)) : null;
        const from = origin ? transformOf(middle(origin, to, place.scale)) : null;
        // In the first layout no card flies, because no card has an earlier place.
        if (first) {
          setTransform(card, transformOf(restPosition(place)));
          continue;
        }
        fly(card, from, how, flying++, true);
        if (from && place.face !== null && place.from !== place.pile) {
          setFace(card, null);
          turnOver(card, place.face, how);
        }
        continue;
      }
      if (was.face !== place.face) turnOver(card, place.face, how);
      else setFace(card, place.face);
      if (card.held && place.x === was.x && place.y === was.y && place.pile === was.pile) continue;
      card.held = null;
      if (card.el.classList.contains('lifted') && place.pile === was.pile) continue;
      fly(card, start, resized ? { ...how, ms: 0 } : how, moved(was, place) ? flying++ : 0, was.pile !== place.pile);
    }
    for (const [i, known] of gone.entries()) {
      const card = known as Card;
      const target = to.sweep?.[card.place.pile];
      const box = target ? (piles.get(target) ?? oldPiles.get(target)) : null;
      leave(card, box ? middle(box, to, 0.6) : null, how, i);
    }
    cards = placed;
    rims(to.piles);
    keys.refresh(focused);
  }

  /** If a pile accepts the chosen card, marks the edge of the pile's top card. The slot itself is covered by the top
   * card. */
  function rims(piles: readonly Pile[]): void {
    const tops = new Map<string, Card>();
    for (const card of cards) tops.set(card.place.pile, card);
    const takes = new Set(piles.filter((p) => p.rim && p.target).map((p) => tops.get(p.id)));
    for (const card of cards) card.el.classList.toggle('onto', takes.has(card));
  }

  function showPiles(piles: readonly Pile[]): void {
    const seen = new Set<string>();
    let previous: Element | null = null;
    for (const p of piles) {
      seen.add(p.id);
      let group = groups.get(p.id);
      if (!group) {
        const el = document.createElement('div');
        el.className = 'pile';
        el.setAttribute('role', 'group');
        el.dataset['pile'] = p.id;
        group = { el, slot: null };
        groups.set(p.id, group);
      }
      if (previous ? previous.nextElementSibling !== group.el : host.querySelector('.pile') !== group.el) {
        if (previous) previous.after(group.el);
        else host.prepend(group.el);
      }
      previous = group.el;
      group.el.setAttribute('aria-label', p.label);
      showSlot(group, p);
    }
    for (const [id, group] of groups) {
      if (seen.has(id)) continue;
      groups.delete(id);
      // The cards of the removed pile may still fly to another pile or out of sight, so they get another parent before
      // the pile is removed.
      for (const el of [...group.el.querySelectorAll('.card')]) host.append(el);
      group.el.remove();
    }
  }

  function showSlot(group: Group, p: Pile): void {
    if (!group.slot) {
      group.slot = document.createElement('button');
      group.slot.type = 'button';
      group.slot.className = 'slot';
      group.slot.tabIndex = -1;
      group.slot.dataset['slot'] = p.id;
      group.el.prepend(group.slot);
    }
    const { slot } = group;
    slot.style.transform = `translate(${p.x}px,${p.y}px)`;
    slot.style.width = `${p.w}px`;
    slot.style.height = `${p.h}px`;
    slot.classList.toggle('outline', !!p.outline);
    slot.classList.toggle('target', !!p.target);
    slot.classList.toggle('under', !!p.rim && !p.outline);
    slot.classList.toggle('turn', !!p.turn);
    slot.classList.toggle('tap', !!p.tap);
    if (slot.textContent !== (p.sign ?? '')) slot.textContent = p.sign ?? '';
    const live = !!p.tap || !!p.target;
    slot.setAttribute('aria-label', p.label);
    if (live) slot.removeAttribute('aria-hidden');
    else slot.setAttribute('aria-hidden', 'true');
  }

  return {
    show,
    get touches() {
      return inside.touches;
    },
    set touches(touches) {
      inside.touches = touches;
    },
    destroy() {
      stopDrags();
      keys.stop();
      for (const { el } of groups.values()) el.remove();
      groups.clear();
      cards = [];
    },
  };
}

const middle = (box: Box, { card }: Layout, scale = 1) => ({
  x: box.x + (box.w - card.w * scale) / 2,
  y: box.y + (box.h - card.h * scale) / 2,
  rot: 0,
  scale,
});
const within = (p: Box, x: number, y: number): boolean => x >= p.x && x <= p.x + p.w && y >= p.y && y <= p.y + p.h;
const moved = (a: Place, b: Place): boolean => a.x !== b.x || a.y !== b.y || a.pile !== b.pile;
