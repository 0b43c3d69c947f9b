import { expect, it } from 'vitest';
import { translator, type Words } from './words';

const t = translator('en', { cards: { one: '{n} card', other: '{n} cards' }, gain: '{who}: {points}' }, { cards: 'never', close: 'Close' });

it('the first list that has a key speaks', () => {
  expect(t('cards', { n: 1 })).toBe('1 card');
  expect(t('cards', { n: 13 })).toBe('13 cards');
  expect(t('close')).toBe('Close');
  expect(t('missing')).toBe('missing');
});

it('numbers have a true minus', () => {
  expect(t('gain', { who: 'Bo', points: -12 })).toBe('Bo: \u221212');
  expect(t.signed(20)).toBe('+20');
  expect(t.signed(-3)).toBe('\u22123');
  expect(t.signed(0)).toBe('0');
});

// Every language says everything that English says, in the same plural forms or more, with the same blanks.
const lists = { ...import.meta.glob('../../lang/*.json', { eager: true, import: 'default' }), ...import.meta.glob('../../../games/*/lang/*.json', { eager: true, import: 'default' }) } as Record<string, Words>;
const blanks = (phrase: unknown): string[] => [...new Set([...JSON.stringify(phrase ?? '').matchAll(/\{(\w+)\}/g)].map((m) => m[1]!))].sort();

for (const [path, words] of Object.entries(lists)) {
  if (path.endsWith('/en.json')) continue;
  const english = lists[path.replace(/[^/]+\.json$/, 'en.json')]!;
  it(`${path.replace(/^(\.\.\/)+/, '')} has the keys of English`, () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    for (const key of Object.keys(english)) expect([key, blanks(words[key])]).toEqual([key, blanks(english[key])]);
  });
}
