// The configuration for tests of the page in a real browser: `*.page.ts` use the mock server of web/dev, and `*.e2e.ts`
// a real server. `cargo xtask e2e` runs them.

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const root = decodeURIComponent(new URL('../..', import.meta.url).pathname);
const limits = { testTimeout: 300_000, hookTimeout: 60_000, expect: { poll: { timeout: 60_000 } } };
const files = (...names: string[]) => names.map((name) => `web/test/${name}.e2e.ts`);
/** The number of files that run at the same time. It is larger than the number of cores, because most of the time the
 * tests wait for a browser. */
const AT_ONCE = 2 * availableParallelism();
/** Tests that mostly wait for the clock of a table. They run at the same time as each other, but not together with
 * other tests. */
const BY_THE_CLOCK = files('people-match', 'people-clock', 'people-races');
/** Measurements, which run one after the other and without other tests. */
const MEASURED = files('budgets');
/** Tests of the module in Chromium. Short runs leave these tests out. Each run already compares the module with the
 * native program in Node, which has the same engine (crates/offline/tests/replay.mjs). */
const ONLY_LONG = process.env['CARDROOM_LONG'] === undefined ? files('module') : [];

/** The run that takes pictures of every screen, for `cargo xtask look`. */
const LOOK = {
  test: {
    ...limits,
    testTimeout: 900_000,
    name: 'look',
    include: ['web/test/*.sheet.ts'],
    globalSetup: 'web/test/devPage.ts',
  },
};

export default defineConfig({
  root,
  test: {
    projects: [
      ...(process.env['CARDROOM_LOOK'] === undefined ? [] : [LOOK]),
      {
        test: {
          ...limits,
          name: 'page',
          include: ['web/test/*.page.ts'],
          globalSetup: 'web/test/devPage.ts',
          maxWorkers: AT_ONCE,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...limits,
          name: 'server',
          include: ['web/test/*.e2e.ts'],
          exclude: [...BY_THE_CLOCK, ...MEASURED, ...ONLY_LONG],
          maxWorkers: AT_ONCE,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...limits,
          name: 'clock',
          include: BY_THE_CLOCK,
          maxWorkers: BY_THE_CLOCK.length,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...limits,
          name: 'measured',
          include: MEASURED,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
