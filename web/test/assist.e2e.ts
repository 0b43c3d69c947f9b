// Tests of the help for a solitaire. A person turns the help on and plays a hint. The page shows the badge, and a
// solution step by step. After a loss, the help leads back to a position that could be won.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, startServer, PHONE, type TestServer } from './cardroom';
import { look } from './look';
import { played } from './played';

let room: TestServer;
beforeAll(async () => {
  room = await startServer();
});
afterAll(() => room.close());

const does = (page: Page, what: string) => page.locator(`[data-do="${what}"]`);

async function open(page: Page, table: object): Promise<string> {
  await page.locator('.daily-deal').waitFor();
  const { id } = await page.evaluate(async (body) => {
    const answer = await fetch('/api/v1/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json() as Promise<{ id: string }>;
  }, table);
  await page.goto(`${room.room.url}/t/${id}`);
  await page.locator('.table-cards .card').first().waitFor();
  return id;
}

for (const [view, options] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  describe(`on a ${view}`, () => {
    it('help is off until it is turned on; then hints, the badge and a solution', async () => {
      const { page, context } = await room.visit('/', options);
      await open(page, { game: 'rouge-et-noir', deal: 5 });
      await does(page, 'help').click();
      await does(page, 'verdict').click();
      await page.locator('.help-verdict.winnable').waitFor();
      await page.locator('.help-sheet input[role=switch]').check();
      await look(page, 'help-badge');
      await page.locator('.sheet').getByRole('button', { name: 'Close' }).click();
      await page.locator('.badge[data-verdict=winnable]').waitFor();

      // Every button of the bar is inside the window, even while there is a card in hand.
      await does(page, 'turn').click();
      await does(page, 'discard').waitFor();
      const bar = (await page.locator('.action-bar').boundingBox())!;
      expect(bar.height).toBeLessThanOrEqual(52);
      await look(page, 'badge');
      await page.keyboard.press('u');
      await does(page, 'discard').waitFor({ state: 'detached' });

      await does(page, 'hint').click();
      await page.locator('.card.hint, .slot.target').first().waitFor();
      expect(await page.locator('.rn-note p').innerText()).toMatch(/\w/);

      await page.locator('.badge').click();
      await does(page, 'demo').click();
      await does(page, 'demo-next').waitFor();
      for (let i = 0; i < 6; i++) {
        await does(page, 'demo-next').click();
        await page.locator('.demo-count', { hasText: `${i + 1} of` }).waitFor();
      }
      await look(page, 'demo');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        options.viewport!.width,
      );
      await does(page, 'demo-back').click();
      await page.locator('.demo-count', { hasText: '5 of' }).waitFor();
      await does(page, 'demo-close').click();
      await does(page, 'hint').waitFor();
      expect(await page.locator('.rn-facts').innerText()).toContain('0 moves');
      await context.close();
    });

    it('after a loss it says where the deal could still be won, and plays on from there', async () => {
      const { page, context } = await room.visit('/', options);
      await open(page, { game: 'rouge-et-noir', deal: 5 });
      for (let i = 0; i < 3; i++) {
        await does(page, 'turn').click();
        await does(page, 'discard').click();
        await does(page, 'discard').waitFor({ state: 'detached' });
      }
      await page.locator('button[aria-label="Give up this deal"]').click();
      await page.locator('.sheet .button.danger').click();
      await does(page, 'turning-point').click();
      await does(page, 'play-on').waitFor();
      await look(page, 'turning-point');
      await does(page, 'play-on').click();
      await does(page, 'turn').waitFor();
      await context.close();
    });
  });
}

it('a deal that was lost is looked back at: what each decision came to', async () => {
  const { page, context } = await room.visit('/', PHONE);
  const id = await played(page, { game: 'rouge-et-noir', deal: 32, options: { redeals: 0 } }, 1, 300);
  await page.goto(`${room.room.url}/t/${id}`);
  await page.locator('.sheet-foot [data-do=analysis]').click();
  await page.locator('.advice-steps').waitFor();
  const row = page.locator('.advice-row');
  const decisions = Number(await row.getAttribute('aria-valuemax'));
  expect(await row.locator('b').count()).toBe(decisions);
  // Up to this move the solver has found a way to win. It may or may not have proved that the deal was lost after a
  // later move.
  const sum = await page.locator('[data-do=sum]').innerText();
  const won = Number(/^Up to decision (\d+) of/.exec(sum)?.[1]);
  expect(won, sum).toBeGreaterThan(1);
  const there = async () => Number(await row.getAttribute('aria-valuenow'));
  const goTo = async (place: number) => {
    for (let at = await there(); at !== place; at = await there()) {
      await does(page, at < place ? 'analysis-next' : 'analysis-back').click();
      await expect.poll(there).not.toBe(at);
    }
    return page.locator('[data-do=cost]').innerText();
  };
  expect(await goTo(won + 1)).toMatch(/It isn’t known/);
  await look(page, 'analysis-solitaire');
  expect(await goTo(won)).toBe('The game can still be won.');
  await context.close();
});

it('the deal of the day is begun, given up, and stands in the statistics, which can be hidden', async () => {
  const { page, context } = await room.visit('/', PHONE);
  await page.locator('.daily-deal[data-state=new]').waitFor();
  await page.locator('.daily-deal').scrollIntoViewIfNeeded();
  await look(page, 'daily');
  await does(page, 'daily').click();
  await page.locator('.table-cards .card').first().waitFor();
  await page.goto(room.room.url);
  await page.locator('.daily-deal[data-state=going_on] a').click();
  await page.locator('button[aria-label="Give up this deal"]').click();
  await page.locator('.sheet .button.danger').click();
  await does(page, 'turning-point').waitFor();
  await page.goto(room.room.url);
  await page.locator('.daily-deal[data-state=lost]').waitFor();
  // The calendar shows the result of today, and badges that are not earned yet.
  await page.locator('[data-do=calendar] summary').click();
  expect(await page.locator('.calendar td[aria-current=date]').getAttribute('data-state')).toBe('lost');
  expect(await page.locator('.badges li').count()).toBe(5);
  expect(await page.locator('.badges .earned').count()).toBe(0);
  await page.locator('.calendar').scrollIntoViewIfNeeded();
  await look(page, 'calendar');
  await page.locator('a[href="/statistics"]').click();
  await page.locator('.statistics .score').waitFor();
  expect(await page.locator('.statistics .score').innerText()).toContain('Without help');
  await look(page, 'statistics');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // The first dialog is cancelled, so the statistics stay. The second one is confirmed.
  await does(page, 'forget').click();
  await page.locator('.sheet .primary').click();
  expect(await page.locator('.statistics .score').count()).toBe(1);
  await does(page, 'forget').click();
  await does(page, 'forget-now').click();
  await page.locator('.statistics .empty').waitFor();
  await page.reload();
  await page.locator('.statistics .empty', { hasText: 'finish' }).waitFor();
  expect(await page.locator('.statistics .score').count()).toBe(0);
  expect(
    await page.evaluate(
      async () => ((await (await fetch('/api/v1/me')).json()) as { tables: unknown[] }).tables.length,
    ),
  ).toBe(1);
  await page.locator('.statistics input[role=switch]').uncheck();
  expect(await page.locator('.statistics .score').count()).toBe(0);
  await page.goBack();
  await page.locator('.daily-deal').waitFor();
  expect(await page.locator('a[href="/statistics"]').count()).toBe(0);
  await context.close();
});

it('what is kept of somebody is shown, comes as a file, and is deleted once it is said twice', async () => {
  const { page, context } = await room.visit('/', PHONE);
  const id = await open(page, { game: 'rouge-et-noir', deal: 5 });
  await page.goto(room.room.url);
  await page.locator('.start-head').getByRole('button', { name: 'Settings' }).click();
  await page.locator('.sheet a[href="/statistics"]').click();
  await does(page, 'data-show').click();
  await page.locator('.my-data').waitFor();
  expect(await page.locator('.my-data').innerText()).toMatch(/Games\s+1/);
  await look(page, 'my-data');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const [file] = await Promise.all([page.waitForEvent('download'), does(page, 'data-file').click()]);
  expect(file.suggestedFilename()).toBe('cardroom-data.json');
  await does(page, 'data-forget').click();
  await page.locator('.sheet .primary').click();
  expect(await page.locator('.sheet').count()).toBe(0);
  await does(page, 'data-forget').click();
  // Before the deletion, the dialog names the data that other people have.
  expect(await page.locator('.sheet').innerText()).toContain('A record that someone else has imported keeps the name');
  await look(page, 'delete-me');
  await does(page, 'data-forget-now').click();
  await page.locator('.daily-deal').waitFor();
  const left = await page.evaluate(async (table) => {
    const mine = (await (await fetch('/api/v1/me/data')).json()) as { tables: unknown[] };
    return [mine.tables.length, (await fetch(`/api/v1/tables/${table}/record`)).status];
  }, id);
  expect(left).toEqual([0, 404]);
  await context.close();
});

it('a deal is chosen by its level, and the table helps where that was asked for', async () => {
  const { page, context } = await room.visit('/', DESKTOP);
  const tile = page.locator('.tile[data-game="rouge-et-noir"]');
  await tile.getByRole('button', { name: /^Options/ }).click();
  // The search has low priority, so on a busy machine it may end without a deal. The test then presses again, as a
  // person would.
  const picked = () =>
    page.evaluate(() => {
      if (document.querySelector('.rated')) return true;
      document.querySelector<HTMLElement>('[data-do=pick-easy]:not([aria-disabled])')?.click();
      return false;
    });
  await expect.poll(picked, { timeout: 240_000 }).toBe(true);
  const number = await page.locator('.row input.number').first().inputValue();
  await look(page, 'pick');
  expect(await page.locator('.rated').innerText()).toContain('Easy');
  await page.locator('.switch-row', { hasText: 'Help at the table' }).locator('input').check();
  await page.locator('.sheet-foot .primary').click();
  await does(page, 'hint').waitFor();
  expect(await page.locator('.game-deal').first().innerText()).toContain(number);
  await context.close();
});
