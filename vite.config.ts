import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { type BuiltFile, filesIn, keptNames, serviceWorker, withHashes } from './web/keptFiles.ts';
import { precompress } from './web/precompress.ts';

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/** The worker that keeps the page knows every file that was built. A page without a worker finds their names in a file. */
const worker: Plugin = {
  name: 'shell-worker',
  apply: 'build',
  generateBundle: {
    // Last: files that hold nothing but style go only then, and a worker that asks for one of them is not installed.
    order: 'post',
    handler(_, bundle) {
      const page = Object.values(bundle).find((file) => file.fileName === 'index.html');
      const contents = () => Object.values(bundle).map((file): BuiltFile => [file.fileName, file.type === 'chunk' ? file.code : file.source]);
      if (page?.type === 'asset') page.source = withHashes(String(page.source), [...contents(), ...filesIn(here('./web/public'))]);
      const built = contents();
      // The page for development (web/dev.html) is never kept.
      if (built.some(([name]) => name.endsWith('dev.html'))) return;
      if (!built.some(([name]) => name === 'index.html')) this.error('the page itself is not among the files to keep');
      const files = [...built, ...filesIn(here('./web/public'))];
      this.emitFile({ type: 'asset', fileName: 'files.json', source: JSON.stringify(keptNames(files)) });
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: serviceWorker(readFileSync(here('./web/sw.js'), 'utf8'), files) });
    },
  },
  // After the list of files to keep: a browser keeps what it has asked for, by its own name.
  writeBundle: ({ dir }, bundle) => ('index.html' in bundle ? precompress(dir!) : undefined),
};

/** A game's words in two parts: those that a table needs at once, and those of its options and of reasons for advice. */
const words: Plugin = {
  name: 'words-in-parts',
  enforce: 'pre',
  load(id) {
    const [, path, part] = /^(.*\.json)\?(first|later)$/.exec(id) ?? [];
    if (!path) return undefined;
    const all = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>);
    const own = all.filter(([key]) => /^(option|reason)\./.test(key) === (part === 'later'));
    return { code: `export default ${JSON.stringify(Object.fromEntries(own))};`, moduleType: 'js' };
  },
};

/** The module of crates/offline. Without it (`cargo xtask build` makes it) the page needs a server. */
mkdirSync(here('./web/wasm'), { recursive: true });
for (const part of ['first', 'rest']) {
  const file = here(`./web/wasm/${part}.wasm`);
  if (!existsSync(file)) writeFileSync(file, '');
}

/** Static files have no server that sends this as a header. */
const policy: Plugin = {
  name: 'content-security-policy',
  transformIndexHtml: () => [{
    tag: 'meta', injectTo: 'head-prepend', attrs: {
      'http-equiv': 'Content-Security-Policy',
      content: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'",
    },
  }],
};

// `vite build --mode site`: static files for any folder of any host.
export default defineConfig(({ mode, command }) => ({
  plugins: [worker, words, ...(mode === 'site' && command === 'build' ? [policy] : [])],
  base: mode === 'site' ? './' : '/',
  root: here('./web'),
  build: {
    outDir: here(mode === 'site' ? './dist/site' : './web/dist'), emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0,
    // Without it an older browser asks for the same files a little later.
    // A board asks for its parts in advance; other parts that come later ask for theirs when they are there. Only beside a
    // file of style a part itself is named: else the import asks for it at the same moment.
    modulePreload: { polyfill: false, resolveDependencies: (file, parts) => {
      const style = parts.filter((part) => part.endsWith('.css'));
      return /assets\/web-/.test(file) ? parts : style.length > 0 ? [...style, file] : [];
    } },
    // The code that every page with cards needs, in one file: many small ones pack worse. So are the words of all tiles. Hashes do not pack: a few
    // characters are enough to tell versions apart.
    rolldownOptions: { output: { chunkFileNames: 'assets/[name]-[hash:7].js', assetFileNames: 'assets/[name]-[hash:5][extname]', codeSplitting: { groups: [{ name: (file) => `tile-${/(..)\.json$/.exec(file)?.[1]}`, test: /lang\/tile\/..\.json$/ }, { name: 'common', test: /web\/src\/(net\/api|i18n\/errorWords|table\/gamePage|ui\/(boards|sound|settings|CardFace|context|Button|Sheet|toast|who|index))\.tsx?$/ }] } } },
  },
  worker: { format: 'es' },
  // The boards live outside web/: they import the shell's parts by these names. Parts that only some boards need have names of their own.
  resolve: { alias: { '@cardroom/ui': here('./web/src/ui/index.ts'), '@cardroom/tricks': here('./web/src/ui/trickTable.tsx'), '@cardroom/help': here('./web/src/solitaire/help.tsx') } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The few there are, by name: nothing to search for.
  optimizeDeps: { noDiscovery: true, include: ['preact', 'preact/hooks', 'preact/jsx-dev-runtime', '@preact/signals', 'marked'] },
  server: {
    fs: { allow: [here('.')] },
    proxy: { '/api': { target: 'http://127.0.0.1:7878', ws: true } },
  },
  test: { root: here('.'), include: ['web/**/*.test.ts', 'web/**/*.test.tsx', 'games/*/web/**/*.test.ts', 'games/*/web/**/*.test.tsx'] },
}));
