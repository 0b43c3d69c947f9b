import { expect, it } from 'vitest';
import { translator, type Words } from './words';

const t = translator(
  'en',
  { cards: { one: '{n} card', other: '{n} cards' }, gain: '{who}: {points}' },
  { cards: 'never', close: 'Close' },
);

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

// Tests that every list has every phrase in every language, with the plural forms of the language and the same blanks.
const LANGUAGES = ['en', 'fr', 'de'];
const lists = {
  ...import.meta.glob('../../lang/**/*.json', { eager: true, import: 'default' }),
  ...import.meta.glob('../../../games/*/lang/**/*.json', { eager: true, import: 'default' }),
} as Record<string, Words>;
const games = Object.keys(import.meta.glob('../../../games/*/RULES.md', { query: '?raw' })).map(
  (path) => path.split('/').at(-2)!,
);
const blanks = (phrase: unknown): string[] =>
  [...new Set([...JSON.stringify(phrase ?? '').matchAll(/\{(\w+)\}/g)].map((m) => m[1]!))].sort();
const forms = (language: string): string[] =>
  (language === 'fr' ? ['one', 'other'] : new Intl.PluralRules(language).resolvedOptions().pluralCategories).toSorted();

it('no language lies about that is not asked for', () => {
  for (const path of Object.keys(lists)) expect(LANGUAGES).toContain(path.replace(/^.*\/(.+)\.json$/, '$1'));
});

for (const folder of [
  '../../lang',
  '../../lang/people',
  '../../lang/replay',
  '../../lang/side',
  '../../lang/mistakes',
  '../../lang/fair',
  '../../lang/days',
  '../../lang/lesson',
  '../../lang/terminal',
  ...games.flatMap((game) => [...['', '/lesson', '/tile'].map((of) => `../../../games/${game}/lang${of}`)]),
]) {
  const english = lists[`${folder}/en.json`]!;
  for (const language of LANGUAGES) {
    it(`${folder.replace(/^(\.\.\/)+/, '')}/${language}.json has every key, every blank, every plural form`, () => {
      const words = lists[`${folder}/${language}.json`];
      expect(words, 'there is such a list').toBeDefined();
      expect(Object.keys(words!).sort()).toEqual(Object.keys(english).sort());
      for (const [key, phrase] of Object.entries(words!)) {
        expect([key, blanks(phrase)]).toEqual([key, blanks(english[key])]);
        expect([key, typeof phrase]).toEqual([key, typeof english[key]]);
        if (typeof phrase !== 'string') expect([key, Object.keys(phrase).sort()]).toEqual([key, forms(language)]);
        expect([key, JSON.stringify(phrase)]).not.toEqual([key, '""']);
      }
    });
  }
}

it('a French plural begins at two', () => {
  const french = translator('fr', { cards: { one: '{n} carte', other: '{n} cartes' } });
  expect([0, 1, 2].map((n) => french('cards', { n }))).toEqual(['0 carte', '1 carte', '2 cartes']);
});

it('a name that is written from right to left stands by itself in a sentence', () => {
  const t = translator('en', { said: '{who} plays {card}' });
  expect(t('said', { who: 'Ann', card: 'Qs' })).toBe('Ann plays Qs');
  expect(t('said', { who: 'שרה', card: 'Qs' })).toBe('\u2068שרה\u2069 plays Qs');
  // A name is also isolated if it contains a character that changes the direction of the text after it.
  expect(t('said', { who: 'A\u202eB', card: 'Qs' })).toBe('\u2068A\u202eB\u2069 plays Qs');
});

it('who has given no name is a guest in the reader’s language', () => {
  const fr = translator('fr', { 'seat.guest': 'Anonyme', from: '{who} vous invite' });
  expect(['Guest', 'Guest 2', 'Guesthouse', 'Eda'].map(fr.person)).toEqual([
    'Anonyme',
    'Anonyme 2',
    'Guesthouse',
    'Eda',
  ]);
  expect(fr('from', { who: 'Guest' })).toBe('Anonyme vous invite');
});

it('« de » before a vowel is elided in French, and nowhere else', () => {
  const fr = translator('fr', { of: 'Retirer la sourdine de {who}' });
  expect(fr('of', { who: 'Eda' })).toBe('Retirer la sourdine d’Eda');
  expect(fr('of', { who: 'Élise' })).toBe('Retirer la sourdine d’Élise');
  expect(fr('of', { who: 'Bo' })).toBe('Retirer la sourdine de Bo');
  expect(translator('de', { of: 'de {who}' })('of', { who: 'Eda' })).toBe('de Eda');
});
