// Kaël's cards: a numeral in a tinted pill, and the same number of dots, for people who do not see colours.

import { addCards, PAPER } from '@cardroom/ui';

export const KAEL: readonly string[] = ['-1', '0', ...Array.from({ length: 13 }, (_, i) => String(i + 1)), 'X'];

const tint = (value: string): string =>
  `var(--kael-${value === '-1' ? 'minus' : value === '0' ? 'zero' : value === 'X' ? 'x' : 'number'})`;
const numeral = (value: string): string => value.replace('-', '\u2212');

export function kaelFace(value: string): string {
  const colour = tint(value);
  const words = numeral(value);
  const wide = words.length > 1;
  // The numeral is in one corner only, because upside down a 6 would read as a 9.
  const corner =
    `<rect x="5" y="5.5" width="${wide ? 31 : 25}" height="27" rx="8" fill="${colour}"/>` +
    `<text x="${wide ? 20.4 : 17.4}" y="27" text-anchor="middle" font-size="23" font-weight="700" ` +
    `fill="${PAPER}" class="numeral"${wide ? ' textLength="24" lengthAdjust="spacingAndGlyphs"' : ''}>${words}</text>`;
  return (
    `<rect x="16" y="42" width="68" height="54" rx="22" fill="${colour}" opacity=".13"/>` +
    `<rect x="16" y="42" width="68" height="54" rx="22" fill="none" stroke="${colour}" stroke-width="1.4"/>` +
    `<text x="50" y="85.5" text-anchor="middle" font-size="46" font-weight="700" fill="${colour}" ` +
    `class="numeral">${words}</text>` +
    (value === 'X'
      ? `<text x="50" y="120" text-anchor="middle" font-size="20" font-weight="700" fill="${colour}" ` +
        'class="numeral">15</text>'
      : dots(value, colour)) +
    corner
  );
}

function dots(value: string, colour: string): string {
  const n = Number(value);
  if (n === 0) return `<path d="M41 115H59" stroke="${colour}" stroke-width="2" stroke-linecap="round"/>`;
  if (n < 0) return `<circle cx="50" cy="115" r="4.2" fill="none" stroke="${colour}" stroke-width="1.8"/>`;
  // A row has at most five dots, because more cannot be counted at a glance.
  const rows = n <= 5 ? [n] : n <= 10 ? [Math.ceil(n / 2), Math.floor(n / 2)] : [5, n - 10, 5];
  const step = rows.length === 3 ? 8.5 : 11;
  const r = rows.length === 3 ? 2.9 : 3.6;
  const across = rows.length === 3 ? 10 : 12.5;
  return rows
    .flatMap((count, row) =>
      Array.from(
        { length: count },
        (_, i) =>
          `<circle cx="${(50 + (i - (count - 1) / 2) * across).toFixed(1)}" ` +
          `cy="${(115 + (row - (rows.length - 1) / 2) * step).toFixed(1)}" r="${r}" fill="${colour}"/>`,
      ),
    )
    .join('');
}

addCards(Object.fromEntries(KAEL.map((value) => [value, kaelFace(value)])));
