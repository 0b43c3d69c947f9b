// Tests the page when the browser, or something between the browser and the server, blocks a part of the page.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launch, launchWith } from './browser';
import { type Cardroom, DESKTOP, PHONE, serve } from './cardroom';
import { look } from './look';
import { type Proxy, proxy } from './proxy';
import { ready } from './site';
import { LONG } from './long';

let data: string;
let server: Cardroom;
let way: Proxy;
let browser: Awaited<ReturnType<typeof launch>>;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'cardroom-'));
  server = await serve(data, '--bot-delay-ms', '0', '--trusted-proxy', '127.0.0.1', '--connections-per-guest', '2');
  way = await proxy(server.url);
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  await way.close();
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});
beforeEach(() => {
  Object.assign(way, { sockets: 'through', cookies: true });
  way.changes.length = 0;
});

/** Opens a page in a new browser. */
async function visit(path = '/', options = DESKTOP, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  await prepare?.(page);
  await page.goto(way.url + path);
  return page;
}
const play = async (page: Page, game = 'schwarze-dame') => {
  await ready(page);
  await page.locator(`.tile[data-game=${game}] [data-do=play]`).click();
};
const cards = (page: Page) => page.locator('.table-cards .card').first().waitFor({ timeout: 60_000 });
const says = (page: Page, words: RegExp) =>
  page.locator('main, .lost').filter({ hasText: words }).first().waitFor({ timeout: 60_000 });

/** The kinds of failure that can happen to a WebSocket on its way to the server. */
const SOCKETS = ['plain', 400, 403, 404, 'reset', 'silent', 'mute'] as const;
it.each(LONG ? SOCKETS : (['plain', 404] as const))(
  'a WebSocket that does not come through (%s) is named, and the table opens when it does',
  async (sockets) => {
    way.sockets = sockets;
    const page = await visit('/', sockets === 'plain' ? PHONE : DESKTOP);
    await play(page);
    await says(page, /\(WebSocket\)/);
    if (sockets === 'plain' || sockets === 400) await look(page, 'hindered-socket');
    expect(await page.locator('.nowhere').count()).toBe(0);
    way.sockets = 'through';
    // The page may have connected by itself before the test presses the button.
    await Promise.any([page.locator('button', { hasText: 'Try now' }).click(), cards(page)]);
    await cards(page);
    await page.context().close();
  },
);

it('a page without the module says that it needs its server', async () => {
  const page = await visit('/', DESKTOP, async (page) => {
    // An empty module, as in a page that `cargo xtask serve` builds.
    await page.route('**/*.wasm', (route) => route.fulfill({ body: '' }));
    await page.route('**/api/**', (route) => route.abort());
  });
  await says(page, /This page needs its server/);
  await look(page, 'hindered-no-module');
  await page.context().close();
});

it('a limit is named, and the table opens when there is room', async () => {
  const page = await visit();
  await play(page);
  await cards(page);
  const second = await page.context().newPage();
  const third = await page.context().newPage();
  await second.goto(page.url());
  await cards(second);
  await third.goto(page.url());
  await says(third, /Too many open pages/);
  await second.close();
  await cards(third);
  await page.context().close();
});

it('a table that is not there is said to be missing; a server that restarts is waited for', async () => {
  const page = await visit('/t/aaaaaaaaaaaaaaaa');
  await says(page, /This table doesn’t exist/);
  await page.goto(way.url);
  await play(page);
  await cards(page);
  const { port } = new URL(server.url);
  await server.stop('SIGKILL');
  await page.locator('.lost').waitFor();
  expect(await page.locator('.nowhere').count()).toBe(0);
  server = await serve(
    data,
    '--bot-delay-ms',
    '0',
    '--trusted-proxy',
    '127.0.0.1',
    '--connections-per-guest',
    '2',
    '--port',
    port,
  );
  await page.locator('.lost').waitFor({ state: 'detached', timeout: 60_000 });
  await page.context().close();
});

it('a cookie that is dropped on the way is missed: one guest was made, no second', async () => {
  way.cookies = false;
  const page = await visit('/', PHONE);
  await play(page);
  await says(page, /needs one cookie/);
  await look(page, 'hindered-cookie');
  const made = way.changes.length;
  expect(made).toBeLessThanOrEqual(2);
  await page.locator('.nowhere a.button').click();
  await play(page);
  await page.locator('[data-do=no-cookie]').waitFor();
  await look(page, 'hindered-start');
  expect(way.changes.length).toBe(made);
  await page.context().close();
});

it('where the browser blocks cookies, nobody is made on the server, and the page says what to do', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'cardroom-profile-'));
  mkdirSync(join(profile, 'Default'));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(preferences));
  const context = await launchWith(profile, DESKTOP);
  const page = await context.newPage();
  await page.goto(way.url);
  for (let press = 0; press < 2; press++) {
    await play(page);
    await page.locator('[data-do=no-cookie]', { hasText: 'needs one cookie' }).waitFor();
  }
  expect(way.changes).toEqual([]);
  await look(page, 'hindered-blocked');
  await context.close();
  rmSync(profile, { recursive: true, force: true });
});

it.each(['throw', 'are null'])('a table opens where the stores of the browser %s', async (how) => {
  const page = await visit('/', DESKTOP, (fresh) =>
    fresh.addInitScript((way) => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(globalThis, name, {
          get() {
            if (way === 'throw') throw new DOMException('Access is denied', 'SecurityError');
            return null;
          },
        });
    }, how),
  );
  await play(page);
  await cards(page);
  await page.reload();
  await cards(page);
  await page.context().close();
});

it('a link leads where it should, whatever stands behind it', async () => {
  const page = await visit();
  await play(page);
  await cards(page);
  const table = page.url();
  for (const end of ['.', '%', '%E2', ')', '%E2%80%A6', '%22%3E', ',', '/.']) {
    await page.goto(table + end);
    await cards(page);
    expect(page.url()).toBe(table);
  }
  await page.goto(table.toUpperCase().replace('HTTP', 'http'));
  await cards(page);
  for (const end of ['', '.', '%', '!']) {
    await page.goto(`${way.url}/j/0123456789abcdef0123456789abcdef${end}`);
    await says(page, /withdrawn, or the link is incomplete/);
  }
  for (const path of ['/statistics.', '/lobby/%', '/learn/kael.']) {
    await page.goto(way.url + path);
    await page.locator('#app > *').first().waitFor();
    expect(await page.locator('.nowhere:not([aria-busy])').count()).toBe(0);
  }
  await page.goto(`${way.url}/foo%`);
  await says(page, /Page not found/);
  // An address is also cleaned if it is opened without loading the page anew.
  await page.evaluate(() => {
    history.pushState(null, '', '/lobby/%E2');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.waitForFunction(() => location.pathname === '/lobby');
  await page.context().close();
});
