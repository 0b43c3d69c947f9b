import { expect, it } from 'vitest';
import { translator } from '../i18n/words';
import { isTooLong, ownName } from './playerName';

it('a name is too long where the server says so', () => {
  for (const sign of ['a', 'é', 'ש', '字', '🎴'])
    expect([sign, isTooLong(sign.repeat(24)), isTooLong(sign.repeat(25))]).toEqual([sign, false, true]);
  // An emoji that is composed of several characters counts as all of them.
  expect(isTooLong('🇫🇷'.repeat(13))).toBe(true);
  expect(isTooLong(`  ${'a'.repeat(24)}  `)).toBe(false);
});

it('who has no name is a guest in the language of the reader', () => {
  const t = translator('de', { 'seat.guest': 'Gast' });
  expect([t.person('Guest'), ownName('Guest')]).toEqual(['Gast', '']);
  expect([t.person('Ann'), ownName('Ann')]).toEqual(['Ann', 'Ann']);
});
