// Tests of the page without a server. Some use static files in a folder of any host. In others, the server of the page
// has disappeared.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkRecord, DESKTOP, PHONE, serve, type Cardroom } from './cardroom';
import { look } from './look';
import { change } from './change';
import { ending, PLAYS, playToTheEnd, presser, there, type Play } from './plays';
import { choose, isKept, quick, ready, saved, type Site, startSite } from './site';
import { itLong, LONG } from './long';

let site: Site;
let browser: Browser;
let visit: Site['visit'];
beforeAll(async () => {
  site = await startSite();
  ({ browser, visit } = site);
});
afterAll(() => site.close());

/** Waits until it is the player's turn. Returns the names of the cards in the hand, or of all cards of a solitaire,
 * without the actions that are possible with them. */
async function cardsOnTurn(page: Page, { game }: Play): Promise<string[]> {
  await page.locator('.banner.turn, .kl-step.now, .button[data-do=turn], [data-pile=hand] .card.tap').first().waitFor();
  const cards = page.locator(`${game === 'rouge-et-noir' ? '.table-cards' : '[data-pile=hand]'} .card:not(.leaving)`);
  return (
    await cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')?.split(',')[0] ?? ''))
  ).sort();
}

/** Plays at the visible table until the match is over. After `reloads` actions in the first deal, the page is reloaded
 * once, and the player must have the same cards as before. */
async function playMatch(page: Page, play: Play, touch: boolean, reloads: number): Promise<void> {
  const reloaded = { times: 0 };
  for (;;) {
    await playToTheEnd(page, play, touch, 'offline', {
      async acted(acts) {
        if (acts !== reloads || reloaded.times++ > 0) return;
        await change(page);
        const before = await cardsOnTurn(page, play);
        await page.reload();
        expect(await cardsOnTurn(page, play)).toEqual(before);
        expect(before.length).toBeGreaterThan(0);
      },
    });
    if (await there(page.locator('.sheet-foot [data-do=again]'))) {
      expect(reloaded.times > 0).toBe(reloads > 0);
      return;
    }
    await presser(touch)(page.locator('.sheet-foot [data-do=next]'));
    await expect.poll(() => ending(page).count()).toBe(0);
  }
}

/** Only long runs play these matches. Storage and workers do not depend on the game, and the native tests of
 * `crates/offline` play all games with reloads. */
const MATCHES = LONG ? PLAYS : [];

for (const play of MATCHES) {
  it(`a match of ${play.title} in flight mode, loaded again in the middle`, async () => {
    const touch = play.home === 'fr';
    const { page, context } = await visit(touch ? { ...PHONE, locale: play.home } : DESKTOP);
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await page.locator(`.tile[data-game=${play.game}] [data-do=play]`).click();
    await page.locator('.table-cards .card').first().waitFor();
    await playMatch(page, play, touch, 3);
    const link = page.locator('.sheet a[download]').first();
    if (await there(link)) checkRecord(await saved(page, link), `offline-${play.game}`);
    else {
      // For a solitaire the link to the record is on the page of the replay.
      await presser(touch)(page.locator('.sheet-foot [data-do=watch]'));
      checkRecord(await saved(page, page.locator('.replay-links [data-do=export]')), `offline-${play.game}`);
    }
    await page.goto(site.url);
    await page.reload();
    await ready(page);
    // The start page lists the match, so it was stored.
    await expect.poll(() => page.locator('.open-games li, .table-lines li').count()).toBe(1);
    await context.close();
  });
}

it('champions find their net in flight mode, and play with it', async () => {
  const { page, context } = await visit(DESKTOP);
  await context.setOffline(true);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const nets: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.bin') && response.ok()) nets.push(response.url());
  });
  await choose(page, 'schwarze-dame', 'champion');
  await page.locator('.tile[data-game=schwarze-dame] [data-do=play]').click();
  await page.locator('.table-cards .card').first().waitFor();
  const play = PLAYS.find(({ game }) => game === 'schwarze-dame')!;
  await playMatch(page, play, false, 0);
  // The card room sends the net to the workers.
  expect(nets).toHaveLength(1);
  expect(errors).toEqual([]);
  await context.close();
});

it('the start page without a server has no dead ends, in both sizes', async () => {
  for (const [view, options] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const) {
    const { page, context } = await visit(options);
    expect(await page.locator('[data-do=friends], [data-do=lobby], .going').count()).toBe(0);
    await page.locator('[data-do=learn]').first().waitFor();
    await look(page, `offline-start-${view}`);
    await page.locator('[data-do=learn]').first().click();
    await page.locator('.table-cards .card').first().waitFor();
    await context.close();
  }
});

it('of two tabs one has the table, until the other takes it', async () => {
  const { page, context } = await visit(DESKTOP);
  await page.locator('.tile[data-game=schwarze-dame] [data-do=play]').click();
  await page.locator('.table-cards .card').first().waitFor();
  const second = await context.newPage();
  await second.goto(page.url());
  await second.locator('.nowhere .button.primary').waitFor();
  await look(second, 'offline-elsewhere');
  await second.locator('.nowhere .button.primary').click();
  await second.locator('.table-cards .card').first().waitFor();
  await page.locator('.nowhere .button.primary').waitFor();
  await context.close();
});

it('everything goes to another browser as one file, and is deleted', async () => {
  const { page, context } = await visit(DESKTOP);
  await page.locator('.tile[data-game=rouge-et-noir] [data-do=play]').click();
  await page.locator('.table-cards .card').first().waitFor();
  await page.goto(`${site.url}#/statistics`);
  await page.locator('[data-do=device-export]').waitFor();
  await look(page, 'offline-data');
  const file = await saved(page, page.locator('[data-do=device-export]'));
  const other = await visit(DESKTOP);
  await other.page.goto(`${site.url}#/statistics`);
  await other.page.setInputFiles('input[data-do=device-import]', {
    name: 'other.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"of":"another program"}'),
  });
  await other.page.locator('.toast').filter({ hasText: 'wasn’t saved by Cardroom' }).waitFor();
  await other.page.setInputFiles('input[data-do=device-import]', {
    name: 'cardroom.json',
    mimeType: 'application/json',
    buffer: Buffer.from(file),
  });
  await other.page.locator('.toast').filter({ hasText: 'Games and settings imported' }).waitFor();
  await other.page.goto(site.url);
  await other.page.locator('.open-games li').waitFor();
  await other.context.close();
  // Each load of the page counts as another tab. The data that the previous load has stored is deleted too.
  await page.reload();
  await page.locator('[data-do=device-forget]').click();
  await page.locator('[data-do=device-forget-now]').click();
  await ready(page);
  expect(await page.locator('.open-games li').count()).toBe(0);
  await page.reload();
  await ready(page);
  expect(await page.locator('.open-games li, [data-do=evicted]').count()).toBe(0);
  await context.close();
});

it('static files that cannot play say so, and speak of no server', async () => {
  const context = await browser.newContext({ ...DESKTOP, serviceWorkers: 'block' });
  await context.route('**/*.wasm', (route) => route.abort());
  const page = await context.newPage();
  await page.goto(site.url);
  await page.locator('.notice[role=alert]').filter({ hasText: 'on this device' }).waitFor();
  expect(await page.locator('main').textContent()).not.toMatch(/server/i);
  await context.close();
});

/** Opens a page that a service worker has stored. `restart` starts the killed server again at the same address. */
async function withServer(
  test: (here: { page: Page; context: BrowserContext; server(): Cardroom; restart(): Promise<void> }) => Promise<void>,
): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'cardroom-'));
  let server = await serve(data, '--bot-delay-ms', '0');
  const { url } = server;
  const context = await browser.newContext(DESKTOP);
  await quick(context);
  const page = await context.newPage();
  await page.goto(url);
  await ready(page);
  await isKept(page);
  await test({
    page,
    context,
    server: () => server,
    async restart() {
      server = await serve(data, '--bot-delay-ms', '0', '--port', new URL(url).port);
    },
  });
  await context.close();
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}

/** Kills the server and reloads the page. The page then says that it plays alone. */
async function goes(server: Cardroom, page: Page): Promise<void> {
  await server.stop('SIGKILL');
  await page.reload();
  await page.locator('[data-do=alone]').waitFor();
}

/** Begins a game of Rouge et Noir. */
async function begin(page: Page): Promise<void> {
  await page.locator('.tile[data-game=rouge-et-noir] [data-do=play]').click();
  await page.locator('.table-cards .card').first().waitFor();
}

it('a page whose server goes plays on alone, and uploads its records when the server is back', () =>
  withServer(async ({ page, context, server, restart }) => {
    const { url } = server();
    await goes(server(), page);
    await look(page, 'offline-note');
    expect(await page.locator('[data-do=friends]').first().getAttribute('aria-disabled')).toBe('true');
    await begin(page);
    await playMatch(page, PLAYS.find(({ game }) => game === 'rouge-et-noir')!, false, 2);
    await restart();
    await page.goto(url);
    await page.locator('[data-do=upload]').waitFor();
    await look(page, 'offline-upload');
    await page.locator('[data-do=upload]').click();
    await page.locator('.toast').waitFor();
    expect(await page.locator('[data-do=upload]').count()).toBe(0);
    // The uploaded match does not count in statistics, but can be replayed.
    const mine = (await (await context.request.get(`${url}/api/v1/me/data`)).json()) as {
      records: unknown[];
      results: unknown[];
    };
    expect([mine.records.length, mine.results.length]).toEqual([1, 0]);
  }));

itLong('a server that has fallen silent is taken for gone, until it answers again', () =>
  withServer(async ({ page, server }) => {
    server().process.kill('SIGSTOP');
    await page.reload();
    await page.locator('[data-do=alone]').waitFor();
    await begin(page);
    server().process.kill('SIGCONT');
    await page.goto(server().url);
    await page.locator('[data-do=friends]:not([aria-disabled=true])').first().waitFor();
  }),
);

it('a page that is open since before its server was upgraded loads itself again', async () => {
  const data = mkdtempSync(join(tmpdir(), 'cardroom-'));
  let server = await serve(data, '--bot-delay-ms', '0');
  // Service workers are blocked, because one would handle the requests to the server before this test can.
  const context = await browser.newContext({ ...DESKTOP, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.locator('.tile[data-game=kael] [data-do=play]').click();
  await page.locator('.table-cards .card').first().waitFor();
  const loads: string[] = [];
  page.on('load', (loaded) => loads.push(loaded.url()));
  const restart = async () => {
    await server.stop('SIGKILL');
    const asked = page.waitForResponse((response) => response.url().endsWith('/?fresh'));
    server = await serve(data, '--bot-delay-ms', '0', '--port', new URL(server.url).port);
    await (await asked).finished();
    await page.locator('.table-cards .card').first().waitFor();
  };
  // The server has the same version as the page, so the page is not reloaded.
  await restart();
  expect(loads).toEqual([]);
  await page.route('**/?fresh', async (route) => {
    // While the server is away, the request fails.
    if (!(await route.fetch().catch(() => null))) return route.abort();
    await route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/newer.js"></script>',
    });
  });
  await restart();
  await expect.poll(() => loads).toEqual([page.url()]);
  await page.locator('.table-cards .card').first().waitFor();
  await context.close();
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

it('what is on the device stays in its player’s hands, whoever answers', () =>
  withServer(async ({ page, server, restart }) => {
    const { url } = server();
    await goes(server(), page);
    await begin(page);
    await restart();
    await page.goto(`${url}/statistics`);
    expect(await saved(page, page.locator('[data-do=device-export]'))).toContain('"table/0');
    await page.locator('[data-do=data-show]').waitFor();
    await page.locator('[data-do=device-forget]').click();
    await page.locator('[data-do=device-forget-now]').click();
    await page.waitForFunction(() => localStorage.getItem('cardroom.device') === null);
  }));

it('a page that is older than its server loads itself again', () =>
  withServer(async ({ page }) => {
    await page.route('**/?fresh', (route) => route.fulfill({ contentType: 'text/html', body: '<html></html>' }));
    await page.evaluate(() => Object.assign(globalThis, { old: true }));
    // The page begins to listen to this event shortly after it is drawn.
    await expect
      .poll(
        () =>
          page
            .evaluate(() => {
              dispatchEvent(new Event('online'));
              return 'old' in globalThis;
            })
            .catch(() => true),
        { timeout: 60_000 },
      )
      .toBe(false);
  }));

it('a start page that has played alone loads itself again if the server that answers again is newer', () =>
  withServer(async ({ page, server, restart }) => {
    const loads: string[] = [];
    await goes(server(), page);
    page.on('load', (loaded) => loads.push(loaded.url()));
    // The server has the same version as the page, so the page is not reloaded.
    const asked = page.waitForResponse((response) => response.url().endsWith('/?fresh'));
    await restart();
    await (await asked).finished();
    await page.locator('[data-do=alone]').waitFor({ state: 'detached' });
    expect(loads).toEqual([]);
    await goes(server(), page);
    loads.length = 0;
    await page.route('**/?fresh', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/newer.js"></script>' }),
    );
    await restart();
    await expect.poll(() => loads, { timeout: 60_000 }).toEqual([page.url()]);
    await ready(page);
    expect(await page.locator('[data-do=alone]').count()).toBe(0);
  }));
