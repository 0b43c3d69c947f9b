// The flight of cards. Only `transform` and `opacity` are animated. A card has a compositor layer only while it flies.

import { type Card, setHeight, setTransform, restPosition, setFace, transformOf } from './card';

export interface Motion {
  /** The duration of one flight in ms at the chosen speed; 0: no motion at all. */
  ms: number;
  /** True if the system asks for less motion: nothing travels, and new cards fade in. */
  reduced: boolean;
}

const EASE = 'cubic-bezier(.2,.7,.2,1)';
const FADE_MS = 120;
const WAVE = 8; // number of cards that start together in a deal
const WAVE_MS = 90;
const MOST_IN_FLIGHT = 30;
const LYING = 10; // z-index of the lowest card
const FLYING = 500;

export interface Start {
  x: number;
  y: number;
  rot: number;
  scale?: number;
  transform?: string;
}

/** Returns the card's place at this moment, even during a flight. */
export function whereNow(card: Card): string {
  if (card.flight && card.flight.playState !== 'finished') return getComputedStyle(card.el).transform;
  return card.shown.transform || transformOf(restPosition(card.place));
}

/** Moves the card from `start` to its place. `nth` is the card's number among the cards that move now. It decides in
 * which wave the card flies. With `above`, the card flies above all resting cards, for a change of pile. */
export function fly(card: Card, start: string | null, motion: Motion, nth: number, above = false): void {
  const { el } = card;
  stop(card);
  const end = transformOf(restPosition(card.place));
  setTransform(card, end);
  setRestHeight(card);
  if (motion.ms === 0 || start === end) return;
  if (motion.reduced) {
    el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS });
    return;
  }
  if (start === null) {
    el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: motion.ms / 2 });
    return;
  }
  if (nth >= MOST_IN_FLIGHT + WAVE * 4) return;
  const delay = Math.floor(nth / WAVE) * WAVE_MS + (nth % WAVE) * 12;
  el.classList.add('moving');
  if (above) setHeight(card, FLYING + card.place.z);
  const flight = el.animate([{ transform: start }, { transform: end }], {
    duration: motion.ms,
    delay,
    easing: EASE,
    fill: 'backwards',
  });
  card.flight = flight;
  flight.onfinish = flight.oncancel = () => {
    if (card.flight === flight) card.flight = null;
    if (card.flight) return;
    el.classList.remove('moving');
    setRestHeight(card);
  };
}

/** Turns the card over during the flight. The new face appears at the middle of the flight. */
export function turnOver(card: Card, face: string | null, motion: Motion): void {
  if (motion.ms === 0 || motion.reduced) {
    setFace(card, face);
    return;
  }
  const half = motion.ms / 2;
  const turn = [{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }];
  card.inner.animate(turn, { duration: motion.ms });
  // The edge of the card turns with it.
  card.el.animate(turn, { duration: motion.ms, pseudoElement: '::after' });
  setTimeout(() => {
    if (card.place.face === face) setFace(card, face);
  }, half);
}

/** Takes the card off the table. If `end` is a place, the card flies there before it disappears. */
export function leave(card: Card, end: Start | null, motion: Motion, nth: number): void {
  const { el } = card;
  const start = whereNow(card);
  stop(card);
  const off = () => el.remove();
  el.classList.add('leaving');
  el.setAttribute('aria-hidden', 'true');
  el.tabIndex = -1;
  if (motion.ms === 0) return off();
  if (motion.reduced || !end) {
    el.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS }).onfinish = off;
    return;
  }
  const flight = el.animate(
    [
      { transform: start, opacity: 1 },
      { transform: transformOf(end), opacity: 1, offset: 0.85 },
      { transform: transformOf(end), opacity: 0 },
    ],
    { duration: motion.ms * 1.2, delay: Math.min(nth, 12) * 20, easing: EASE, fill: 'both' },
  );
  el.classList.add('moving');
  flight.onfinish = flight.oncancel = off;
}

/** Sets the card's stacking order in its pile while it does not fly. */
export const setRestHeight = (card: Card): void => {
  setHeight(card, LYING + card.place.z);
};

const stop = (card: Card): void => {
  const flight = card.flight;
  card.flight = null;
  flight?.cancel();
};
