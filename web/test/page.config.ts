// The page in a real browser: `*.page.ts` over the mock server of web/dev, `*.e2e.ts` on a real server. Run by `cargo xtask e2e`.

import { defineConfig } from 'vitest/config';

const root = decodeURIComponent(new URL('../..', import.meta.url).pathname);
// People's clocks run in these tests, and a machine may be busy for a moment: what fails is tried once more, and the report says so.
const limits = { testTimeout: 300_000, hookTimeout: 60_000, retry: 1, expect: { poll: { timeout: 10_000 } } };
const BUDGETS = 'web/test/budgets.e2e.ts';

export default defineConfig({
  root,
  test: {
    projects: [
      // Two files at a time: most of their time is a browser's pace, not work.
      { test: { ...limits, name: 'page', include: ['web/test/*.page.ts', 'web/test/*.e2e.ts'], exclude: [BUDGETS], maxWorkers: 2, sequence: { groupOrder: 1 } } },
      // What is measured is measured alone.
      { test: { ...limits, name: 'budgets', include: [BUDGETS], fileParallelism: false, sequence: { groupOrder: 2 } } },
    ],
  },
});
