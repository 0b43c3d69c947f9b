// The page in a real browser, over the mock server of web/dev. Run by `npm run test:page`; without a Chromium it says so and passes.

import { defineConfig } from 'vitest/config';

const root = decodeURIComponent(new URL('../..', import.meta.url).pathname);

export default defineConfig({
  root,
  envPrefix: ['VITE_', 'CHROMIUM'],
  test: { include: ['web/test/*.page.ts'], testTimeout: 30_000, hookTimeout: 60_000, fileParallelism: false },
});
