// The help for a player who never had a server or a network: advice, undo, the solver and analyses.

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, PHONE } from './cardroom';
import { PLAYS, playToTheEnd, presser } from './plays';
import { choose, ready, type Site, startSite, withCores } from './site';
import { itLong } from './long';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const does = (page: Page, what: string): Locator => page.locator(`[data-do="${what}"]:not([aria-disabled=true])`);

/** Opens a table of a game without any network. */
async function inFlight(table: { game: string; deal?: number; options?: object }, options = DESKTOP) {
  const { game } = table;
  const { page, context } = await site.visit(options);
  await context.setOffline(true);
  await page.evaluate((last) => localStorage.setItem('cardroom.last', last), JSON.stringify({ [game]: table }));
  await page.locator(`.tile[data-game=${game}] [data-do=play]`).click();
  await page.locator('.table-cards .card').first().waitFor();
  return { page, context };
}

it('in flight mode the net advises in Schwarze Dame, and a deal is analysed', async () => {
  const { page, context } = await inFlight({ game: 'schwarze-dame', options: { deals: 1 } }, PHONE);
  await page.locator('.banner.turn').waitFor();
  await does(page, 'advice').first().tap();
  await page.locator('.advice-sentence').waitFor({ timeout: 60_000 });
  expect(await page.locator('.advice-sentence').innerText()).toMatch(/^Play the .+\.$/);
  await does(page, 'advice-close').tap();
  await playToTheEnd(page, PLAYS.find(({ game }) => game === 'schwarze-dame')!, true, 'offline-help', {});
  await presser(true)(page.locator('.sheet-foot [data-do=analysis]'));
  const row = page.locator('.advice-row');
  await row.waitFor({ timeout: 240_000 });
  expect(Number(await row.getAttribute('aria-valuemax'))).toBeGreaterThan(2);
  expect(await page.locator('[data-do=cost]').innerText()).toMatch(/as good as |−\d+\.\d ± \d+\.\d/);
  await context.close();
});

itLong('who asks for advice and goes, or loads the page again, gets it when it is asked for again', async () => {
  const { page, context, errors } = await withCores(site, 4);
  await choose(page, 'schwarze-dame', 'champion');
  await page.locator('.tile[data-game=schwarze-dame] [data-do=play]').click();
  const turn = page.locator('.banner.turn');
  await turn.waitFor();
  const table = page.url();
  await does(page, 'advice').first().click();
  await page.goto(site.url);
  await ready(page);
  await page.goto(table);
  await turn.waitFor();
  await does(page, 'advice').first().click();
  await page.reload();
  await turn.waitFor();
  // The player requests advice, closes it, and requests it again before it has arrived.
  await does(page, 'advice').first().click();
  await does(page, 'advice-close').click();
  await does(page, 'advice').first().click();
  await page.locator('.advice-sentence').waitFor({ timeout: 60_000 });
  await does(page, 'advice-close').click();
  const workers = page.workers().filter((worker) => worker.url().includes('botWorker'));
  // There are worker threads, one of which has computed the advice. Bots at other seats get other workers when they
  // have to act.
  expect(workers.length).toBeGreaterThan(0);
  await playToTheEnd(page, PLAYS.find(({ game }) => game === 'schwarze-dame')!, false, 'offline-help', {});
  expect(errors).toEqual([]);
  await context.close();
});

it('in flight mode a solitaire is taken back, solved, and looked back at', async () => {
  const { page, context } = await inFlight({ game: 'rouge-et-noir', deal: 5 });
  const discard = does(page, 'discard');
  await does(page, 'turn').click();
  await discard.waitFor();
  await page.keyboard.press('u');
  await discard.waitFor({ state: 'detached' });
  expect(await page.locator('.rn-facts').innerText()).toContain('0 moves');
  // The solver, which knows the whole deal, says whether it can be won.
  await does(page, 'help').click();
  await does(page, 'verdict').click();
  await page.locator('.help-verdict.winnable').waitFor({ timeout: 60_000 });
  await page.locator('.sheet').getByRole('button', { name: 'Close' }).click();
  for (let cards = 0; cards < 3; cards++) {
    await does(page, 'turn').click();
    await discard.click();
    await discard.waitFor({ state: 'detached' });
  }
  await page.locator('button[aria-label="Give up this deal"]').click();
  await page.locator('.sheet .button.danger').click();
  await page.locator('.sheet-foot [data-do=analysis]').click();
  const row = page.locator('.advice-row');
  await row.waitFor({ timeout: 120_000 });
  // The six decisions are that three cards were turned and three were discarded.
  expect(await row.getAttribute('aria-valuemax')).toBe('6');
  expect(await page.locator('[data-do=sum]').innerText()).toBe('The game stayed winnable to the end.');
  // Goes back to the last position that could be won, and plays on from it.
  await does(page, 'advice-close').click();
  await does(page, 'turning-point').click();
  await does(page, 'play-on').click({ timeout: 60_000 });
  await does(page, 'turn').waitFor();
  await context.close();
});
