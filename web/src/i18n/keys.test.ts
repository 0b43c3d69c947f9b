// Tests that every phrase is used: its key occurs in the source of the page, a board, the terminal or the command line,
// in full or as a pattern (`level.${level}`). Keys that the server sends (reasons, refusals, errors, steps of a lesson)
// occur in the source of the server.

import { expect, it } from 'vitest';
import { lists } from './allPhrases';

const page = import.meta.glob(['../**/*.{ts,tsx}', '../../../games/*/web/*.{ts,tsx}', '!**/*.test.*', '!**/*.gen.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
}) as Record<string, string>;
const rust = import.meta.glob(
  [
    '../../../crates/{answers,offline,room,server,table,catalog,game,tricks,search}/src/**/*.rs',
    '../../../crates/{terminal,wording,commands}/src/**/*.rs',
    '../../../games/*/src/**/*.rs',
  ],
  { eager: true, query: '?raw', import: 'default' },
) as Record<string, string>;
const lessons = import.meta.glob('../../../games/*/lesson.json', {
  eager: true,
  query: '?raw',
  import: 'default',
}) as Record<string, string>;

const source = Object.values(page).join('\n');
const named = [...Object.values(rust), ...Object.values(lessons)].join('\n');
const whole = new Set([
  ...[...source.matchAll(/'([\w.]+)'/g), ...source.matchAll(/`([\w.]+)`/g), ...named.matchAll(/"([\w.]+)"/g)].map(
    (m) => m[1]!,
  ),
]);
/** Patterns of keys in the page's source, such as `level.${level}`. A pattern matches any key with this beginning and
 * end. The variable part has to be a name in some source. */
const patterns = [...source.matchAll(/`([\w.]*\$\{[^`]*)`/g)]
  .map(([, text]) => text!.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/))
  .filter(([first]) => /^[a-z_]+\./.test(first!))
  .map((parts) => new RegExp(`^${parts.map((part) => part.replace(/\./g, '\\.')).join('([\\w.]+)')}$`));
/** Keys that are built from several names, such as a claim of Kaël that is set in advance, or the final rank of a
 * player who is out. */
const BUILT = /^(?:(?:arm|armed|claim)\.(?:cut|good)(?:\.alert)?|tag\.place\.\d|count\.place\.\d|find\.\w+|title)$/;

const snake = (name: string) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
/** Every name in the sources, in the spelling of the protocol. */
const names = new Set([...`${source}\n${named}`.matchAll(/\w+/g)].map((m) => snake(m[0])));
const quoted = new Set([...named.matchAll(/"([\w.]+)"/g)].map((m) => m[1]!));
/** Returns whether the sources contain the variable part of a key. For a reason, refusal or error, it must be a
 * literal. For other keys, any name counts. */
const isNamed = (key: string, name: string): boolean =>
  /^(?:reason|refusal|error)\./.test(key)
    ? quoted.has(name) || whole.has(name)
    : name.split('.').every((part) => names.has(part));

it('the sources are found', () => {
  expect(whole.size).toBeGreaterThan(1500);
  expect(patterns.length).toBeGreaterThan(30);
  expect(whole).toContain('game.undo');
});

it('no list has a key that nobody says', () => {
  const unused = Object.entries(lists)
    .filter(([path]) => path.endsWith('/en.json'))
    .flatMap(([path, words]) =>
      Object.keys(words)
        .filter((key) => {
          const base = key.replace(/\.(?:you|since)$/, '');
          if ([key, base].some((one) => whole.has(one)) || BUILT.test(key)) return false;
          return !patterns.some((pattern) =>
            [key, base].some((one) => {
              const said = pattern.exec(one);
              return said !== null && said.slice(1).every((name) => isNamed(one, name!));
            }),
          );
        })
        .map((key) => `${path.replace(/^(\.\.\/)+/, '')} ${key}`),
    );
  expect(unused).toEqual([]);
});
