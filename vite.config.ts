import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/** The worker that keeps the shell knows by name every file that was built. */
const worker: Plugin = {
  name: 'shell-worker',
  apply: 'build',
  generateBundle: {
    // Last: files that hold nothing but style go only then, and a worker that asks for one of them is not installed.
    order: 'post',
    handler(_, bundle) {
      const files = ['/', '/favicon.svg', '/manifest.webmanifest', ...Object.keys(bundle).filter((file) => file.startsWith('assets/')).sort().map((file) => `/${file}`)];
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const source = readFileSync(here('./web/sw.js'), 'utf8').replace('__VERSION__', version).replace('__FILES__', JSON.stringify(files));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  },
};

export default defineConfig({
  plugins: [worker],
  root: here('./web'),
  build: {
    outDir: here('./web/dist'), emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0,
    // Without it an older browser asks for the same files a little later.
    modulePreload: { polyfill: false },
    // What every page with cards needs, in one file: many small ones pack worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'common', test: /web\/src\/(api|boards|game|sound|settings|cards\/CardFace|ui\/(context|ScoreSheet|Button|Sheet|toast|who|index))\.tsx?$/ }] } } },
  },
  // The boards live outside web/: they import the shell's parts by these names. What only some boards need has a name of its own.
  resolve: { alias: { '@cardroom/ui': here('./web/src/ui/index.ts'), '@cardroom/tricks': here('./web/src/ui/trickTable.tsx'), '@cardroom/help': here('./web/src/assist.tsx') } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The few there are, by name: nothing to search for.
  optimizeDeps: { noDiscovery: true, include: ['preact', 'preact/hooks', 'preact/jsx-dev-runtime', '@preact/signals', 'marked'] },
  server: {
    fs: { allow: [here('.')] },
    proxy: { '/api': { target: 'http://127.0.0.1:7878', ws: true } },
  },
  test: { root: here('.'), include: ['web/**/*.test.ts', 'web/**/*.test.tsx', 'games/*/web/**/*.test.ts', 'games/*/web/**/*.test.tsx'] },
});
