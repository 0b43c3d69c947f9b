// Tests the page's own part of the file with all data.

import { beforeEach, expect, it, vi } from 'vitest';

const shelf = new Map<string, string>();
/** Replaces the browser by another one that has only the file and the values `kept`. */
async function anotherBrowser(kept: Record<string, string> = {}) {
  vi.resetModules();
  shelf.clear();
  for (const [key, value] of Object.entries(kept)) shelf.set(key, value);
  const page = await import('./pageData');
  const { change, settings, startSettings } = await import('../ui/settings');
  startSettings();
  return { ...page, change, settings };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => shelf.get(key) ?? null,
    setItem: (key: string, value: string) => shelf.set(key, value),
  });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('navigator', { languages: ['en'] });
});

const ROOM = JSON.stringify({ cardroom: 1, kept: [['me', 'Ann']] });

it('settings, the last tables and what was uploaded go out with everything, and come back elsewhere', async () => {
  const before = await anotherBrowser({
    'cardroom.last': '{"kael":{"game":"kael","bots":["master"]}}',
    'cardroom.uploaded': '["0a"]',
    'cardroom.device': 'yes',
  });
  before.change({ theme: 'light', fourColours: { hearts: true }, trickPause: 2 });
  const file = await (await before.withPage(new Blob([ROOM]))).text();
  const everything = JSON.parse(file) as { cardroom: number; kept: [string, string][] };
  expect(everything.cardroom).toBe(1);
  expect(everything.kept.map(([key]) => key)).toEqual([
    'me',
    'page/cardroom.settings',
    'page/cardroom.last',
    'page/cardroom.uploaded',
  ]);

  const after = await anotherBrowser({
    'cardroom.last': '{"hearts":{"game":"hearts"}}',
    'cardroom.uploaded': '["0b"]',
  });
  expect(after.settings.value.theme).toBe('auto');
  after.restorePage(everything);
  expect(after.settings.value).toEqual(before.settings.value);
  expect(JSON.parse(shelf.get('cardroom.settings')!)).toEqual(before.settings.value);
  expect(JSON.parse(shelf.get('cardroom.last')!)).toEqual({
    kael: { game: 'kael', bots: ['master'] },
    hearts: { game: 'hearts' },
  });
  expect(JSON.parse(shelf.get('cardroom.uploaded')!)).toEqual(['0b', '0a']);
});

it('what a file has of no setting, or of a value that no setting has, changes nothing', async () => {
  const page = await anotherBrowser();
  const before = page.settings.value;
  const wrong = { theme: 'pink', speed: 7, fourColours: [true], trickPause: '2', colour: 'red', sounds: true };
  page.restorePage({ cardroom: 1, kept: [['page/cardroom.settings', JSON.stringify(wrong)]] });
  expect(page.settings.value).toEqual({ ...before, sounds: true });
  // A file may have no settings at all. Invalid values in it are ignored.
  for (const kept of [
    [],
    [
      ['page/cardroom.settings', '{'],
      ['page/cardroom.last', '[1]'],
      ['page/cardroom.uploaded', '7'],
    ],
  ])
    page.restorePage({ cardroom: 1, kept });
  expect(page.settings.value).toEqual({ ...before, sounds: true });
  expect([shelf.get('cardroom.last'), shelf.get('cardroom.uploaded')]).toEqual(['{}', '[]']);
});
