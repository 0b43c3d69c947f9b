// Tests that browser tests wait for states (`change`, `expect.poll`, a locator) and never for a fixed time, because a
// busy machine can be slower than any fixed time.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const here = new URL('.', import.meta.url).pathname;

/** Tests of the passing of time, which may wait for a fixed time. */
const EXCEPTIONS = [
  // a match at normal speed, in which bots may still call stop
  'people-match.e2e.ts: await ann.page.waitForTimeout(8000);',
  'table.page.ts: await page.waitForTimeout(400);', // two taps that are this far apart are no double tap
];

it('no browser test waits for time', () => {
  const found = readdirSync(here)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(join(here, file), 'utf8')
        .split('\n')
        .filter((line) => /waitForTimeout|new Promise.*setTimeout\(on/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found.sort()).toEqual(EXCEPTIONS);
});
