// The page in a real browser: `*.page.ts` over the mock server of web/dev, `*.e2e.ts` on a real server. Run by `cargo
// xtask e2e`.

import { defineConfig } from 'vitest/config';

const root = decodeURIComponent(new URL('../..', import.meta.url).pathname);
const limits = { testTimeout: 300_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };
/** What runs against a clock, a budget's or a table's, runs alone. */
const BY_THE_CLOCK = ['budgets', 'people-match', 'people-clock', 'people-races'].map(
  (file) => `web/test/${file}.e2e.ts`,
);

export default defineConfig({
  root,
  test: {
    projects: [
      // Two files at a time: most of their time is a browser's pace, not work.
      {
        test: {
          ...limits,
          name: 'page',
          include: ['web/test/*.page.ts'],
          globalSetup: 'web/test/devPage.ts',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...limits,
          name: 'server',
          include: ['web/test/*.e2e.ts'],
          exclude: BY_THE_CLOCK,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: { ...limits, name: 'clock', include: BY_THE_CLOCK, fileParallelism: false, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
