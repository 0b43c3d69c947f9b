// All faces as one hidden SVG of symbols (`card-Qs`, `card--1`, `card-back`). The cards on the page refer to these
// symbols with `<use>`.

import { court, isCourt } from './courts';
import { dame } from './dame';
import { cardLetter } from './names';
import { GOLD, INK, PAPER, SUITS, suitColour, type Suit } from './palette';
import { LAYOUTS, PIPS } from './pips';

const RANKS = [...'23456789TJQKA'];

const use = (suit: Suit, x: number, y: number, scale: number, turned: boolean): string =>
  `<use href="#pip-${suit}" transform="translate(${x} ${y}) ${turned ? 'rotate(180) ' : ''}scale(${scale})"/>`;

/** Returns the index in the corner of a card: the letter above the suit. The index is readable on a card of 36 px. It
 * is also readable in a fan that shows a third of each card. */
function index(rank: string, suit: Suit, language: string): string {
  const letter = cardLetter(rank, language);
  const narrow = letter.length > 1 ? ' textLength="23" lengthAdjust="spacingAndGlyphs"' : '';
  return (
    '<text x="15" y="28" text-anchor="middle" font-size="29" font-weight="700" ' +
    `class="letter"${narrow}>${letter}</text><g class="corner">${use(suit, 15, 43, 0.96, false)}</g>`
  );
}

function suited(rank: string, suit: Suit, language: string): string {
  const corner = index(rank, suit, language);
  const middle = isCourt(rank)
    ? court(rank, suit)
    : (LAYOUTS[rank] ?? [])
        .map(([x, y]) => use(suit, 50 + x, 70 + y, rank === 'A' ? (suit === 's' ? 2.9 : 2.1) : 0.8, y > 0))
        .join('') + (rank === 'A' && suit === 's' ? aceOfSpades() : '');
  return (
    `<g fill="${suitColour(suit)}"><g class="middle">${middle}</g>` +
    `<g id="index-${rank}${suit}">${corner}</g><use href="#index-${rank}${suit}" transform="rotate(180 50 ` +
    '70)"/></g>'
  );
}

const aceOfSpades = (): string =>
  `<path d="${PIPS.s}" transform="translate(50 69) scale(2.2)" fill="none" stroke="${GOLD}" stroke-width=".5"/>` +
  `<path d="${PIPS.s}" transform="translate(50 70.5) scale(.7)" fill="${GOLD}"/>`;

const back = (): string => {
  const half = `<g id="half-back" clip-path="url(#card-half)">${dame()}</g>`;
  return (
    `<rect x="5" y="5" width="90" height="130" rx="4" fill="var(--back-ground)"/>` +
    `<rect x="5" y="5" width="90" height="130" rx="4" fill="url(#card-lattice)"/>` +
    `<rect x="8.5" y="8.5" width="83" height="123" rx="2.5" fill="none" stroke="${GOLD}" stroke-width=".9"/>` +
    `<g transform="translate(50 70) scale(.84)"><ellipse rx="26" ry="66.5" fill="${INK}" stroke="${GOLD}" ` +
    `stroke-width="1.4"/><g clip-path="url(#card-oval)">${half}<use href="#half-back" ` +
    'transform="rotate(180)"/>' +
    `<path d="M-26 8.4L26-5.4V-8.4L-26 5.4Z" fill="${GOLD}"/></g></g>`
  );
};

const symbol = (face: string, inside: string): string =>
  `<symbol id="card-${face}" viewBox="0 0 100 140"><rect x=".5" y=".5" width="99" height="139" rx="6.5" ` +
  `fill="${PAPER}" stroke="var(--card-edge)"/>${inside}</symbol>`;

/** Returns the whole pack as SVG text, with the letters of `language`. */
export function sprite(language: string): string {
  const defs =
    `<defs>${SUITS.map((s) => `<path id="pip-${s}" d="${PIPS[s]}"/>`).join('')}` +
    '<clipPath id="card-half"><path d="M-23-62H23V-6L-23 6Z"/></clipPath><clipPath id="card-oval">' +
    '<ellipse rx="25.5" ry="66"/></clipPath>' +
    '<pattern id="card-lattice" width="9" height="9" patternUnits="userSpaceOnUse" ' +
    `patternTransform="rotate(45 50 70)"><path d="M0 0H9M0 0V9" stroke="${GOLD}" stroke-width=".7" ` +
    `opacity=".5"/><circle cx="4.5" cy="4.5" r="1" fill="${GOLD}" opacity=".5"/></pattern></defs>`;
  return (
    defs +
    SUITS.flatMap((suit) => RANKS.map((rank) => symbol(rank + suit, suited(rank, suit, language)))).join('') +
    [...added].map(([face, inside]) => symbol(face, inside)).join('') +
    symbol('back', back())
  );
}

let shown: HTMLElement | null = null;
/** The drawings of the faces that games have added. */
const added = new Map<string, string>();

/** Adds the faces of a game with a pack of its own. Each face is drawn in a box of 100 × 140. */
export function addCards(faces: Readonly<Record<string, string>>): void {
  for (const [face, inside] of Object.entries(faces)) added.set(face, inside);
  if (shown) shown.innerHTML = sprite(shown.dataset['language']!);
}

/** Puts the pack into the page, or replaces it if the language has changed. */
export function showSprite(language: string): void {
  if (!shown) {
    shown = document.createElementNS('http://www.w3.org/2000/svg', 'svg') as unknown as HTMLElement;
    shown.id = 'cards';
    shown.setAttribute('aria-hidden', 'true');
    // The letters of the ranks are text that a browser must not translate.
    shown.setAttribute('translate', 'no');
    document.body.prepend(shown);
  }
  if (shown.dataset['language'] === language) return;
  shown.dataset['language'] = language;
  shown.innerHTML = sprite(language);
}
