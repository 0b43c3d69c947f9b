import { expect, it } from 'vitest';
import { typedRank } from './useTypedRank';

it('a typed letter is the one on the card, and the English one too', () => {
  expect([...'jqka'].map((key) => typedRank(key, 'en'))).toEqual(['J', 'Q', 'K', 'A']);
  expect([...'bdka'].map((key) => typedRank(key, 'de'))).toEqual(['J', 'Q', 'K', 'A']);
  expect([...'vdra'].map((key) => typedRank(key, 'fr'))).toEqual(['J', 'Q', 'K', 'A']);
  expect(['q', 'b', 'x', 'Enter', '7', '0'].map((key) => typedRank(key, 'fr'))).toEqual([
    'Q',
    null,
    null,
    null,
    '7',
    'T',
  ]);
});
