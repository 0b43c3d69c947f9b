// Tests of open or stored pages while the server is upgraded. After the upgrade, the files of these pages are gone.
// Also a test of what a foreign script in the page could write into the cache.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { launch } from './browser';
import { type Cardroom, DESKTOP, serve } from './cardroom';
import { type Proxy, proxy } from './proxy';
import { isKept, ready } from './site';

const root = decodeURIComponent(new URL('../..', import.meta.url).pathname);
const BEFORE = join(root, 'web/dist');
/** A build of the same page with other file names. */
const AFTER = mkdtempSync(join(tmpdir(), 'cardroom-page-'));
const data = mkdtempSync(join(tmpdir(), 'cardroom-'));

let server: Cardroom;
let way: Proxy;
let browser: Browser;
beforeAll(async () => {
  const names = { chunkFileNames: 'assets/[name]-[hash:9].js' };
  // Without this, the build would be a page for development, without a service worker.
  vi.stubEnv('NODE_ENV', 'production');
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: AFTER, rolldownOptions: { output: names } },
  });
  vi.unstubAllEnvs();
  server = await serve(data, '--bot-delay-ms', '0');
  way = await proxy(server.url);
  browser = await launch();
}, 300_000);
afterAll(async () => {
  await browser.close();
  await way.close();
  await server.stop();
  for (const folder of [AFTER, data]) rmSync(folder, { recursive: true, force: true });
});

/** Returns the path of the script of the new page. */
const NEW = () => /\/assets\/index-[^"]+\.js/.exec(readFileSync(join(AFTER, 'index.html'), 'utf8'))![0];

async function visit(options: BrowserContextOptions = {}): Promise<Page> {
  way.folder = BEFORE;
  const context = await browser.newContext({ ...DESKTOP, ...options });
  await context.addInitScript(() => localStorage.setItem('cardroom.settings', JSON.stringify({ side: true })));
  const page = await context.newPage();
  await page.goto(way.url);
  await ready(page);
  return page;
}
const WITHOUT_WORKER = { serviceWorkers: 'block' } as const;
const script = (page: Page) => page.locator('script[src*="/assets/"]').first().getAttribute('src');
const count = (page: Page): string[] => {
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  return loads;
};
const cards = (page: Page) => page.locator('.table-cards .card').first().waitFor({ timeout: 60_000 });

it('a page of before goes on with its own files while another tab has the new page', async () => {
  const page = await visit();
  await isKept(page);
  const loads = count(page);
  way.folder = AFTER;
  const second = await page.context().newPage();
  await second.goto(way.url);
  await ready(second);
  expect(await script(second)).not.toBe(await script(page));
  // The new service worker is installed, and waits.
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state), {
      timeout: 60_000,
    })
    .toBe('installed');
  await page.locator('.tile[data-game=kael] [data-do=rules]').click();
  await page.locator('.rules p').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.tile[data-game=schwarze-dame] [data-do=play]').click();
  await cards(page);
  expect(loads).toEqual([]);
  // When the last page of the old version is closed, the new service worker takes over, and the old files are deleted.
  // The check must not inspect the worker. An inspected worker is never idle, and so is not replaced.
  const after = await script(second);
  await page.close();
  await second.close();
  const third = await page.context().newPage();
  await expect
    .poll(
      async () => {
        await third.goto('about:blank');
        await third.goto(way.url);
        await ready(third);
        return third.evaluate(async () => (await caches.keys()).length);
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  await isKept(third);
  await third.context().setOffline(true);
  await third.reload();
  expect(await script(third)).toBe(after);
  await third.context().close();
});

it('without a worker, a page whose files are gone loads anew, once, and keeps the hand', async () => {
  const page = await visit(WITHOUT_WORKER);
  await page.locator('.tile[data-game=schwarze-dame] [data-do=play]').click();
  await cards(page);
  await page.locator('.banner.turn').waitFor({ timeout: 60_000 });
  const hand = () =>
    page
      .locator('[data-pile=hand] .card')
      .evaluateAll((all) => all.map((one) => one.querySelector('use')!.getAttribute('href')));
  const before = (await hand()).sort();
  const loads = count(page);
  way.folder = AFTER;
  await page.locator('#tab-rules').click();
  await expect.poll(() => loads.length, { timeout: 60_000 }).toBe(1);
  await cards(page);
  expect((await hand()).sort()).toEqual(before);
  expect(await script(page)).toBe(NEW());
  await page.locator('#tab-rules').click();
  await page.locator('.rules p').first().waitFor({ timeout: 60_000 });
  expect(loads.length).toBe(1);
  await page.context().close();
});

it('a start page whose files are gone loads anew, once, and then opens a table', async () => {
  const page = await visit(WITHOUT_WORKER);
  // Waits until all files are loaded. Otherwise the first missing file could be a file that is still being loaded. Then
  // the test could press the button on the new page.
  await page.waitForLoadState('networkidle');
  const loads = count(page);
  way.folder = AFTER;
  const play = page.locator('.tile[data-game=kael] [data-do=play]:not([aria-disabled])');
  await play.click();
  await expect.poll(() => script(page).catch(() => ''), { timeout: 60_000 }).toBe(NEW());
  // The press may have been lost together with the old page.
  if (new URL(page.url()).pathname === '/') await play.click();
  await cards(page);
  expect(loads.length).toBe(1);
  await page.context().close();
});

it('a page whose own script is gone loads anew, once; then it says what to do', async () => {
  const context = await browser.newContext({ ...DESKTOP, ...WITHOUT_WORKER });
  const page = await context.newPage();
  way.folder = AFTER;
  const old = readFileSync(join(BEFORE, 'index.html'), 'utf8');
  let kept = 1;
  const loads = count(page);
  await page.route(`${way.url}/`, (route) =>
    kept-- > 0 ? route.fulfill({ contentType: 'text/html', body: old }) : route.continue(),
  );
  await page.goto(way.url);
  await ready(page);
  expect(loads.length).toBe(2);
  // In this browser tab the network still delivers the old page.
  const other = await context.newPage();
  const again = count(other);
  await other.route(`${way.url}/`, (route) => route.fulfill({ contentType: 'text/html', body: old }));
  await other.goto(way.url).catch(() => {});
  await other.locator('.splash', { hasText: 'Reload the page in a minute' }).waitFor();
  expect(again.length).toBe(2);
  await context.close();
});

it('what is written into the cache by others is never run, and is put right', async () => {
  const page = await visit();
  await isKept(page);
  await page.evaluate(
    async (own) => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        const evil = (type: string, body: string) => new Response(body, { headers: { 'content-type': type } });
        await cache.put(own!, evil('text/javascript', 'document.title = "stolen"'));
        await cache.put('./', evil('text/html', '<title>stolen</title>'));
      }
    },
    await script(page),
  );
  // Without a network the page can use only the cache, into which the script has written.
  const second = await page.context().newPage();
  await page.context().setOffline(true);
  await second.goto(way.url).catch(() => {});
  expect(await second.title()).not.toBe('stolen');
  await page.context().setOffline(false);
  const third = await page.context().newPage();
  await third.goto(way.url);
  await ready(third);
  expect(await third.title()).not.toBe('stolen');
  // The wrong file is fetched again, and the page then opens without a network.
  const own = await script(page);
  const right = () =>
    third.evaluate(async (own) => {
      const texts = ['./', own!].map(async (name) => (await (await caches.match(name))?.text()) ?? 'stolen');
      return (await Promise.all(texts)).some((text) => text.includes('stolen'));
    }, own);
  await expect.poll(right, { timeout: 60_000 }).toBe(false);
  await third.context().setOffline(true);
  await third.reload();
  await third.locator('.tile').first().waitFor();
  await third.context().close();
});
