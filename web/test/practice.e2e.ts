// *Play on from here*: from a replay by keyboard alone, from an analysis, and without a server.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkRecord, DESKTOP, PHONE, startServer, type TestServer } from './cardroom';
import { change } from './change';
import { look } from './look';
import { played } from './played';
import { playOf, presser, there } from './plays';
import { tabTo } from './press';
import { saved, startSite } from './site';

let room: TestServer;
beforeAll(async () => {
  room = await startServer();
});
afterAll(() => room.close());

const GAME = 'schwarze-dame';
const BODY = { game: GAME, options: { deals: 1 }, bots: ['club'] };

const hand = async (page: Page): Promise<string[]> =>
  (
    await page
      .locator('[data-pile=hand] .card:not(.leaving) use')
      .evaluateAll((all) => all.map((use) => use.getAttribute('href')!))
  ).sort();

const statistics = (page: Page): Promise<unknown> =>
  page.evaluate(async () => (await fetch('/api/v1/me/statistics')).json());

/** Waits until it is the player's turn at a table, and the board is at rest. */
const turn = (page: Page): Promise<void> => page.locator('.banner.turn').waitFor();

/** Plays until the deal is over. */
async function playOn(page: Page, touch: boolean): Promise<void> {
  const end = page.locator('[data-do=practice-end]');
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

it('a replay is played on from by keyboard alone, and its end stands beside the first one', async () => {
  const { page, context } = await room.visit('/', DESKTOP);
  const id = await played(page, BODY, 1);
  const before = await statistics(page);
  await page.goto(`${room.room.url}/t/${id}/replay/1`);
  await page.locator('.table-cards .card').first().waitFor();
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await hand(page)).length).toBeLessThan(13);
  const cards = await hand(page);
  await tabTo(page, 'practise');
  await page.keyboard.press('Enter');
  await page.locator('[data-do=practise-now]').waitFor();
  await look(page, 'practice-choices');
  // The focus is on the button that begins. The choice of the cards is before it.
  for (
    let i = 0;
    i < 10 && !(await page.evaluate(() => (document.activeElement as HTMLInputElement).type === 'radio'));
    i++
  )
    await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowDown');
  expect(await page.locator('[name=practice-cards]:checked').getAttribute('value')).toBe('redeal');
  await tabTo(page, 'practise-now');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => /^\/t\/\w+$/.test(url.pathname) && !url.pathname.endsWith(id));
  await turn(page);
  expect(await page.locator('.game-head').innerText()).toContain('Practice');
  await expect.poll(() => hand(page)).toEqual(cards);
  expect(await page.locator('.seal').count(), 'nothing is proven here').toBe(0);
  expect(await page.locator('[data-do=undo]').isDisabled()).toBe(true);
  await look(page, 'practice-table');

  // An action is taken back with a key, after the bots have answered.
  // The cards that may be played depend on what the bots led.
  await page.keyboard.press('Home');
  const playable = (): Promise<boolean> =>
    page.evaluate(() => document.activeElement!.matches('.card.tap:not(.barred)'));
  for (let i = 0; i < 13 && !(await playable()); i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const lay = async (): Promise<number> => {
    if (await there(page.locator('.button[data-do=play]'))) await page.keyboard.press('Enter');
    return (await hand(page)).length;
  };
  await expect.poll(lay).toBe(cards.length - 1);
  await turn(page);
  await page.keyboard.press('u');
  await expect.poll(() => hand(page)).toEqual(cards);
  await turn(page);
  expect(await page.locator('[data-do=undo]').isDisabled()).toBe(true);

  await playOn(page, false);
  expect(await page.locator('[data-do=practice-end] [data-do=first]').innerText()).toMatch(/-?\d/);
  expect(await page.locator('[data-do=practice-end] [data-do=now]').innerText()).toMatch(/-?\d/);
  expect(await page.locator('[data-do=again], [data-do=fair]').count()).toBe(0);
  await look(page, 'practice-end');
  const practice = new URL(page.url()).pathname;
  const record = await page.evaluate(
    async (path) => (await fetch(path)).text(),
    `/api/v1/tables/${practice.slice(3)}/record`,
  );
  expect(JSON.parse(record)).toMatchObject({ seed: null, origin: 'practice' });
  checkRecord(record, 'practice');
  // Everything is taken back, and the deal ends once more.
  await tabTo(page, 'practice-again');
  await page.keyboard.press('Enter');
  await expect.poll(() => hand(page)).toEqual(cards);
  await turn(page);
  await playOn(page, false);
  await page.locator('[data-do=original]').click();
  await page.locator('.replay-bar').waitFor();
  await expect.poll(() => hand(page)).toEqual(cards);
  expect(await statistics(page)).toEqual(before);
  await page.goto(room.room.url);
  await expect.poll(() => page.locator('.table-lines li').count()).toBe(2);
  expect(await page.locator('.table-lines li', { hasText: 'Practice' }).count()).toBe(1);
  await context.close();
});

it('an analysis is played on from on a phone, with the cards as they lay', async () => {
  const { page, context } = await room.visit('/', PHONE);
  const id = await played(page, BODY, 1);
  await page.goto(`${room.room.url}/t/${id}`);
  await page.locator('.sheet-foot [data-do=analysis]').tap();
  await page.locator('.advice-steps').waitFor({ timeout: 200_000 });
  await page.locator('.advice-body .button[data-do=practise]').tap();
  await page.locator('[data-do=practise-now]').waitFor();
  await page.locator('select[data-do=level]').selectOption('random');
  await look(page, 'practice-phone-choices');
  await page.locator('[data-do=practise-now]').tap();
  await page.waitForURL((url) => /^\/t\/\w+$/.test(url.pathname) && !url.pathname.endsWith(id));
  await turn(page);
  expect(await page.locator('.game-deal').first().innerText()).toBe('Practice');
  expect(await page.locator('.game-deal').first().isVisible()).toBe(true);
  await look(page, 'practice-phone');
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    'nothing sticks out',
  ).toBeLessThanOrEqual(0);
  const cards = await hand(page);
  await playOf(GAME).act(page, presser(true));
  const lay = async (): Promise<number> => {
    if (await there(page.locator('.button[data-do=play]:not([aria-disabled=true])')))
      await playOf(GAME).act(page, presser(true));
    return (await hand(page)).length;
  };
  await expect.poll(lay).toBeLessThan(cards.length);
  await page.locator('[data-do=undo]').tap();
  await expect.poll(() => hand(page)).toEqual(cards);
  await context.close();
});

it('a replay is played on from without a server', async () => {
  const site = await startSite();
  const { page, context } = await site.visit(DESKTOP);
  await context.setOffline(true);
  await page.locator('.tile[data-game=rouge-et-noir] [data-do=play]').click();
  await page.locator('.table-cards .card').first().waitFor();
  for (let i = 0; i < 3; i++) {
    await page.locator('.button[data-do=turn]').click();
    await change(page);
  }
  await page.locator('[data-do=give-up]').click();
  await page.locator('[data-do=give-up-now]').click();
  await page.locator('.sheet-foot [data-do=watch]').click();
  await page.locator('.replay-bar').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.locator('[data-do=practise]').click();
  await page.locator('[data-do=practise-now]').click();
  await page.locator('.button[data-do=turn]').waitFor();
  expect(await page.locator('.game-head').innerText()).toContain('Practice');
  expect(await page.locator('[data-do=undo]').isDisabled()).toBe(true);
  await page.locator('.button[data-do=turn]').click();
  await expect.poll(() => page.locator('[data-do=undo]').isDisabled()).toBe(false);
  // The page may have done further actions automatically.
  for (let i = 0; i < 20 && !(await page.locator('[data-do=undo]').isDisabled()); i++) {
    await page.keyboard.press('u');
    await change(page);
  }
  expect(await page.locator('[data-do=undo]').isDisabled()).toBe(true);
  await page.reload();
  await page.locator('.button[data-do=turn]').waitFor();
  expect(await page.locator('.game-head').innerText()).toContain('Practice');
  await page.locator('[data-do=give-up]').click();
  await page.locator('[data-do=give-up-now]').click();
  await page.locator('[data-do=practice-end]').waitFor();
  // The statistics count only the first game.
  await page.goto(`${site.url}#/statistics`);
  const file = await saved(page, page.locator('[data-do=device-export]'));
  expect(file.match(/"result\//g)).toHaveLength(1);
  await context.close();
  await site.close();
});
