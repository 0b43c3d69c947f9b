// Who imports whom: no circle, imports of types included.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(decodeURIComponent(new URL('../..', import.meta.url).pathname));
const NAMES: Record<string, string> = {
  '@cardroom/ui': 'web/src/ui/index.ts',
  '@cardroom/tricks': 'web/src/ui/trickTable.tsx',
  '@cardroom/help': 'web/src/assist.tsx',
};

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory()
      ? filesIn(join(folder, one.name))
      : /(?<!\.test)\.tsx?$/.test(one.name)
        ? [join(folder, one.name)]
        : [],
  );

function imports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^(?:import|export)\b[^'";]*?from\s+'([^']+)'/gm)].flatMap(([, name]) => {
    const named = NAMES[name!];
    if (named) return [join(root, named)];
    if (!name!.startsWith('.')) return [];
    const path = resolve(dirname(file), name!);
    return [path, `${path}.ts`, `${path}.tsx`, join(path, 'index.ts')].filter(isFile).slice(0, 1);
  });
}

/** One circle, if there is one: each file imports the next. */
export function circle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const walk = (file: string, way: string[]): string[] => {
    const at = way.indexOf(file);
    if (at >= 0) return [...way.slice(at), file];
    if (done.has(file)) return [];
    done.add(file);
    for (const next of graph.get(file) ?? []) {
      const found = walk(next, [...way, file]);
      if (found.length) return found;
    }
    return [];
  };
  for (const file of graph.keys()) {
    const found = walk(file, []);
    if (found.length) return found;
  }
  return [];
}

it('a circle is found', () => {
  expect(
    circle(
      new Map([
        ['a', ['b', 'c']],
        ['b', ['c']],
        ['c', []],
      ]),
    ),
  ).toEqual([]);
  expect(
    circle(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
  ).toEqual(['b', 'c', 'b']);
});

it('no file of the page imports itself on a detour', () => {
  const folders = ['web/src', ...readdirSync(join(root, 'games')).map((game) => `games/${game}/web`)]
    .map((folder) => join(root, folder))
    .filter(existsSync);
  const files = folders.flatMap(filesIn);
  expect(files.length).toBeGreaterThan(150);
  expect(
    circle(new Map(files.map((file) => [file, imports(file)]))).map((file) => file.slice(root.length + 1)),
  ).toEqual([]);
});
