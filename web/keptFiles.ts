// Lists the files that the service worker (web/sw.js) keeps: the build fills in which files there are, and a version of
// their content.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A built file: its name in the page's folder, and its content. */
export type BuiltFile = readonly [name: string, content: string | Uint8Array];

/** Files of a folder and its subfolders. The build copies those of web/public as they are. */
export function filesIn(folder: string): BuiltFile[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [relative(folder, path), readFileSync(path)];
  });
}

/** The files that a page needs without a network, in order. */
export function keptNames(files: readonly BuiltFile[]): string[] {
  // The page itself is asked for by its folder.
  return files.map(([name]) => (name === 'index.html' ? './' : name)).sort();
}

/** The hash of a file, as browsers write it where they check one. */
const integrity = (content: string | Uint8Array): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** The page with the hashes of its scripts and styles: a browser runs no other. */
export function withHashes(page: string, files: readonly BuiltFile[]): string {
  const hashes = new Map(files.map(([name, content]) => [name, integrity(content)]));
  return page.replace(
    /<(?:script|link rel="(?:stylesheet|modulepreload)")[^>]* (?:src|href)="(?:\.?\/)?([^"]+)"/g,
    (tag, name: string) => {
      const hash = hashes.get(name);
      if (!hash) throw new Error(`${name} was not built`);
      return `${tag} integrity="${hash}"`;
    },
  );
}

/** The service worker of these files. Its cache has another name when a name or a byte of them differs, and when the
 * worker itself does. */
export function serviceWorker(source: string, files: readonly BuiltFile[]): string {
  const hash = createHash('sha256').update(source);
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    // The content's hash has a length of its own: no two lists give the same text.
    hash.update(`\n${name} ${createHash('sha256').update(content).digest('hex')}`);
  const contents = new Map(files.map(([name, content]) => [keptNames([[name, content]])[0]!, content]));
  const hashes = Object.fromEntries(keptNames(files).map((name) => [name, integrity(contents.get(name)!)]));
  const version = hash.digest('hex').slice(0, 12);
  return source.replace('__VERSION__', version).replace('__FILES__', JSON.stringify(hashes));
}
