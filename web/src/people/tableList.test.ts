import { expect, it, vi } from 'vitest';
import words from '../../lang/people/en.json';
import { translator, type Words } from '../i18n/words';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal('addEventListener', () => {});
vi.stubGlobal('localStorage', { getItem: () => null });
const { placeWords } = await import('./tableList');

it('a match that is over says whether it was won, or the place: in some games few points are good', () => {
  const t = translator('en', words as unknown as Words);
  const said = (game: string, totals: number[]) => placeWords({ game, seat: 0, totals }, t);
  expect(said('la-dame-noire', [104, 94, 95, 73])).toBe('Won');
  expect(said('la-dame-noire', [94, 104, 94, 73])).toBe('Place 2 of 4');
  expect(said('hearts', [104, 94, 95, 73])).toBe('Place 4 of 4');
  expect(said('kael', [60, 119])).toBe('Won');
});
