// The page in a real browser: `*.page.ts` over the mock server of web/dev, `*.e2e.ts` on a real server. Run by `cargo xtask e2e`.

import { defineConfig } from 'vitest/config';

const root = decodeURIComponent(new URL('../..', import.meta.url).pathname);

export default defineConfig({
  root,
  test: { include: ['web/test/*.page.ts', 'web/test/*.e2e.ts'], testTimeout: 300_000, hookTimeout: 60_000, fileParallelism: false },
});
