// Builds dist/verify.html. It is a single file that needs no other files, so that it works from a local disk.

import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/** Puts the script into the HTML of the page. */
const inline: Plugin = {
  name: 'one-file',
  enforce: 'post',
  generateBundle(_, bundle) {
    const page = Object.values(bundle).find((file) => file.fileName === 'verify.html');
    const script = Object.values(bundle).find((file) => file.type === 'chunk');
    if (page?.type !== 'asset' || script?.type !== 'chunk' || Object.keys(bundle).length !== 2) {
      throw new Error(`verify.html is one script and one page, not ${Object.keys(bundle).join(', ')}`);
    }
    const [before, rest] = String(page.source).replace(/\s*<script type="module"[^>]*><\/script>/, '').split('</body>');
    page.source = `${before}<script type="module">\n${script.code.replaceAll('</script', '<\\/script')}</script>\n</body>${rest}`;
    delete bundle[script.fileName];
  },
};

export default defineConfig({
  plugins: [inline],
  root: here('./web'),
  publicDir: false,
  build: {
    outDir: here('./dist'), emptyOutDir: false, target: 'es2022', modulePreload: { polyfill: false },
    rolldownOptions: { input: here('./web/verify.html') },
  },
});
