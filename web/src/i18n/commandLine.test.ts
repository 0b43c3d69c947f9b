// Tests the words of the command line, which is in English. It uses the terms of the page. A noun after a number has
// the right form. All errors have the same style. The tested texts are the literals in the sources, and the help of
// arguments and commands.

import { expect, it } from 'vitest';

const sources = import.meta.glob(['../../../crates/{commands,cardroom}/src/**/*.rs', '!**/*_tests.rs'], {
  eager: true,
  query: '?raw',
  import: 'default',
}) as Record<string, string>;

interface Text {
  where: string;
  words: string;
}

/** The texts that people read: literals of several words outside tests, and the texts that clap shows as help. */
const texts: Text[] = Object.entries(sources).flatMap(([path, whole]) => {
  const where = path.replace(/^(\.\.\/)+/, '');
  const source = whole.split('#[cfg(test)]\nmod tests')[0]!;
  const help = [...source.matchAll(/((?:^ *\/\/\/[^\n]*\n)+) *(?:#\[(?:arg|command)|[A-Z]\w*\()/gm)];
  const literals = [...source.replace(/^ *\/\/.*$/gm, '').matchAll(/"((?:[^"\\]|\\[^])*)"/g)];
  return [...help, ...literals]
    .map(([, words]) => ({
      where,
      words: words!
        .replace(/ *\/\/\/ ?/g, ' ')
        .replace(/\\?\n\s*/g, ' ')
        .trim(),
    }))
    .filter(({ words }) => /[a-z]{2,} \S*[a-z{]/i.test(words));
});

const unlike = (wrong: RegExp) =>
  texts.filter(({ words }) => wrong.test(words)).map(({ where, words }) => `${where}: ${words}`);

it('the texts are found', () => {
  expect(texts.length).toBeGreaterThan(250);
  expect(texts.some(({ words }) => words.includes('Number of matches'))).toBe(true);
  expect(texts.some(({ words }) => words.includes('no running server uses the folder'))).toBe(true);
});

it.each([
  'bid|bids|bidding|thrown in|put|puts|sheds|lone|laid',
  'says Kaël|says kaël',
  'anew|somebody|anybody|whoever|so many',
  'the house|this house|a home|at home',
  'watchers|look on|pack of cards|sealed hand',
])('one term for one thing: not %s', (words) => {
  expect(unlike(new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`, 'i'))).toEqual([]);
});

it('counts with the noun in the right form', () => {
  const nouns = 'match(?:es)?|deals?|sets?|records?|tables?|events?|guests?|decisions?|solitaires?|threads?|words?';
  expect(unlike(new RegExp(`\\{[\\w.]*\\} (?:${nouns})(?![\\w-])`))).toEqual([]);
});

it('has one style of errors: lower case, no full stop', () => {
  const errors = Object.entries(sources).flatMap(([path, source]) =>
    [
      ...source.matchAll(
        /Failure::(?:usage|Usage|Failed|failed)\((?:format!\(|format_args!\()?\s*"((?:[^"\\]|\\[^])*)"/g,
      ),
    ].map(([, words]) => `${path.replace(/^(\.\.\/)+/, '')}: ${words}`),
  );
  expect(errors.length).toBeGreaterThan(20);
  expect(errors.filter((one) => /: [A-Z][a-z’]+ |\.$/.test(one))).toEqual([]);
});
