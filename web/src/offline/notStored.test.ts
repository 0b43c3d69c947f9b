import { afterEach, expect, it, vi } from 'vitest';
import de from '../../lang/people/de.json';
import en from '../../lang/people/en.json';
import fr from '../../lang/people/fr.json';
import { notStored } from './notStored';

afterEach(() => vi.unstubAllGlobals());

it('only where browsers have no service worker is the page not stored, and three languages say so', () => {
  for (const isSecureContext of [true, false]) {
    vi.stubGlobal('isSecureContext', isSecureContext);
    expect(notStored()).toBe(!isSecureContext);
  }
  const words = [en, fr, de].map((list) => list['here.not_stored']);
  expect(new Set(words).size).toBe(3);
  for (const one of words) expect(one).toContain('http://');
});
