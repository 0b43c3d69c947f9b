// All texts of the page, phrase by phrase, for the tests of their style.

import type { Words } from './words';

export const lists = {
  ...import.meta.glob('../../lang/**/*.json', { eager: true, import: 'default' }),
  ...import.meta.glob('../../../games/*/lang/**/*.json', { eager: true, import: 'default' }),
} as Record<string, Words>;
const summaries = import.meta.glob('../../../games/*/rules/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
}) as Record<string, string>;
const exact = import.meta.glob('../../../games/*/RULES*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
}) as Record<string, string>;

export interface Phrase {
  where: string;
  key: string;
  words: string;
  game: string | null;
  rules: boolean;
}

/** Returns all texts of a language, phrase by phrase and paragraph by paragraph. */
export function allPhrases(language: string): Phrase[] {
  const game = (path: string) => /games\/([^/]+)\//.exec(path)?.[1] ?? null;
  const phrases = Object.entries(lists)
    .filter(([path]) => path.endsWith(`/${language}.json`))
    .flatMap(([path, words]) =>
      Object.entries(words).flatMap(([key, phrase]) =>
        [...new Set(typeof phrase === 'string' ? [phrase] : Object.values(phrase))].map((one) => ({
          where: `${path.replace(/^(\.\.\/)+/, '')} ${key}`,
          key,
          words: one!,
          game: game(path),
          rules: false,
        })),
      ),
    );
  const texts = [
    ...Object.entries(summaries).filter(([path]) => path.endsWith(`/rules/${language}.md`)),
    ...Object.entries(exact).filter(([path]) =>
      path.endsWith(language === 'en' ? '/RULES.md' : `/RULES.${language}.md`),
    ),
  ];
  return [
    ...phrases,
    ...texts.flatMap(([path, text]) =>
      text
        .replace(/`[^`]*`/g, '…')
        .trim()
        .split(/\n\n+/)
        .map((words) => ({
          where: path.replace(/^(\.\.\/)+/, ''),
          key: '',
          words: words.replace(/\s*\n\s*/g, ' '),
          game: game(path),
          rules: true,
        })),
    ),
  ];
}
