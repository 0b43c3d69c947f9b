import { expect, it } from 'vitest';
import { agoOf, dayOf, localeOf, timeOf, weekdayOf } from './dates';

const at = new Date(2026, 10, 22, 14, 32);

it('the reader’s own locale counts where it speaks the language of the page', () => {
  expect(localeOf('en', ['en-US', 'en'])).toBe('en-US');
  expect(localeOf('en', ['fr-CH', 'en-NZ'])).toBe('en-NZ');
  expect(localeOf('en', ['de-DE'])).toBe('en-GB');
  expect(localeOf('de', ['de'])).toBe('de-DE');
  expect(localeOf('fr', ['fr-CA'])).toBe('fr-CA');
});

it('nobody but a reader from there gets American dates', () => {
  expect(dayOf('en', at, false, ['en-GB'])).toBe('22 November 2026');
  expect(dayOf('en', at, false, [])).toBe('22 November 2026');
  expect(dayOf('en', at, false, ['en-US'])).toBe('November 22, 2026');
  expect(timeOf('en', at, ['de-DE'])).toBe('14:32');
  expect(timeOf('de', at, [])).toBe('14:32 Uhr');
  expect(timeOf('fr', at, [])).toBe('14:32');
  expect(weekdayOf('fr', at, [])).toBe('dimanche 22 novembre');
});

it('a day of the calendar is the same in every time zone', () => {
  expect(dayOf('en', '2026-11-22T00:00:00Z', true, [])).toBe('22 November 2026');
});

it('how long ago', () => {
  const now = at.getTime();
  expect(agoOf('en', new Date(now - 5 * 60_000).toISOString(), now, [])).toBe('5 minutes ago');
  expect(agoOf('en', new Date(now - 86_400_000).toISOString(), now, [])).toBe('yesterday');
  expect(agoOf('en', 'never', now, [])).toBe('');
});
