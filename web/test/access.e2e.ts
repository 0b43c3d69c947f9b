// Tests of accessibility. In both themes, axe-core finds no fault on any screen. Controls are large enough for a thumb.
// A deal can be played by keyboard alone and by typed actions. A screen reader announces the cards on the table.

import type { BrowserContextOptions, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, startServer, PHONE, type TestServer } from './cardroom';
import { change } from './change';
import { drive, hurry } from './driver';
import { faults, glance, look } from './look';
import { played } from './played';
import { inShort, itLong, LONG } from './long';

let room: TestServer;
beforeAll(async () => {
  room = await startServer();
});
afterAll(() => room.close());

/** Opens a table in the session of the start page. */
async function open(page: Page, body: Record<string, unknown>): Promise<string> {
  await page.locator('.tile [data-do=play]:not([aria-disabled])').first().waitFor();
  return page.evaluate(async (wanted) => {
    const answer = await fetch('/api/v1/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    });
    return ((await answer.json()) as { id: string }).id;
  }, body);
}

/** The requests for tables of games whose default options show too little. */
const BODIES: Record<string, Record<string, unknown>> = { kael: { races: 'strict' }, 'rouge-et-noir': { deal: 5 } };

/** The time limit in milliseconds of a test with sixty screens, each in several themes and sizes. */
const A_LONG_WALK = 600_000;

for (const [form, options] of inShort(
  [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const,
  0,
)) {
  it(
    `every screen of one person is in reach of everybody on a ${form}`,
    async () => {
      const { page, context } = await room.visit('/', options);
      await page.locator('.tile [data-do=play]:not([aria-disabled])').first().waitFor();
      await look(page, 'start');
      await page.locator('.start-head .icon-button').last().click();
      await look(page, 'settings');
      await page.keyboard.press('Escape');
      await page.locator('.tile[data-game=kael] [data-do=options]').click();
      await look(page, 'options');
      await page.keyboard.press('Escape');
      // Opens the rules from the game's tile on the start page.
      await page.locator('.tile[data-game=kael] [data-do=rules]').click();
      await page.locator('dialog .rules', { hasText: 'Kaël' }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.tile[data-game=kael] [data-do=friends]').click();
      await look(page, 'table-for-people');
      // An address that leads nowhere has two versions of the page. If the page does not exist, there are few words. If
      // a table can no longer be played, there are more words.
      if (form === 'phone')
        await page.route('**/api/v1/tables/closed/record', (asked) =>
          asked.fulfill({ status: 410, json: { error: { key: 'closed_table', words: '' } } }),
        );
      await page.goto(`${room.room.url}${form === 'phone' ? '/t/closed' : '/nowhere'}`);
      await page
        .locator('.nowhere h1', { hasText: form === 'phone' ? 'can no longer be played' : 'Page not found' })
        .waitFor();
      await look(page, form === 'phone' ? 'closed-table' : 'nowhere');
      for (const game of room.games) {
        await page.goto(room.room.url);
        await page.goto(`${room.room.url}/t/${await open(page, { game, ...BODIES[game] })}`);
        await page.locator('.table-cards .card, .kl-sizes').first().waitFor();
        await look(page, game);
      }
      for (const tab of ['score', 'log', 'rules', 'settings']) {
        if (form === 'phone' && !(await page.locator('dialog.sheet').count()))
          await page.locator('.game-tools .narrow').last().click();
        await page.locator(`#tab-${tab}`).click();
        if (tab === 'rules') await page.locator('.rules summary').waitFor();
        if (tab === 'score') {
          // The whole fingerprint is readable when it is unfolded.
          await page.locator('[data-do=seal] summary').click();
          await expect.poll(() => page.locator('[data-do=seal] code').innerText()).toMatch(/^[0-9a-f]{64}$/);
        }
        await look(page, `tab-${tab}`);
      }
      await page.keyboard.press('Escape');
      await page.locator('#board').focus();
      await page.keyboard.press('?');
      await look(page, 'keys');
      await page.keyboard.press('Escape');
      await page.locator('#board').focus();
      await page.keyboard.press(':');
      await look(page, 'typed-line');
      await lookingBack(page, form);
      await context.close();
    },
    A_LONG_WALK,
  );

  it(`every screen where people meet is in reach of everybody on a ${form}`, () => withPeople(options), A_LONG_WALK);
}

/** Checks the pages after a deal: the score with its chart, the replay, the analysis, the statistics, and the stored
 * data. */
async function lookingBack(page: Page, form: string): Promise<void> {
  await page.goto(room.room.url);
  const id = await played(page, { game: 'schwarze-dame', options: { deals: 3 }, bots: ['club'] }, 2);
  await page.goto(`${room.room.url}/t/${id}`);
  await page.locator('.sheet .score-chart').waitFor();
  await look(page, 'score-chart');
  await page.goto(`${room.room.url}/t/${id}/replay/1?at=6`);
  await page.locator('[data-pile=hand] .card').first().waitFor();
  await look(page, 'replay-early');
  if (form === 'phone' && LONG) return;
  await page.goto(`${room.room.url}/statistics`);
  await page.locator('.statistics .score').waitFor();
  expect(await page.locator('.statistics .score thead').innerText()).toMatch(/^\s*Without help\s*$/);
  await look(page, 'statistics');
  await page.locator('[data-do=data-show]').click();
  await page.locator('.my-data').waitFor();
  await look(page, 'my-data');
  // The API page comes from the server itself, and has landmarks. It has no style, and axe-core mistakes the dark
  // default background of the browser for white. So the test uses the light theme.
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${room.room.url}/api`);
  expect(await page.getByRole('main').count()).toBe(1);
  expect(await faults(page)).toEqual([]);
}

/** Returns a function that cuts the page's connection: after that the page's requests get no answer. */
async function cuttable(page: Page): Promise<() => void> {
  const lines: WebSocketRoute[] = [];
  let cut = false;
  await page.route('**/api/**', (asked) => (cut ? asked.abort() : asked.fallback()));
  await page.routeWebSocket(/\/socket\?/, (line) => {
    if (cut) void line.close();
    else {
      line.connectToServer();
      lines.push(line);
    }
  });
  return () => {
    cut = true;
    for (const line of lines) void line.close();
  };
}

/** Checks the screens with several people: waiting room, invitation, lobby, the table with people and questions, and
 * the end of the match. */
async function withPeople(options: BrowserContextOptions): Promise<void> {
  const host = await room.visit('/', options);
  const { page } = host;
  const id = await open(page, {
    game: 'schwarze-dame',
    open: 'public',
    clock: 'relaxed',
    chat: 'free',
    watch_delay_s: 120,
    options: { deals: 2 },
  });
  await page.goto(`${room.room.url}/t/${id}`);
  const link = await page.locator('#invite-link').inputValue();
  await glance(page, 'waiting');
  const friend = await room.visit(new URL(link).pathname, options);
  const cut = await cuttable(friend.page);
  await friend.page.locator('.invitation h1').waitFor();
  // The guest can read the terms before taking a seat.
  const terms = friend.page.locator('.terms:has(.agreed)');
  if ((await terms.getAttribute('open')) === null) await terms.locator('summary').click();
  await friend.page.locator('.terms .agreed > div', { hasText: 'Clock' }).locator('dd', { hasText: '60 s' }).waitFor();
  await glance(friend.page, 'invitation');
  await friend.page.goto(`${room.room.url}/lobby`);
  await friend.page.locator('.lobby-row').first().waitFor();
  await glance(friend.page, 'lobby');
  await friend.page.locator(`.lobby-row[data-table="${id}"] [data-do=join]`).click();
  // A person without a name is asked for a name.
  await friend.page.locator('#which-name').fill('Bo');
  await glance(friend.page, 'which-name');
  await friend.page.locator('[data-do=join-now]').click();
  await friend.page.locator('.waiting').waitFor();
  await glance(friend.page, 'waiting-guest');
  await page.locator('[data-do=begin]').click();
  await friend.page.locator('[data-pile=hand] .card').first().waitFor();
  // A spectator of a delayed table sees no frame until the delay is over.
  const watcher = await room.visit(`/t/${id}`, options);
  await watcher.page.locator('.connecting', { hasText: 'You’re watching with a 2 min delay.' }).waitFor();
  await glance(watcher.page, 'watching-delayed');
  await watcher.context.close();

  await friend.page.locator('[data-do=people]').click();
  await friend.page.locator('[data-phrase=hello]').click();
  await glance(friend.page, 'people');
  await friend.page.locator('.people [data-do=leave]').click();
  await glance(friend.page, 'leave');
  await friend.page.keyboard.press('Escape');
  await page.locator('[data-pile=hand] .card').first().waitFor();
  await glance(page, 'bubble');
  await page.locator('[data-do=people]').click();
  // Even the host cannot remove strangers who are present.
  expect(await page.locator('.people [data-do=unseat]').count()).toBe(0);
  await page.locator('.people [data-do=pause]').click();
  if (await friend.page.locator('dialog.sheet').count()) await friend.page.keyboard.press('Escape');
  await friend.page.locator('[data-do=agree]').waitFor();
  await glance(friend.page, 'pause-wanted');
  await friend.page.locator('[data-do=agree]').click();
  await friend.page.locator('[data-do=go-on]').waitFor();
  await glance(friend.page, 'pause');
  await friend.page.locator('[data-do=go-on]').click();

  const drivers = [await drive(host, id), await drive(friend, id)];
  const until = async (there: string) => {
    while (!(await page.locator(there).count())) await hurry(...drivers);
  };
  if (await page.locator('dialog.sheet').count()) await page.keyboard.press('Escape');
  await until('.sheet-foot [data-do=next]');
  await page.locator('.sheet-foot [data-do=next]').click();
  await friend.page.locator('.waits .seconds').waitFor();
  await glance(friend.page, 'ready');
  await friend.page.locator('.sheet-foot [data-do=next]').click();
  await until('.sheet-foot [data-do=again]');
  await page.locator('.sheet-foot [data-do=again]').click();
  await friend.page.locator('.waits', { hasText: 'A rematch table is ready' }).waitFor();
  await glance(friend.page, 'rematch');
  await friend.page.locator('.sheet-foot [data-do=again]').click();
  for (const one of [page, friend.page]) await one.locator('[data-pile=hand] .card').first().waitFor();

  cut();
  await friend.page.locator('.lost').waitFor();
  await glance(friend.page, 'lost-line');
  await friend.page.reload();
  await friend.page.locator('.connecting .button').waitFor();
  await glance(friend.page, 'no-line');
  await friend.context.close();
  await page.locator('.seat-chip.away').waitFor();
  await glance(page, 'away');
  await page.locator('[data-do=people]').click();
  await page.locator('.people [data-do=unseat]').click();
  await glance(page, 'unseat');
  await host.context.close();
}

itLong('a deal of Schwarze Dame by keyboard alone', async () => {
  const { page, context } = await room.visit('/');
  const id = await open(page, { game: 'schwarze-dame', options: { deals: 1 } });
  await page.goto(`${room.room.url}/t/${id}`);
  await page.locator('[data-pile=hand] .card').first().waitFor();
  const over = page.locator('.sheet [data-do=again]');
  for (const limit = Date.now() + 200_000; !(await over.count()); ) {
    expect(Date.now()).toBeLessThan(limit);
    const can = page.locator('[data-pile=hand] .card.tap:not(.barred):not(.leaving)');
    if ((await page.locator('.banner.turn').count()) && (await can.count())) {
      // The previous press may take effect only now, so the card may be gone.
      const face = await can
        .first()
        .locator('use')
        .getAttribute('href', { timeout: 1000 })
        .catch(() => null);
      const rank = face?.slice('#card-'.length)[0];
      if (rank) {
        await page.keyboard.press(rank === 'T' ? '0' : rank.toLowerCase());
        await page.keyboard.press('Enter');
      }
    }
    await change(page);
  }
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  await context.close();
});

it('typed lines play in the language of the page, and a screen reader hears it', async () => {
  const { page, context } = await room.visit('/', { ...DESKTOP, locale: 'fr' });
  const id = await open(page, { game: 'schwarze-dame', options: { deals: 1 } });
  await page.goto(`${room.room.url}/t/${id}`);
  await page.locator('.banner.turn').waitFor({ timeout: 60_000 });
  const card = page.locator('[data-pile=hand] .card.tap:not(.barred)').first();
  const name = (await card.getAttribute('aria-label'))!;
  expect(name).toMatch(/ de (trèfle|carreau|cœur|pique)/);
  await expect.poll(() => page.locator('.game > [role=alert]').innerText()).not.toBe('');
  const before = await page.locator('[data-pile=hand] .card:not(.leaving)').count();
  await page.locator('#board').focus();
  await page.keyboard.press(':');
  await page.locator('#line').fill('valet de rien');
  await page.keyboard.press('Enter');
  await page.locator('.line [role=status]', { hasText: 'Aucun coup' }).waitFor();
  await page.locator('#line').fill(name);
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (n) => document.querySelectorAll('[data-pile=hand] .card:not(.leaving)').length < n,
    before,
  );
  await page.waitForFunction(() =>
    /Vous|jou|entam/.test(document.querySelector('.game > [role=status]')?.textContent ?? ''),
  );
  await page.keyboard.press('Escape');
  // A screen reader announces the hand as a group with a name and a count, and its cards by name.
  const tree = await page.locator('[data-pile=hand]').ariaSnapshot();
  expect(tree).toMatch(/group "Votre main, \d+ cartes?"/);
  expect(tree).toMatch(/button ".+ de (trèfle|carreau|cœur|pique)/);
  await context.close();
});

it('the page opens without a network and says so', async () => {
  const { page, context } = await room.visit('/', { ...DESKTOP, serviceWorkers: 'allow' });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  await page.reload();
  await page.locator('[data-do=alone]').waitFor();
  // A reload ends the browser's offline mode, so it is set again.
  const devtools = await context.newCDPSession(page);
  const offline = (on: boolean) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: on,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await offline(true);
  // The device is online again, but the first request still fails, so the page has to send another.
  await context.route('**/api/v1/games', (route) => route.abort(), { times: 1 });
  await offline(false);
  await context.setOffline(false);
  await page.locator('.tile [data-do=friends]:not([aria-disabled])').first().waitFor();
  expect(await page.locator('[data-do=alone]').count()).toBe(0);
  expect((await page.request.get(`${room.room.url}/manifest.webmanifest`)).headers()['content-type']).toContain(
    'manifest+json',
  );
  await context.close();
});
