// Tests of the end of a match. The player sees the final screen, the rank, and the best and the worst decision. A
// player who is out before the end sees another screen.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, PHONE, startServer, type TestServer } from './cardroom';
import { look } from './look';
import { played } from './played';

let room: TestServer;
beforeAll(async () => {
  room = await startServer();
});
afterAll(() => room.close());

/** Opens a match of Kaël against bots, in which the player is out after two mistakes. Returns the id of the table. */
async function out(page: Page): Promise<string> {
  for (;;) {
    const id = await played(page, { game: 'kael' }, 2, 0, 'kael');
    await page.goto(`${room.room.url}/t/${id}`);
    await page.locator('.sheet-foot').waitFor();
    if (await page.locator('.sheet-foot [data-do=skip]').count()) return id;
    await page.goto(room.room.url);
  }
}

it('who is out of the match sees the place, and skips to the result', async () => {
  const { page, context } = await room.visit('/', PHONE);
  const id = await out(page);
  expect(await page.locator('[data-do=place]').innerText()).toMatch(/Place 4 of 4/);
  expect(await page.locator('.sheet-foot .primary').getAttribute('data-do')).toBe('again');
  await look(page, 'ending-out');
  // The player watches the other players at the speed of the table, and then skips the remaining deals.
  await page.locator('.sheet-foot [data-do=next]').tap();
  await page.locator('.looking [data-do=skip]').tap();
  await page.locator('[data-do=place][data-place="4"]').waitFor({ timeout: 60_000 });
  const record = await page.evaluate(async (table) => (await fetch(`/api/v1/tables/${table}/record`)).text(), id);
  const { deals } = JSON.parse(record) as { deals: { points: (number | null)[] }[] };
  expect(deals.length).toBeGreaterThan(2);
  expect(deals.at(-1)!.points[0]).toBeNull();
  await look(page, 'ending-result');
  await context.close();
});

it('who plays again leaves no match behind', async () => {
  const { page, context } = await room.visit('/', DESKTOP);
  const id = await out(page);
  await page.locator('.sheet-foot [data-do=again]').click();
  await page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.includes(id));
  const me = await page.evaluate(async () => (await fetch('/api/v1/me')).json());
  const { tables } = me as { tables: { id: string; over: boolean }[] };
  expect(tables.find((line) => line.id === id)!.over).toBe(true);
  await context.close();
});

it('the end has the best and the worst decision, and the worst can be tried again', async () => {
  const { page, context } = await room.visit('/', PHONE);
  const id = await played(page, { game: 'schwarze-dame', options: { deals: 2 } }, 2);
  await page.goto(`${room.room.url}/t/${id}`);
  await page.locator('.result-own .deal-why').waitFor();
  await page.locator('[data-do=decisions]').tap();
  const worst = page.locator('.result-decisions [data-do=worst]');
  await worst.waitFor({ timeout: 120_000 });
  expect(await worst.innerText()).toMatch(/Deal [12][^]*−\d+\.\d ± \d+\.\d points/);
  await look(page, 'ending-decisions');
  await worst.locator('[data-do=look-worst]').tap();
  await page.locator('[data-do=retry-end]').waitFor();
  await page.locator('[data-pile=hand] .card.tap').first().waitFor();
  // After going back, the sheet shows the results of the analysis.
  await page.locator('[data-do=advice-close]').tap();
  await worst.waitFor();
  await context.close();
});

it('a match that ends has its moment, which a key ends; who wants no motion has none', async () => {
  const giveUp = async (options: typeof DESKTOP) => {
    const { page, context } = await room.visit('/', options);
    await context.addInitScript(() => localStorage.setItem('cardroom.settings', JSON.stringify({ speed: 'fast' })));
    const id = await played(page, { game: 'rouge-et-noir', deal: 7 }, 1, 0);
    await page.goto(`${room.room.url}/t/${id}`);
    await page.locator('.sheet-foot [data-do=same-deal]').click();
    await page.waitForURL((url) => !url.pathname.includes(id));
    await page.locator('[data-do=give-up]').click();
    await page.locator('.sheet .button.danger').click();
    return { page, context };
  };
  const moves = await giveUp({ ...DESKTOP, reducedMotion: 'no-preference' });
  await moves.page.locator('.moment.lost').waitFor();
  await moves.page.keyboard.press('Enter');
  await moves.page.locator('.sheet-foot [data-do=same-deal]').waitFor();
  expect(await moves.page.locator('.moment').count()).toBe(0);
  await moves.context.close();
  const still = await giveUp(DESKTOP);
  await still.page.evaluate(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('.moment')) document.body.dataset['moment'] = 'seen';
    });
    seen.observe(document.body, { childList: true, subtree: true });
  });
  await still.page.locator('.sheet-foot [data-do=same-deal]').waitFor();
  expect(await still.page.evaluate(() => document.body.dataset['moment'])).toBeUndefined();
  await still.context.close();
});
