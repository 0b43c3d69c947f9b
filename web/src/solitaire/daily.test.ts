import { expect, it, vi } from 'vitest';
import { translator } from '../i18n/words';

// These globals of the browser are needed by modules that the tested module imports.
vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
vi.stubGlobal('localStorage', { getItem: () => null, setItem() {} });
vi.stubGlobal('document', { documentElement: { dataset: {}, style: { setProperty() {} } }, addEventListener() {} });
vi.stubGlobal('addEventListener', () => {});
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
const { streakWords } = await import('./daily');

const t = translator('en', {
  'daily.streak': { one: '{n} day in a row.', other: '{n} days in a row.' },
  'daily.best': 'Best: {n}.',
});

it('a streak of 0 days is not told, and neither is a best of 0', () => {
  expect(streakWords({ streak: 3, best_streak: 5 }, t)).toBe('3 days in a row. Best: 5.');
  expect(streakWords({ streak: 0, best_streak: 5 }, t)).toBe('Best: 5.');
  expect(streakWords({ streak: 0, best_streak: 0 }, t)).toBe('');
});
