// *My mistakes*: a mistake in a finished deal returns after its day, on a phone, by keyboard alone, without a server.
// The clocks of the page and of the server, or of the worker that stands in for one, are set to the day of the return.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DESKTOP, PHONE, startServer, type TestServer } from './cardroom';
import { look } from './look';
import { played } from './played';
import { playOf, playToTheEnd } from './plays';
import { tabTo } from './press';
import { serverClock } from './serverClock';
import { quick, ready, startSite } from './site';

const clock = serverClock();
let room: TestServer;
beforeAll(async () => {
  room = await startServer();
});
beforeEach(() => clock.setAhead(0));
afterAll(async () => {
  await room.close();
  clock.remove();
});

const BODY = { game: 'schwarze-dame', options: { deals: 1 }, bots: ['random'] };
const DAY_MS = 24 * 60 * 60 * 1000;
const LINES = '.mistakes li';

/** Sets the clocks of the page and of the server to this number of days from now, and a minute. */
async function setDays(page: Page, days: number): Promise<void> {
  const ahead = days * DAY_MS + 60_000;
  clock.setAhead(ahead);
  await page.clock.setFixedTime(Date.now() + ahead);
}

/** Waits until every deal is judged. Returns the number of mistakes. */
async function judged(page: Page): Promise<number> {
  await page.locator('[data-do=judging][data-left="0"]').waitFor({ state: 'attached', timeout: 240_000 });
  return page.locator(LINES).count();
}

/** Plays deals until the player has made a mistake in one, because a deal can be without any. `list` opens the list.
 * Returns the number of mistakes. */
async function makeMistakes(page: Page, list: () => Promise<unknown>): Promise<number> {
  for (;;) {
    await played(page, BODY, 1);
    await list();
    const count = await judged(page);
    if (count > 0) return count;
  }
}

/** Returns the best action of the mistake that is asked. */
const best = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const id = location.pathname.split('/').at(-1)!;
    const found = (await (await fetch(`/api/v1/me/mistakes/${id}`)).json()) as {
      judged: { advice: { choices: { legal: { action: string } }[] } };
    };
    return found.judged.advice.choices[0]!.legal.action;
  });

/** Checks that the question shows nothing of the answer. */
async function isAsked(page: Page): Promise<void> {
  await page.locator('[data-do=mistake-show]').waitFor();
  await page.locator('.table-cards .card').first().waitFor();
  expect(await page.locator('.advice-panel h2').innerText()).toBe('What do you play?');
  expect(await page.locator('[data-do=played], [data-do=tried], .advice-choices').count()).toBe(0);
}

/** Checks the answer: the figures, and what was played at the time. */
async function isAnswered(page: Page, title: string): Promise<void> {
  await page.locator('[data-do=tried]').waitFor();
  expect(await page.locator('.advice-panel h2').innerText()).toBe(title);
  expect(await page.locator('.advice-choices li').count()).toBeGreaterThan(1);
  expect(await page.locator('.advice-body').innerText()).toMatch(/[+\u2212]\d+\.\d/);
  expect(await page.locator('[data-do=played]').innerText()).toMatch(/^Back then you chose: \S/);
}

it('a mistake returns after its day, and a wrong answer brings it back a day later', async () => {
  const { page, context } = await room.visit('/', PHONE);
  const count = await makeMistakes(page, () => page.goto(`${room.room.url}/mistakes`));
  expect(await page.locator(`${LINES}[data-due=false]`).count()).toBe(count);
  expect(await page.locator('[data-do=mistakes-begin]').count(), 'nothing comes back today').toBe(0);
  await look(page, 'mistakes');
  // The server judges a deal once.
  await page.reload();
  expect(await judged(page)).toBe(count);

  await setDays(page, 1);
  await page.goto(room.room.url);
  await page.locator('[data-do=mistakes-due]').tap();
  await page.locator('[data-do=mistakes-begin]').tap();
  await isAsked(page);
  await look(page, 'mistake-asked');
  const first = page.url();
  const before = Date.now();
  await page.locator('[data-do=mistake-show]').tap();
  await isAnswered(page, 'Not yet');
  await expect.poll(() => page.locator('[data-do=tried]').innerText()).toBe('This position comes back in 1 day.');
  expect(await page.locator('.button[data-do=practise]').isVisible()).toBe(true);
  await look(page, 'mistake-answered');
  await page.locator(`[data-do=${count > 1 ? 'mistake-next' : 'mistake-list'}]`).tap();
  await expect.poll(() => page.url()).not.toBe(first);
  const due = await page.evaluate(async (id) => {
    const { mistakes } = (await (await fetch('/api/v1/me/mistakes')).json()) as {
      mistakes: { id: string; step: number; due_ms: number }[];
    };
    return mistakes.find((one) => one.id === id)!;
  }, first.split('/').at(-1)!);
  expect(due.step).toBe(0);
  expect(due.due_ms).toBeGreaterThanOrEqual(before + 2 * DAY_MS);
  expect(due.due_ms).toBeLessThanOrEqual(Date.now() + 2 * DAY_MS + 60_000);
  for (const [days, back] of [
    [0, 0],
    [1, count - 1],
    [2, count],
  ] as const) {
    await setDays(page, days);
    await page.goto(`${room.room.url}/mistakes`);
    await page.locator(LINES).first().waitFor();
    expect(await page.locator(`${LINES}[data-due=true]`).count()).toBe(back);
  }

  // Your data has the mistakes, and deletes them.
  await page.goto(`${room.room.url}/statistics`);
  await page.locator('[data-do=data-show]').tap();
  await page.locator('#data [data-do=mistakes-forget]').tap();
  await page.locator('[data-do=mistakes-forget-now]').tap();
  await page.locator('#data [data-do=mistakes-forget]').waitFor({ state: 'detached' });
  await page.goto(`${room.room.url}/mistakes`);
  await page.locator('[data-do=mistakes-learned]').waitFor();
  expect(await page.locator(LINES).count()).toBe(0);
  await context.close();
});

it('by keyboard alone: a mistake that is right comes back after 3, 10 and 30 days, and then no more', async () => {
  const { page, context } = await room.visit('/', DESKTOP);
  // The device leaves the deal to the server, because it saves data.
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  const count = await makeMistakes(page, async () => {
    await page.goto(`${room.room.url}/statistics`);
    await page.locator('[data-do=mistakes]').waitFor();
    await tabTo(page, 'mistakes');
    await page.keyboard.press('Enter');
  });
  let days = 1;
  for (const [step, next] of [3, 10, 30, null].entries()) {
    await setDays(page, days);
    await page.goto(`${room.room.url}/mistakes`);
    await page.locator('[data-do=mistakes-begin]').waitFor();
    expect(await page.locator(`${LINES}[data-due=true]`).count()).toBe(count);
    await tabTo(page, 'mistakes-begin');
    await page.keyboard.press('Enter');
    for (let n = 0; n < count; n++) {
      await isAsked(page);
      const action = await best(page);
      const asked = page.url();
      // The board may not listen for keys yet.
      await expect
        .poll(async () => {
          if ((await page.locator('#line').count()) === 0) await page.keyboard.press(':');
          return page.locator('#line:focus').count();
        })
        .toBe(1);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(action);
      await page.keyboard.press('Enter');
      await isAnswered(page, 'Right');
      const words = next ? `comes back in ${next} days` : 'learned this position';
      await expect.poll(() => page.locator('[data-do=tried]').innerText()).toContain(words);
      if (step === 0 && n === 0) await look(page, 'mistake-right');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-do')))
        .toBe(n < count - 1 ? 'mistake-next' : 'mistake-list');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.url()).not.toBe(asked);
    }
    days += next ?? 0;
  }
  await page.locator('[data-do=mistakes-learned]').waitFor();
  const learned = `Learned: ${count} mistake${count > 1 ? 's' : ''}`;
  expect(await page.locator('[data-do=mistakes-learned]').innerText()).toBe(learned);
  expect(await page.locator(LINES).count()).toBe(0);
  await context.close();
});

it('without a server the device finds the mistakes and asks for them again', async () => {
  const site = await startSite();
  // The clock of the worker is set in its script, which a service worker would read elsewhere.
  const context = await site.browser.newContext({ ...DESKTOP, serviceWorkers: 'block' });
  await quick(context);
  let ahead = 0;
  await context.route('**/worker-*.js', async (route) => {
    const file = await route.fetch();
    const sets = `{ const now = Date.now; Date.now = () => now() + ${ahead}; }`;
    await route.fulfill({ response: file, body: `${sets}\n${await file.text()}` });
  });
  const page = await context.newPage();
  await page.goto(site.url);
  await ready(page);
  const playDeal = async () => {
    await page.goto(site.url);
    await page.locator('.tile[data-game=schwarze-dame] [data-do=play]').click();
    await page.locator('.table-cards .card').first().waitFor();
    await playToTheEnd(page, playOf('schwarze-dame'), false, 'mistakes', {});
  };
  await playDeal();
  await page.goto(`${site.url}#/mistakes`);
  // A deal can be without a mistake. Then another one is played.
  for (let deals = 1; (await judged(page)) === 0; deals++) {
    expect(deals).toBeLessThan(6);
    await playDeal();
    await page.goto(`${site.url}#/mistakes`);
  }
  const count = await page.locator(LINES).count();
  expect(await page.locator('[data-do=mistakes-begin]').count()).toBe(0);
  ahead = DAY_MS + 60_000;
  await page.clock.setFixedTime(Date.now() + ahead);
  await page.reload();
  await page.locator('[data-do=mistakes-begin]').click();
  await isAsked(page);
  await page.locator('[data-do=mistake-show]').click();
  await isAnswered(page, 'Not yet');
  await page.locator('.button[data-do=practise]').click();
  await page.locator('[data-do=practise-now]').click();
  await page.locator('.banner.turn').waitFor();
  expect(await page.locator('.game-head').innerText()).toContain('Practice');
  // The mistakes are in the file of all data.
  await page.goto(`${site.url}#/mistakes`);
  await page.locator(LINES).first().waitFor();
  expect(await page.locator(LINES).count()).toBe(count);
  await context.close();
  await site.close();
});
