// Tests that no line has more than 120 characters, text in quotes included. Lines that cannot be broken are excepted:
// addresses and the paths of imports.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = decodeURIComponent(new URL('../..', import.meta.url).pathname);
const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.gen.'))
    .map((path) => join(folder, path));

const WHOLE = /(?<=\bfrom |\bimport\()'[^']*'|https?:\/\/[^\s'"`]+/g;
const isLong = (line: string): boolean => line.length > 120 && line.replace(WHOLE, '').length > 120;

it('an address and a path are not counted, other quotes are', () => {
  const long = 'x'.repeat(100);
  expect(isLong(`const a = 'https://${long}/${long}';`)).toBe(false);
  expect(isLong(`import { a } from './${long}/${long}';`)).toBe(false);
  expect(isLong(`const a = '${long}${long}';`)).toBe(true);
  expect(isLong(`const a = \`${long}${long}\`;`)).toBe(true);
});

it('no line is longer than 120 characters', () => {
  const games = readdirSync(join(root, 'games')).map((game) => `games/${game}/web`);
  const long = ['web/src', 'web/test', 'web/dev', ...games].flatMap(sources).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (isLong(line) ? [`${file}:${i + 1}`] : [])),
  );
  expect(long).toEqual([]);
});
