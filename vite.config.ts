import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { type BuiltFile, filesIn, keptNames, serviceWorker, withHashes } from './web/keptFiles.ts';
import { precompress } from './web/precompress.ts';

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/** Builds the service worker, with the list of all built files, which it stores. A page without a service worker finds
 * the names of the files in files.json. */
const worker: Plugin = {
  name: 'shell-worker',
  apply: 'build',
  generateBundle: {
    // This plugin runs last, because the build removes the empty scripts of style-only chunks only at its end. A
    // service worker that requests a missing file is not installed.
    order: 'post',
    handler(_, bundle) {
      const page = Object.values(bundle).find((file) => file.fileName === 'index.html');
      const contents = () => Object.values(bundle).map((file): BuiltFile => [file.fileName, file.type === 'chunk' ? file.code : file.source]);
      if (page?.type === 'asset') page.source = withHashes(String(page.source), [...contents(), ...filesIn(here('./web/public'))]);
      const built = contents();
      // The page for development (web/dev.html) is not for users, so no service worker is built for it.
      if (built.some(([name]) => name.endsWith('dev.html'))) return;
      if (!built.some(([name]) => name === 'index.html')) this.error('the page itself is not among the files to keep');
      const files = [...built, ...filesIn(here('./web/public'))];
      this.emitFile({ type: 'asset', fileName: 'files.json', source: JSON.stringify(keptNames(files)) });
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: serviceWorker(readFileSync(here('./web/sw.js'), 'utf8'), files) });
    },
  },
  // The compressed copies are made after the list of files, and are not in it: a browser stores a file under the name
  // that it requested, without the ending of a copy.
  writeBundle: ({ dir }, bundle) => {
    if (!('index.html' in bundle)) return undefined;
    const book = process.env.CARDROOM_BOOK;
    if (book) cpSync(book, `${dir}/docs`, { recursive: true, filter: (path) => !UNUSED.test(path.slice(book.length)) });
    return precompress(dir!);
  },
};

/** The files of mdBook's own look. The book has a look of its own (docs/theme). */
const UNUSED = /^.(\.nojekyll|ayu-|book\.|clipboard|css|favicon|fonts|highlight|theme|tomorrow)/;

/** Splits a game's words into two parts: the words that a table needs when it opens, and the words for options and for
 * the reasons of advice. */
const words: Plugin = {
  name: 'words-in-parts',
  enforce: 'pre',
  load(id) {
    const [, path, part] = /^(.*\.json)\?(first|later)$/.exec(id) ?? [];
    if (!path) return undefined;
    const all = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>);
    const own = all.filter(([key]) => /^(option|reason)\.|\.options$/.test(key) === (part === 'later'));
    return { code: `export default ${JSON.stringify(Object.fromEntries(own))};`, moduleType: 'js' };
  },
};

/** The first chunk of the WebAssembly module of crates/offline, which `cargo xtask build` makes. If it is missing, an
 * empty file replaces it, and the page needs a server. */
const MODULE = here('./web/wasm/first.wasm');
if (!existsSync(MODULE)) {
  mkdirSync(here('./web/wasm'), { recursive: true });
  writeFileSync(MODULE, '');
}

/** Adds the content security policy to the page, because static files have no server that sends it as a header. */
const policy: Plugin = {
  name: 'content-security-policy',
  transformIndexHtml: () => [{
    tag: 'meta', injectTo: 'head-prepend', attrs: {
      'http-equiv': 'Content-Security-Policy',
      content: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'",
    },
  }],
};

// `vite build --mode site` builds static files that work in any folder of any host.
export default defineConfig(({ mode, command }) => ({
  plugins: [worker, words, ...(mode === 'site' && command === 'build' ? [policy] : [])],
  base: mode === 'site' ? './' : '/',
  root: here('./web'),
  build: {
    outDir: here(mode === 'site' ? './dist/site' : './web/dist'), emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0,
    // There is no polyfill for `modulepreload`: an older browser only requests the same files a little later. A board
    // preloads its parts. Other parts preload their own imports after they have arrived. A part itself is preloaded
    // only together with a style sheet, because otherwise the import requests it at the same moment.
    modulePreload: { polyfill: false, resolveDependencies: (file, parts) => {
      const style = parts.filter((part) => part.endsWith('.css'));
      return /assets\/web-/.test(file) ? parts : style.length > 0 ? [...style, file] : [];
    } },
    // One file has the code that every page with cards needs, because many small files compress worse. The same is true
    // for the words of all tiles. The hashes in file names are short, because they do not compress, and a few
    // characters are enough to distinguish versions.
    rolldownOptions: { output: { chunkFileNames: 'assets/[name]-[hash:7].js', assetFileNames: 'assets/[name]-[hash:5][extname]', codeSplitting: { groups: [{ name: (file) => `tile-${/(..)\.json$/.exec(file)?.[1]}`, test: /lang\/tile\/..\.json$/ }, { name: 'common', test: /web\/src\/(net\/api|i18n\/errorWords|table\/gamePage|ui\/(boards|sound|settings|CardFace|context|Button|keySign|Sheet|toast|who|index))\.tsx?$/ }] } } },
  },
  worker: { format: 'es' },
  // The boards are outside web/, and import the parts of the shell by these names. Parts that only some boards need
  // have names of their own.
  resolve: { alias: { '@cardroom/ui': here('./web/src/ui/index.ts'), '@cardroom/tricks': here('./web/src/ui/trickTable.tsx'), '@cardroom/help': here('./web/src/solitaire/help.tsx') } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // There are few dependencies, so they are listed here, and Vite need not search for them.
  optimizeDeps: { noDiscovery: true, include: ['preact', 'preact/hooks', 'preact/jsx-dev-runtime', '@preact/signals', 'marked'] },
  server: {
    fs: { allow: [here('.')] },
    proxy: { '/api': { target: 'http://127.0.0.1:7878', ws: true } },
  },
  test: { root: here('.'), include: ['web/**/*.test.ts', 'web/**/*.test.tsx', 'games/*/web/**/*.test.ts', 'games/*/web/**/*.test.tsx'] },
}));
