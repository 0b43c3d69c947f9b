// One card on the page: a button that contains a drawing. Only this file changes the drawing of a card. It writes to
// the page only if something has changed.

import type { Place, Voice } from './layout';

const SVG = 'http://www.w3.org/2000/svg';

export interface Card {
  id: number;
  el: HTMLButtonElement;
  inner: HTMLElement;
  use: SVGUseElement;
  place: Place;
  /** The face, place and stacking order that the page shows now. They are stored here because reading them from the
   * page is slow. Equal values are not written twice. */
  shown: { face: string | null | undefined; transform: string; z: number };
  /** The present flight, if any. */
  flight: Animation | null;
  /** The point where the player dropped the card. The card stays there until the table has answered. */
  held: { x: number; y: number } | null;
  /** The state from which the card's look and its accessible name were last computed. */
  described: { place: Place; barred: string } | null;
}

export function makeCard(id: number, place: Place): Card {
  const el = document.createElement('button');
  el.type = 'button';
  el.className = 'card';
  el.tabIndex = -1;
  el.dataset['card'] = String(id);
  const inner = document.createElement('span');
  inner.className = 'card-inner';
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 100 140');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  svg.append(use);
  inner.append(svg);
  el.append(inner);
  const shown = { face: undefined, transform: '', z: 0 };
  const card: Card = { id, el, inner, use, place, shown, flight: null, held: null, described: null };
  setFace(card, place.face);
  return card;
}

export const setFace = (card: Card, face: string | null): void => {
  if (card.shown.face === face) return;
  card.shown.face = face;
  card.use.setAttribute('href', face === null ? '#card-back' : `#card-${face}`);
};

/** Returns the transform that puts the upper left corner at x, y, whatever the card's size, and rotates the card about
 * its middle. */
export const transformOf = (p: { x: number; y: number; rot: number; scale?: number }): string => {
  const scaled = p.scale && p.scale !== 1 ? ` scale(${p.scale})` : '';
  const turned = p.rot ? ` translate(50%,50%) rotate(${p.rot}deg) translate(-50%,-50%)` : '';
  return `translate(${p.x}px,${p.y}px)${scaled}${turned}`;
};

/** Puts the card at its place immediately, without a flight. */
export const setTransform = (card: Card, transform: string): void => {
  if (card.shown.transform === transform) return;
  card.shown.transform = transform;
  card.el.style.transform = transform;
};

/** Sets the stacking order of the card. */
export const setHeight = (card: Card, z: number): void => {
  if (card.shown.z === z) return;
  card.shown.z = z;
  card.el.style.zIndex = String(z);
};

/** Returns the position in which a card rests at its place. A chosen card, or one that has just arrived, is raised a
 * little. */
export const restPosition = (p: Place): { x: number; y: number; rot: number; scale?: number } =>
  p.chosen || p.raised ? { ...p, y: p.y - 12 } : p;

export function describe(card: Card, voice: Voice): void {
  const { el, place, described } = card;
  // A card that only moves keeps its look and name. If `barred` has changed, the language has changed.
  if (described && described.barred === voice.barred && looksAs(described.place, place)) return;
  card.described = { place, barred: voice.barred };
  const words = place.label ?? voice.name(place.face);
  const label = [words, place.note, place.barred && voice.barred].filter(Boolean).join(', ');
  if (el.getAttribute('aria-label') !== label) el.setAttribute('aria-label', label);
  flag(el, 'chosen', place.chosen);
  flag(el, 'barred', place.barred);
  flag(el, 'last', place.last);
  flag(el, 'fresh', place.fresh);
  flag(el, 'hint', place.hint);
  flag(el, 'waiting', place.waiting);
  flag(el, 'tucked', place.tucked);
  flag(el, 'tap', place.tap);
  flag(el, 'draggable', drags(place));
  flag(el, 'back', place.face === null);
  set(el, 'aria-pressed', place.tap ? String(!!place.chosen) : null);
  set(el, 'aria-disabled', place.tap ? null : 'true');
  // The name of the pile contains the number of cards. Therefore backs that cannot be tapped are hidden from screen
  // readers. Otherwise screen readers would read every back.
  set(el, 'aria-hidden', place.face === null && !place.tap ? 'true' : null);
}

const LOOKS = [
  'face',
  'label',
  'note',
  'tap',
  'chosen',
  'barred',
  'last',
  'fresh',
  'hint',
  'waiting',
  'tucked',
] as const;
const looksAs = (a: Place, b: Place): boolean => LOOKS.every((look) => a[look] === b[look]) && drags(a) === drags(b);

export const drags = (place: Place): boolean => !!place.shifts || !!place.drops?.length;

const flag = (el: Element, name: string, on: boolean | undefined): void => {
  el.classList.toggle(name, !!on);
};
const set = (el: Element, name: string, value: string | null): void => {
  if (value === null) el.removeAttribute(name);
  else if (el.getAttribute(name) !== value) el.setAttribute(name, value);
};
