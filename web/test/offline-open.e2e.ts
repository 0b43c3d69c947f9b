// A page without a server and without a service worker, and stored data that a person moves to another browser.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { launch } from './browser';
import { type Cardroom, DESKTOP, PHONE, serve } from './cardroom';
import { look } from './look';
import { PLAYS, playToTheEnd } from './plays';
import { itLong } from './long';

/** An address that is neither https nor localhost, so that it has no service worker. */
const INSECURE = 'cards.lan';

interface Here {
  /** Opens a page in a new browser. */
  open(host: string, options?: BrowserContextOptions): Promise<Page>;
  server(): Cardroom;
  restart(): Promise<void>;
}

async function withServer(test: (here: Here) => Promise<void>): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'cardroom-'));
  const browser = await launch(`--host-resolver-rules=MAP ${INSECURE} 127.0.0.1`);
  let server = await serve(data, '--bot-delay-ms', '0');
  const { port } = new URL(server.url);
  await test({
    async open(host, options = DESKTOP) {
      const context = await browser.newContext({ serviceWorkers: 'block', ...options });
      await context.addInitScript(() => {
        localStorage.setItem('cardroom.bot-delay-ms', '0');
        performance.setResourceTimingBufferSize(1000);
      });
      const page = await context.newPage();
      page.on('pageerror', (error) => {
        throw error;
      });
      await page.goto(`http://${host}:${port}/`);
      await ready(page);
      return page;
    },
    server: () => server,
    async restart() {
      server = await serve(data, '--bot-delay-ms', '0', '--port', port);
    },
  });
  await browser.close();
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}

/** Waits until the page has fetched all its files in advance, although nothing was played. */
const hasAll = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const files = (await (await fetch('/files.json')).json()) as string[];
          const there = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
          const names = new Set(there.filter((one) => one.responseEnd > 0).map((one) => new URL(one.name).pathname));
          return files.filter((file) => file.startsWith('assets/') && !names.has(`/${file}`));
        }),
      { timeout: 60_000 },
    )
    .toEqual([]);

/** Kills the server. The next press on *Play* gets no answer, so the game begins on the device, and the page plays
 * alone from then on. */
async function goes(server: Cardroom, page: Page): Promise<void> {
  await server.stop('SIGKILL');
  await page.locator('.tile[data-game=rouge-et-noir] [data-do=play]').click();
  await page.locator('.table-cards .card').first().waitFor();
  await page.goBack();
  await page.locator('[data-do=alone]').waitFor();
}

const ready = (page: Page): Promise<void> =>
  page.locator('.tile [data-do=play]:not([aria-disabled])').first().waitFor();

const begin = async (page: Page, game: string): Promise<void> => {
  await page.locator(`.tile[data-game=${game}] [data-do=play]:not([aria-disabled])`).click();
  await page.locator('.table-cards .card').first().waitFor();
};

/** Goes from the start page to the statistics, and to the data on this device. */
const toData = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    history.pushState(null, '', '/statistics');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.locator('#device-data').waitFor();
};

itLong('without https a page that is open plays on when its server goes, and says that it does not open again', () =>
  withServer(async ({ open, server }) => {
    const page = await open(INSECURE, PHONE);
    expect(await page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator])).toEqual([false, false]);
    await hasAll(page);
    await goes(server(), page);
    await toData(page);
    await page.locator('[data-do=not-stored]').waitFor();
    await look(page, 'offline-not-stored');
    await page.goBack();
    const kael = PLAYS.find(({ game }) => game === 'kael')!;
    const table = { game: 'kael', races: 'strict', options: { ...kael.options, seats: undefined } };
    await page.evaluate((last) => localStorage.setItem('cardroom.last', last), JSON.stringify({ kael: table }));
    await begin(page, 'kael');
    expect(new URL(page.url()).pathname).toMatch(/^\/t\/0/);
    await playToTheEnd(page, kael, true, 'offline-insecure', {});
  }),
);

it('a new browser reads the file of another while a server answers, with its settings', () =>
  withServer(async ({ open, server, restart }) => {
    const before = await open(INSECURE);
    await hasAll(before);
    await goes(server(), before);
    await begin(before, 'rouge-et-noir');
    await before.goBack();
    await ready(before);
    await toData(before);
    const shows = (page: Page) => page.locator('.statistics [role=switch]').first();
    await shows(before).click();
    const [download] = await Promise.all([
      before.waitForEvent('download'),
      before.locator('[data-do=device-export]').click(),
    ]);
    const path = await download.path();
    expect(readFileSync(path, 'utf8')).toContain('"page/cardroom.settings"');

    await restart();
    const after = await open('localhost');
    await toData(after);
    // At this address the browser can store the page, so no notice says that it cannot.
    expect(await after.locator('[data-do=not-stored]').count()).toBe(0);
    expect(await shows(after).isChecked()).toBe(true);
    await after.locator('[data-do=device-import]').setInputFiles(path);
    // The imported setting applies at once.
    await expect.poll(() => shows(after).isChecked()).toBe(false);
    await after.goBack();
    await after.locator('a[href^="/t/0"]').first().waitFor();
  }));

itLong('a match that was played without the server is marked where it is watched on the server', () =>
  withServer(async ({ open, server, restart }) => {
    const page = await open(INSECURE);
    await hasAll(page);
    await goes(server(), page);
    await begin(page, 'rouge-et-noir');
    await playToTheEnd(page, PLAYS.find(({ game }) => game === 'rouge-et-noir')!, false, 'offline-mark', {});
    await restart();
    const home = new URL('/', page.url()).href;
    await page.goto(home);
    await page.locator('[data-do=upload]').click();
    await expect.poll(() => page.locator('[data-do=upload]').count()).toBe(0);
    // The page itself sends the request, because the name of the host is known only inside this browser.
    const mine = await page.evaluate(async () => {
      const answer = await fetch('/api/v1/me/data');
      return (await answer.json()) as { records: { id: string }[]; results: unknown[]; tables: unknown[] };
    });
    expect([mine.records.length, mine.results.length, mine.tables.length]).toEqual([1, 0, 0]);
    await page.goto(`${home}r/${mine.records[0]!.id}/1`);
    await page.locator('[data-do=offline-mark]').waitFor();
    await look(page, 'offline-mark');
  }),
);
