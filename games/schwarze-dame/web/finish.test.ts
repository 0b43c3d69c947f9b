import { expect, it } from 'vitest';
import { rest } from './finish';
import type { SchwarzeFrame } from './layout';

/** Returns a frame in which the viewer, at seat 0, can play one of `legal`. `cards` are on the table, and seat
 * `winning` would take the trick. */
const at = (legal: string[], cards: string[] = [], winning: number | null = null): SchwarzeFrame =>
  ({
    legal: legal.map((card) => ({ action: `play ${card}`, card })),
    view: {
      on_table: cards.length > 0,
      tricks: cards.length ? [{ leader: (4 - cards.length) % 4, cards, parts: [10] }] : [],
      winning,
    },
  }) as unknown as SchwarzeFrame;

it('leads the highest card', () => {
  expect(rest(at(['3s', 'Ad', 'Kc']))).toBe('play Ad');
});

it('throws the lowest away where the led suit is not in the hand', () => {
  expect(rest(at(['Ad', '2c'], ['4s'], 3))).toBe('play 2c');
});

it('follows with the lowest where none can win', () => {
  expect(rest(at(['3c', 'Qc'], ['Kc'], 3))).toBe('play 3c');
  // The card to beat is the king, not the card that was played last.
  expect(rest(at(['3c', 'Qc'], ['Kc', '5d', '4c'], 1))).toBe('play 3c');
});

it('takes with the highest while others come, and with just enough as the last', () => {
  expect(rest(at(['3c', 'Qc', 'Ac'], ['Tc'], 3))).toBe('play Ac');
  expect(rest(at(['3c', 'Qc', 'Ac'], ['Tc', '4c', 'Kd'], 1))).toBe('play Qc');
});

it('has nothing to play when it is another’s turn', () => {
  expect(rest(at([]))).toBe(null);
});
