// Browser tests wait for states (`change`, `expect.poll`, a locator), never for a fixed time: a busy machine is slower
// than any number.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const here = new URL('.', import.meta.url).pathname;

/** Tests of the passing of time, which may wait for a time. */
const EXCEPTIONS = [
  'people-match.e2e.ts: await ann.page.waitForTimeout(8000);', // matches in their own time: bots may still call stop
  'table.page.ts: await page.waitForTimeout(400);', // two taps so far apart are no double tap
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
