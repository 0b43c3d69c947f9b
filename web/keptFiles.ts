// Lists the files that the service worker (web/sw.js) stores. The build writes the list into the service worker,
// together with a version of the files' content.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A built file: its path in the folder of the page, and its content. */
export type BuiltFile = readonly [name: string, content: string | Uint8Array];

/** Returns the files of a folder and of its subfolders. The build copies the files of web/public without changes. */
export function filesIn(folder: string): BuiltFile[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [relative(folder, path), readFileSync(path)];
  });
}

/** Returns the names, in alphabetical order, of the files that a page needs without a network. */
export function keptNames(files: readonly BuiltFile[]): string[] {
  // The address of the page itself is its folder.
  return files.map(([name]) => (name === 'index.html' ? './' : name)).sort();
}

/** Returns the hash of a file in the form that browsers expect for integrity checks. */
const integrity = (content: string | Uint8Array): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** Returns the page with the hashes of its scripts and styles, so that a browser runs no others. */
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

/** Returns the service worker for these files. The name of its cache changes if a name or a byte of a file changes, or
 * if the service worker itself changes. */
export function serviceWorker(source: string, files: readonly BuiltFile[]): string {
  const hash = createHash('sha256').update(source);
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    // All hashes have the same length, so two different lists cannot give the same text.
    hash.update(`\n${name} ${createHash('sha256').update(content).digest('hex')}`);
  const contents = new Map(files.map(([name, content]) => [keptNames([[name, content]])[0]!, content]));
  const hashes = Object.fromEntries(keptNames(files).map((name) => [name, integrity(contents.get(name)!)]));
  const version = hash.digest('hex').slice(0, 12);
  return source.replace('__VERSION__', version).replace('__FILES__', JSON.stringify(hashes));
}
