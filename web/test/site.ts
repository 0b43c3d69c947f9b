// The page as static files in a folder of any host, and a browser that has stored the page.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { launch } from './browser';
import { DESKTOP } from './cardroom';
import { PLAYS } from './plays';
import { serveFolder } from './static';

const root = decodeURIComponent(new URL('../..', import.meta.url).pathname);

export interface Site {
  browser: Browser;
  url: string;
  /** Opens a page in a new browser, and waits until it has stored the page. */
  visit(options: BrowserContextOptions): Promise<{ page: Page; context: BrowserContext }>;
  close(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const browser = await launch();
  const server = await serveFolder(join(root, 'dist/site'));
  const { url } = server;
  return {
    browser,
    url,
    async visit(options) {
      const context = await browser.newContext(options);
      await quick(context);
      const page = await context.newPage();
      page.on('pageerror', (error) => {
        throw error;
      });
      await page.goto(url);
      await ready(page);
      await isKept(page);
      return { page, context };
    },
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}

/** Sets short matches, quick bots and no motion, in the stored settings of the page and of its form. */
export const quick = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    (tables) => {
      localStorage.setItem('cardroom.settings', JSON.stringify({ speed: 'none', trickPause: 0.3, touched: true }));
      localStorage.setItem('cardroom.bot-delay-ms', '0');
      localStorage.setItem('cardroom.last', tables);
    },
    JSON.stringify(
      Object.fromEntries(
        PLAYS.map(({ game, options }) => [
          game,
          { game, options, ...(game === 'kael' ? { races: 'strict', options: { ...options, seats: undefined } } : {}) },
        ]),
      ),
    ),
  );

/** Opens the page without a service worker, on a device with this number of cores. Also returns the errors in the
 * console. */
export async function withCores(site: Site, cores: number) {
  const context = await site.browser.newContext({ ...DESKTOP, serviceWorkers: 'block' });
  await quick(context);
  await context.route('**/worker-*.js', async (route) => {
    const file = await route.fetch();
    const says = `Object.defineProperty(navigator, 'hardwareConcurrency', { value: ${cores} });`;
    await route.fulfill({ response: file, body: `${says}\n${await file.text()}` });
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(site.url);
  await ready(page);
  return { page, context, errors };
}

/** Sets the level of the bots in the stored form of a game. */
export const choose = (page: Page, game: string, level: string): Promise<void> =>
  page.evaluate(
    ([game, level]) => {
      const last = JSON.parse(localStorage.getItem('cardroom.last')!) as Record<string, { bots?: string[] }>;
      last[game!]!.bots = [level!];
      localStorage.setItem('cardroom.last', JSON.stringify(last));
    },
    [game, level],
  );

export const ready = (page: Page): Promise<void> =>
  page.locator('.tile [data-do=play]:not([aria-disabled])').first().waitFor();

/** Waits until the service worker has stored the page, which then needs no network. Fails if the service worker
 * fails. */
export const isKept = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const kept = await navigator.serviceWorker.getRegistration();
          const worker = navigator.serviceWorker.controller ?? kept?.active ?? kept?.waiting ?? kept?.installing;
          return `${worker?.state ?? 'no worker'}${navigator.serviceWorker.controller ? ', controls the page' : ''}`;
        }),
      { timeout: 60_000 },
    )
    .toBe('activated, controls the page');

/** Returns the record that a reader saves. */
export async function saved(page: Page, link: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return readFileSync(await download.path(), 'utf8');
}
