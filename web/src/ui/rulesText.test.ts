import { describe, expect, it } from 'vitest';
import { KAEL } from '../../../games/kael/web/cards';
import { isSuited } from '../cards/names';
import { translator, type Words } from '../i18n/words';
import { exactText, summaryText } from './rulesText';

const exact = import.meta.glob('../../../games/*/RULES*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
}) as Record<string, string>;
const summaries = import.meta.glob('../../../games/*/rules/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
}) as Record<string, string>;
const lists = import.meta.glob('../../../games/*/lang/*.json', { eager: true, import: 'default' }) as Record<
  string,
  Words
>;
const games = Object.keys(exact)
  .filter((path) => path.endsWith('/RULES.md'))
  .map((path) => path.split('/').at(-2)!);

it('calls options as the form does', () => {
  const t = translator('en', {
    'option.moon': 'Shooting the moon',
    'option.moon.own': '26 off your own total',
    'option.to': 'Play to',
  });
  expect(exactText('# Hearts\n\nWith `moon` = `own` it is so (`seat 0`), and `own` again; `to` from 1.', t)).toBe(
    'With “Shooting the moon: 26 off your own total” it is so, and “26 off your own total” again; “Play to” from 1.',
  );
});

it('draws cards under one name', () => {
  const html = summaryText('- `7h 9s` **Beggar.**', 'en');
  expect(html).toContain('aria-label="7 of hearts, 9 of spades"');
  expect(html.match(/<use href="#card-(7h|9s)"\/>/g)).toHaveLength(2);
});

describe.each(games)('%s', (game) => {
  const drawings = (language: string) =>
    [...(summaries[`../../../games/${game}/rules/${language}.md`] ?? '').matchAll(/`([^`]+)`/g)].map((m) => m[1]!);
  const numbers = (text: string) => [...text.matchAll(/\*\*([A-Z]\d+)\*\*/g)].map((m) => m[1]);

  it.each(['en', 'fr', 'de'])('has a summary of half a page with drawn cards: %s', (language) => {
    const text = summaries[`../../../games/${game}/rules/${language}.md`];
    expect(text, 'there is one').toBeDefined();
    expect(text!.split(/\s+/).length).toBeGreaterThan(100);
    // The summary alone must be enough to play. La Dame Noire has bets, trades, five kinds of combinations and a coup,
    // so its summary may be longer.
    expect(text!.split(/\s+/).length).toBeLessThan(game === 'la-dame-noire' ? 570 : 410);
    expect(drawings(language)).toEqual(drawings('en'));
    expect(drawings(language).length).toBeGreaterThan(1);
    for (const card of drawings(language).flatMap((cards) => cards.split(' ')))
      expect([card, isSuited(card) || KAEL.includes(card)]).toEqual([card, true]);
  });

  it.each(['en', 'fr', 'de'])(
    'has its numbered rules without keys of options, seat numbers or code: %s',
    (language) => {
      const source = exact[`../../../games/${game}/RULES${language === 'en' ? '' : `.${language}`}.md`]!;
      const words = lists[`../../../games/${game}/lang/${language}.json`]!;
      expect([source, words], 'both files exist').not.toContain(undefined);
      const t = translator(language, words);
      const text = exactText(source, t);
      expect(text).not.toMatch(/`|\b[a-z]+_[a-z]+\b|\b(?:[Ss]eat|[Pp]latz|[Pp]lace) \d/);
      expect(numbers(text)).toEqual(numbers(exact[`../../../games/${game}/RULES.md`]!));
      // Every option that the text mentions has the name that it has in the form.
      for (const [, key] of source.matchAll(/`([a-z]+_[a-z_]+)`/g))
        expect([
          key,
          t.has(`option.${key}`) ||
            Object.keys(words).some((name) => name.startsWith('option.') && name.endsWith(`.${key}`)),
        ]).toEqual([key, true]);
    },
  );
});
