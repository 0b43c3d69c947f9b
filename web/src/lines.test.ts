// A line has 120 characters at most. The formatter breaks code; words in quotes it leaves whole.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = decodeURIComponent(new URL('../..', import.meta.url).pathname);
const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.gen.'))
    .map((path) => join(folder, path));

it('no line is longer than 120 characters, but for what stands in quotes', () => {
  const games = readdirSync(join(root, 'games')).map((game) => `games/${game}/web`);
  const long = ['web/src', 'web/test', 'web/dev', ...games].flatMap(sources).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        line.length > 120 && !/['"`]/.test(line.replace(/^\s*(\/\/|\/\*\*|\*).*/, '')) ? [`${file}:${i + 1}`] : [],
      ),
  );
  expect(long).toEqual([]);
});
