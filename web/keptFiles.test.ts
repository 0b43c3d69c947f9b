import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type BuiltFile, filesIn, keptNames, serviceWorker, withHashes } from './keptFiles';

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);
const source = readFileSync(here('./sw.js'), 'utf8');
const files: BuiltFile[] = [
  ['assets/web-a.js', 'play()'],
  ['favicon.svg', '<svg/>'],
  ['index.html', '<html></html>'],
  ['manifest.webmanifest', '{}'],
];
const cacheOf = (files: readonly BuiltFile[], worker = source): string =>
  /'(page-\w+)'/.exec(serviceWorker(worker, files))![1]!;

it('another content of any file, another file or another worker gives the cache another name', () => {
  const name = cacheOf(files);
  expect(name).toMatch(/^page-[0-9a-f]{12}$/);
  expect(cacheOf([...files].reverse())).toBe(name);
  const others = [
    ...files.map((_, changed) => cacheOf(files.map(([file, content], i) => [file, i === changed ? 'new' : content]))),
    cacheOf(files.slice(1)),
    cacheOf([...files, ['icon-192.png', new Uint8Array([1])]]),
    cacheOf(files, `${source}\n`),
  ];
  expect(new Set([name, ...others]).size).toBe(others.length + 1);
});

it('every file of the page is kept, those that the manifest names too', () => {
  const all = [...filesIn(here('./public')), ...files.filter(([name]) => name.startsWith('assets/'))];
  const kept = keptNames([...all, ['index.html', '']]);
  const manifest = JSON.parse(readFileSync(here('./public/manifest.webmanifest'), 'utf8')) as {
    icons: { src: string }[];
  };
  expect(manifest.icons.length).toBeGreaterThan(2);
  for (const { src } of manifest.icons) expect(kept).toContain(src);
  for (const name of ['./', 'favicon.svg', 'manifest.webmanifest', 'assets/web-a.js']) expect(kept).toContain(name);
  const [, written] = /const FILES = (.*);/.exec(serviceWorker(source, all))!;
  const hashes = JSON.parse(written!) as Record<string, string>;
  expect(Object.keys(hashes)).toEqual(keptNames(all));
  expect(hashes['assets/web-a.js']).toBe(hashOf('play()'));
});

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

it('scripts and styles of the page have their hashes, wherever the page lies', () => {
  const built: BuiltFile[] = [
    ['assets/web-a.js', 'play()'],
    ['assets/web-b.css', 'a{}'],
    ['assets/common-c.js', 'c()'],
  ];
  for (const base of ['/', './', '']) {
    const page = `<link rel="manifest" href="${base}manifest.webmanifest"><script type="module" crossorigin src="${base}assets/web-a.js"></script>
      <link rel="modulepreload" crossorigin href="${base}assets/common-c.js"><link rel="stylesheet" crossorigin href="${base}assets/web-b.css">`;
    const hashed = withHashes(page, built);
    expect([...hashed.matchAll(/"([^"]+)" integrity="([^"]+)"/g)].map(([, name, hash]) => [name, hash])).toEqual([
      [`${base}assets/web-a.js`, hashOf('play()')],
      [`${base}assets/common-c.js`, hashOf('c()')],
      [`${base}assets/web-b.css`, hashOf('a{}')],
    ]);
  }
  expect(() => withHashes('<script src="/gone.js"></script>', built)).toThrow('gone.js');
});
