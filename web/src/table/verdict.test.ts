import { expect, it } from 'vitest';
import de from '../../lang/de.json';
import en from '../../lang/en.json';
import fr from '../../lang/fr.json';
import { translator } from '../i18n/words';
import type { Frame } from '../net/protocol';
import { verdict } from './verdict';

const at = (winners: number[] | null): Frame =>
  ({ winners, viewer: 0, named: false, seats: [{ name: 'Ann' }, { name: 'Bo' }, { name: 'Cy' }] }) as unknown as Frame;

it('who won is named; a solitaire is lost; a match that became too long has no winner', () => {
  const t = translator('en', en);
  expect(verdict(at([0]), t)).toBe('You win');
  expect(verdict(at([1]), t)).toBe('Bo wins');
  expect(verdict(at([0, 2]), t)).toBe('You and Cy share the win');
  expect(verdict(at([1, 2]), t)).toBe('Bo and Cy share the win');
  expect(verdict(at([]), t)).toBe(t('game.lost'));
  expect(verdict(at(null), t)).toContain('50,000');
  expect(verdict(at(null), translator('fr', fr))).toContain('50 000');
  expect(verdict(at(null), translator('de', de))).toContain('50.000');
});
