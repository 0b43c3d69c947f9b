// Tests that imports have no cycles, and that no folder imports from a higher folder. Imports of types and of workers
// count too, and so do dynamic imports.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** The folders of the page, the lowest first. A file imports only from its own folder and from lower ones. `main.tsx`
 * is above all folders. Games import from the page only through the names in `NAMES`. */
const FOLDERS = [
  'cards', // faces, and the table of cards without a framework
  'net', // server, socket, messages
  'i18n', // words and their lists
  'ui', // parts of every page, settings, addresses; the parts that boards may use
  'fair', // shuffling together, and the check of shuffles
  'match', // the state of an open match, the steps of a finished deal
  'practice', // practice from a position of a match
  'advice',
  'solitaire', // deal of the day, help
  'offline', // the card room in this browser
  'people', // tables with people, lists of tables, the reader's own data
  'days', // deals of the day, the same for everybody
  'table', // the page of a table
  'replay',
  'mistakes', // the mistakes that come back
  'lesson',
  'start',
];

const root = resolve(decodeURIComponent(new URL('../..', import.meta.url).pathname));
const NAMES: Record<string, string> = {
  '@cardroom/ui': 'web/src/ui/index.ts',
  '@cardroom/tricks': 'web/src/ui/trickTable.tsx',
  '@cardroom/help': 'web/src/solitaire/help.tsx',
};

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
const files = ['web/src', ...readdirSync(join(root, 'games')).map((game) => `games/${game}/web`)]
  .map((folder) => join(root, folder))
  .filter(existsSync)
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
      .map((path) => join(folder, path)),
  );

const IMPORT =
  /^(?:import|export)\b[^'";]*?from\s+'([^']+)'|\bimport\(\s*'([^']+)'|^import '([^']+)'|new URL\(\s*'([^']+)'/gm;
/** The import of all files that match a pattern, whatever their extension is. */
const GLOB = /import\.meta\.glob\(\s*'([^'{]+)\.\{ts,tsx\}'/g;

function imports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const globs = [...text.matchAll(GLOB)].flatMap(([, pattern]) => {
    const [before, after] = resolve(dirname(file), pattern!).split('*') as [string, string];
    return files.filter((path) => path.startsWith(before) && path.replace(/\.tsx?$/, '').endsWith(after));
  });
  const named = [...text.matchAll(IMPORT)].flatMap((match) => {
    const name = match.slice(1).find((one) => one !== undefined)!;
    if (NAMES[name]) return [join(root, NAMES[name])];
    if (!name.startsWith('.')) return [];
    const path = resolve(dirname(file), name);
    return [path, `${path}.ts`, `${path}.tsx`].filter(isFile).slice(0, 1);
  });
  return [...named, ...globs];
}

/** Returns a cycle in which each file imports the next one, or nothing if there is no cycle. */
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

/** Returns the imports from a higher folder, as "from > to". */
export function upward(graph: ReadonlyMap<string, readonly string[]>, folders: readonly string[]): string[] {
  const level = (file: string): number => folders.indexOf(file.split('/')[0]!);
  return [...graph].flatMap(([file, targets]) =>
    targets.filter((target) => level(file) >= 0 && level(target) > level(file)).map((target) => `${file} > ${target}`),
  );
}

it('a circle is found', () => {
  const graph = (c: string[]) =>
    new Map([
      ['a', ['b', 'c']],
      ['b', ['c']],
      ['c', c],
    ]);
  expect(circle(graph([]))).toEqual([]);
  expect(circle(graph(['b']))).toEqual(['b', 'c', 'b']);
});

it('an import of a folder above is found', () => {
  const graph = new Map([
    ['low/a.ts', ['low/b.ts', 'high/c.ts']],
    ['high/c.ts', ['low/a.ts']],
  ]);
  expect(upward(graph, ['low', 'high'])).toEqual(['low/a.ts > high/c.ts']);
});

const graph = new Map(files.map((file) => [file, imports(file)]));

it('imports of each kind are read', () => {
  const of = (file: string) => graph.get(join(root, 'web/src', file))!.map((path) => relative(root, path));
  expect(of('main.tsx')).toContain('web/src/start/startPage.tsx');
  expect(of('main.tsx')).toContain('web/src/ui/ui.css');
  expect(of('offline/deviceBackend.ts')).toContain('web/src/offline/worker.ts');
  expect(of('ui/boards.ts')).toContain('games/kael/web/index.tsx');
  expect(of('match/match.ts')).toContain('web/src/net/protocol.ts');
});

it('no file of the page imports itself on a detour', () => {
  expect(graph.size).toBeGreaterThan(150);
  expect(circle(graph).map((file) => relative(root, file))).toEqual([]);
});

it('no folder of the page imports one above it, and each has its place', () => {
  const src = join(root, 'web/src');
  const inside = new Map([...graph].map(([file, to]) => [relative(src, file), to.map((path) => relative(src, path))]));
  expect(upward(inside, FOLDERS)).toEqual([]);
  const there = readdirSync(src, { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(there.map((one) => one.name).sort()).toEqual([...FOLDERS].sort());
  expect([...inside.keys()].filter((file) => !file.includes('/'))).toEqual(['main.tsx']);
});
