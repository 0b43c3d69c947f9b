// Tests that a name in a right-to-left script does not reverse the words around it. Code that puts a name into the page
// must give it an element of its own (`bdi`, `dir="auto"`). Phrases isolate the names in their blanks themselves.

import { expect, it } from 'vitest';

const sources = {
  ...import.meta.glob('../**/*.tsx', { eager: true, query: '?raw', import: 'default' }),
  ...import.meta.glob('../../../games/*/web/**/*.tsx', { eager: true, query: '?raw', import: 'default' }),
} as Record<string, string>;

/** Expressions whose value is a person's name. */
const NAME = /\b(?:seatName|toSeat)\(|\b(?:s|seat|info|line|me|shown|found|table)\??\.name\b|^\s*who\s*$/;
/** Expressions in which the name is already isolated: a phrase isolates its parameters, and a list isolates each
 * name. */
const SAID = /\b(?:t|who)\((?:[^()]|\([^()]*\))*\)|\.map\(\([^()]*\) => t\.person\([^()]*\)\)/g;
/** The expression for the initial of a name in a circle. */
const INITIAL = /\[\.\.\.info\.name\]\[0\]/;

/** Returns the expressions in braces that are children of an element, each with the text before it. */
function children(text: string): { before: string; words: string }[] {
  return [...text.matchAll(/\{([^{};]*)\}/g)]
    .map((match) => ({ before: text.slice(0, match.index).trimEnd(), words: match[1]! }))
    .filter(
      ({ before, words }) => /[>}]$/.test(before) && !/=>$/.test(before) && !/^\s*(?:\.\.\.)?\w+\s*[:,]/.test(words),
    );
}

it('a name in the page stands by itself', () => {
  const named = Object.entries(sources).flatMap(([path, text]) =>
    children(text)
      .filter(({ words }) => NAME.test(words.replace(SAID, '')) && !INITIAL.test(words))
      .map((one) => ({ path, ...one })),
  );
  // Names occur in score sheets, seats, tricks, logs, lists of people, and chat.
  expect(named.length).toBeGreaterThanOrEqual(17);
  const together = named
    .filter(
      ({ before }) => !/<(?:bdi(?: translate=\{false\})?|\w+(?:\s[^<>]*)?\sdir="auto"(?:\s[^<>]*)?)>$/.test(before),
    )
    .map(({ path, before, words }) => `${path}: ${before.slice(-60).replace(/\s+/g, ' ')}{${words.trim()}}`);
  expect(together).toEqual([]);
});

it('what somebody said stands by itself', () => {
  const said = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(/(\S+)\{(?:chatWords|notice\.words)[^{}]*\}/g)].map(([words, before]) => ({
      path,
      words,
      before,
    })),
  );
  expect(said.length).toBeGreaterThanOrEqual(2);
  expect(said.filter(({ before }) => !before!.endsWith('<bdi>')).map(({ path, words }) => `${path}: ${words}`)).toEqual(
    [],
  );
});

it('what is being written turns as it is written', () => {
  const [chat] = Object.entries(sources).filter(([path]) => path.endsWith('people/chat.tsx'));
  expect(chat![1]).toMatch(/<input\s+dir="auto"/);
});

it('names in a list are isolated one by one', () => {
  const lists = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(/\.map\(\((?:s|seat|info)\) => ([^()]*(?:\([^()]*\))?[^()]*\.name)\)/g)].map(
      ([words]) => `${path}: ${words}`,
    ),
  );
  expect(lists.filter((words) => !words.includes('t.person('))).toEqual([]);
});
