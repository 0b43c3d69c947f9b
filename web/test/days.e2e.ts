// The deals of the day: two people in two browsers play the same deals and stand in the same chart; by keyboard; and
// without a server.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, PHONE, startServer, type TestServer } from './cardroom';
import { change } from './change';
import { look } from './look';
import { playOf, presser, there } from './plays';
import { startSite } from './site';

let room: TestServer;
beforeAll(async () => {
  room = await startServer();
});
afterAll(() => room.close());

const GAME = 'schwarze-dame';
const OF_GAME = `[data-game=${GAME}]`;

/** Plays until the deal is over. */
async function playDeal(page: Page, touch: boolean): Promise<void> {
  const end = page.locator('.sheet-foot [data-do=day-see]');
  const limit = Date.now() + 200_000;
  while (!(await there(end))) {
    expect(Date.now(), 'the deal comes to an end').toBeLessThan(limit);
    try {
      await playOf(GAME).act(page, presser(touch));
    } catch (e) {
      if (!/Timeout/.test(String(e))) throw e;
    }
    await change(page);
  }
}

/** Plays the deals from the page of the day on, and looks at the results. */
async function playAll(page: Page, touch = false): Promise<void> {
  const press = presser(touch);
  await press(page.locator('[data-do=day-play]').first());
  for (let deal = 1; deal <= 4; deal++) {
    await page.waitForURL(/\/t\//);
    const table = page.url();
    await playDeal(page, touch);
    expect(await page.locator('[data-do=day-end]').innerText()).toContain(`Deal ${deal}`);
    expect(await page.locator('[data-do=again]').count(), 'one try').toBe(0);
    if (deal === 4) break;
    await press(page.locator('[data-do=day-next]'));
    await page.waitForURL((url) => url.href !== table);
  }
  await press(page.locator('.sheet-foot [data-do=day-see]'));
  await page.locator('.day-field').waitFor();
}

const people = (page: Page): Promise<number> =>
  page
    .locator('.day-field g')
    .evaluateAll((all) => all.reduce((sum, one) => sum + Number(one.getAttribute('data-people')), 0));

it('two people play the same deals, and both stand in the chart and beside each other', async () => {
  const ann = await room.visit('/', DESKTOP);
  await ann.page.locator('[data-do=days]').click();
  await ann.page.locator(`${OF_GAME} [data-do=day-results]`).click();
  await ann.page.locator('.day-deals').waitFor();
  await playAll(ann.page);
  expect(await people(ann.page)).toBe(1);
  await look(ann.page, 'day-of-game');
  const link = await ann.page.locator('#day-link').inputValue();

  const bo = await room.visit(new URL(link).pathname + new URL(link).search, PHONE);
  await bo.page.locator('.day-deals').waitFor();
  expect(await bo.page.locator('[data-do=friend]').allInnerTexts(), 'nothing before it is played').toEqual(
    Array(4).fill('–'),
  );
  await playAll(bo.page, true);
  await bo.page.goto(link);
  await expect.poll(() => people(bo.page)).toBe(2);
  await expect.poll(() => bo.page.locator('[data-do=friend] a').count()).toBe(4);
  await look(bo.page, 'day-with-a-friend');
  // What mattered is said in the words of the game.
  await expect
    .poll(async () => (await bo.page.locator('[data-do=moment] b').allInnerTexts()).join(), { timeout: 120_000 })
    .toMatch(/You (play|lead)/);
  // Both replays, step by step: beside each other, and on a phone in turn.
  await presser(true)(bo.page.locator('[data-do=friend] a').first());
  await bo.page.locator('[data-do=turn]').waitFor();
  await presser(true)(bo.page.locator('[data-do=next]'));
  await presser(true)(bo.page.locator('[data-do=turn]'));
  expect(await bo.page.locator('[data-do=turn]').innerText()).toBe('Your table');
  await look(bo.page, 'day-replays-phone');
  await bo.page.setViewportSize({ width: 1920, height: 1080 });
  await expect.poll(() => bo.page.locator('.both .board .table-cards').count()).toBe(2);
  const left = (board: string) => bo.page.locator(`${board} [data-pile=hand] .card:not(.leaving)`).count();
  for (const does of ['next', 'next', 'next']) await bo.page.locator(`[data-do=${does}]`).click();
  await expect.poll(async () => [await left('main'), await left('[data-do=beside]')]).toEqual([12, 12]);
  expect(new URL(bo.page.url()).search, 'the address keeps both').toContain('with=');
  await look(bo.page, 'day-replays');
  await expect
    .poll(async () => {
      await ann.page.reload();
      await ann.page.locator('.day-field').waitFor();
      return people(ann.page);
    })
    .toBe(2);
  // Another time is practice.
  await ann.page.locator('[data-do=day-practise]').first().click();
  await ann.page.waitForURL(/\/t\//);
  await playDeal(ann.page, false);
  expect(await ann.page.locator('[data-do=day-end]').innerText()).toContain('Practice');
  await Promise.all([ann.context.close(), bo.context.close()]);
});

/** Presses Tab until the element with this action has the focus. */
async function tabTo(page: Page, does: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.getAttribute('data-do') === wanted, does)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${does}`);
}

it('by keyboard a deal is begun, left and continued', async () => {
  const { page, context } = await room.visit('/', DESKTOP);
  await page.locator('[data-do=days]').waitFor();
  await tabTo(page, 'days');
  await page.keyboard.press('Enter');
  await page.locator('[data-do=day-play]').first().waitFor();
  await look(page, 'day');
  await tabTo(page, 'day-play');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/t\//);
  await page.locator('.table-cards .card').first().waitFor();
  const table = page.url();
  await page.goto(`${room.room.url}/day`);
  await page.locator('[data-do=day-play]').first().waitFor();
  await tabTo(page, 'day-play');
  await page.keyboard.press('Enter');
  await page.waitForURL(table);
  await context.close();
});

it('without a server there is a practice set, and the page says so', async () => {
  const site = await startSite();
  const { page, context } = await site.visit(DESKTOP);
  await page.goto(`${site.url}#/day`);
  await context.setOffline(true);
  await page.locator(`${OF_GAME} [data-do=day-practise]`).first().waitFor();
  expect(await page.locator('main').innerText()).toContain('practice set');
  await page.locator(`${OF_GAME} [data-do=day-practise]`).first().click();
  await page.locator('.table-cards .card').first().waitFor();
  await playDeal(page, false);
  expect(await page.locator('[data-do=day-end]').innerText()).toContain('Practice');
  await context.close();
  await site.close();
});
