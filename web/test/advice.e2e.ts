// Advice before a decision and analysis after the deal, as a person uses them, on a desktop and on a phone.

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, startServer, PHONE, picture, type TestServer } from './cardroom';
import { change } from './change';
import { look } from './look';
import { inShort } from './long';

let room: TestServer;
beforeAll(async () => {
  room = await startServer();
});
afterAll(() => room.close());

const there = async (what: Locator): Promise<boolean> => (await what.count()) > 0;
const button = (page: Page, does: string): Locator =>
  page.locator(`.button[data-do="${does}"]:not([aria-disabled=true])`).first();

async function sit(
  body: Record<string, unknown>,
  options: typeof DESKTOP,
): Promise<{ page: Page; close(): Promise<void> }> {
  const { page, context } = await room.visit('/', options);
  await page.locator('.tile [data-do=play]:not([aria-disabled])').first().waitFor();
  const table = (await page.evaluate(async (asked) => {
    const answer = await fetch('/api/v1/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    return answer.json();
  }, body)) as { id: string };
  await page.goto(`${room.room.url}/t/${table.id}`);
  await page.locator('.table-cards .card').first().waitFor();
  return { page, close: () => context.close() };
}

/** Checks the left-handed layout: the advice replaces the side panel, so the cards beside it stay visible. */
async function leftHanded(page: Page): Promise<void> {
  const turn = async () => {
    await page.locator('#tab-settings').click();
    await page.getByLabel('Left-handed layout').click();
  };
  await turn();
  await button(page, 'advice').click();
  await page.locator('.advice-sentence').waitFor();
  const at = async (what: string) => {
    const { x, width } = (await page.locator(what).boundingBox())!;
    return [x, width];
  };
  await expect.poll(() => at('.advice-panel')).toEqual(await at('.side'));
  expect(await at('.side')).toEqual([0, 336]);
  await picture(page, 'advice-left-handed');
  await page.locator('[data-do=advice-close]').click();
  await turn();
}

/** Plays the first legal card until the deal is over, then opens its analysis. */
async function playToAnalysis(page: Page, press: (what: Locator) => Promise<void>): Promise<void> {
  const analysis = page.locator('.sheet-foot [data-do=analysis]');
  const limit = Date.now() + 200_000;
  while (!(await there(analysis))) {
    expect(Date.now(), 'the deal comes to an end').toBeLessThan(limit);
    try {
      if (await there(button(page, 'play'))) await press(button(page, 'play'));
      else if (await there(page.locator('.banner.turn')))
        await page
          .locator('[data-pile=hand] .card:not(.leaving):not(.barred)')
          .first()
          .click({ position: { x: 8, y: 40 }, timeout: 2000 });
    } catch (e) {
      if (!/Timeout/.test(String(e))) throw e;
    }
    await change(page);
  }
  await press(analysis);
  await page.locator('.advice-steps').waitFor({ timeout: 60_000 });
}

/** Starts at the costliest decision. Tries another choice at that decision. Reads the figures of this choice and of the
 * best one. Then goes on to the next mistake. */
async function tryAgain(page: Page, press: (what: Locator) => Promise<void>, row: Locator): Promise<void> {
  const bars = page.locator('.advice-row > span');
  const dear = await bars.evaluateAll((all) => all.findIndex((bar) => bar.classList.contains('dear')));
  expect(dear, 'who plays the first card that is legal makes a mistake').toBeGreaterThanOrEqual(0);
  const there = (await row.getAttribute('aria-valuenow'))!;
  for (let at = Number(there) - 1; at > dear; at--) await press(button(page, 'analysis-back'));
  const best = await page.locator('.advice-choices li.best .advice-cards use').getAttribute('href');
  const did = await page.locator('.advice-choices li.did .advice-cards use').getAttribute('href');
  await press(button(page, 'retry'));
  const hand = (face: string) => page.locator(`[data-pile=hand] .card.tap:not(.barred):has([href="${face}"])`);
  const answer = page.locator('[data-do=tried]');
  await hand(best!).waitFor();
  // The answer is not shown before the attempt.
  expect(await page.locator('.advice-choices').count()).toBe(0);
  await look(page, 'analysis-again');
  const choose = async (face: string) => {
    await hand(face).click({ position: { x: 8, y: 40 } });
    if (await button(page, 'play').count()) await press(button(page, 'play'));
    await answer.waitFor();
  };
  await choose(did!);
  expect(await answer.getAttribute('data-verdict')).toBe('cost');
  expect(await answer.innerText()).toMatch(/−\d+\.\d ± \d+\.\d points/);
  await look(page, 'analysis-tried');
  await press(button(page, 'retry'));
  await answer.waitFor({ state: 'detached' });
  await choose(best!);
  // The chosen action is the best one of the list, or one of several that are about as good.
  expect(await answer.getAttribute('data-verdict')).toMatch(/^(best|among)$/);
  const next = button(page, 'next-mistake');
  if (await next.count()) {
    await press(next);
    await answer.waitFor({ state: 'detached' });
    await press(button(page, 'retry-end'));
  } else await press(button(page, 'retry-end'));
  await row.waitFor();
}

for (const [view, options] of inShort(
  [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const,
  0,
)) {
  it(`advice and analysis of a Schwarze Dame on a ${view}`, async () => {
    const { page, close } = await sit({ game: 'schwarze-dame', options: { deals: 1 } }, options);
    const press = async (what: Locator): Promise<void> => {
      await (options.hasTouch ? what.tap({ timeout: 5000 }) : what.click({ timeout: 5000 }));
    };
    await page.locator('.banner.turn').waitFor();

    await press(button(page, 'advice'));
    await page.locator('.advice-sentence').waitFor();
    const sentence = await page.locator('.advice-sentence').innerText();
    expect(sentence).toMatch(/^Play the .+\.$/);
    const rows = page.locator('.advice-choices li');
    const forced = (await page.locator('[data-pile=hand] .card:not(.barred)').count()) === 1;
    if (!forced) {
      expect(await rows.count()).toBeGreaterThan(1);
      expect(await rows.first().locator('.advice-points').innerText()).toMatch(/^[+−]?\d+\.\d$/);
      // Each choice but the first shows its difference to the first, with a margin of error. No choice is clearly
      // better than the first. If a net has judged, a choice that is about as good may have more points than the
      // advised one.
      const points = await rows.locator('.advice-points').allInnerTexts();
      expect(
        points.slice(1).every((words) => /^[+−]?\d+\.\d ± \d+\.\d$/.test(words)),
        points.join(' '),
      ).toBe(true);
      const [best, ...others] = points.map((words) => words.replace('−', '-').split(' ± ').map(Number.parseFloat));
      const ahead = others.filter(([number, error]) => number! > best![0]! + 2 * error! + 0.1);
      expect(ahead, points.join(' ')).toEqual([]);
      // The card of a choice that is picked in the list is lifted.
      await press(rows.nth(1).locator('[data-do=pick]'));
      await page.locator('[data-pile=hand] .card.chosen').waitFor();
      expect(await rows.first().locator('.advice-cards svg').count()).toBe(1);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      options.viewport!.width,
    );
    await look(page, 'advice');
    // Escape closes the advice wherever the focus is.
    await page.locator('#board').focus();
    await page.keyboard.press('Escape');
    expect(await there(page.locator('.advice-panel'))).toBe(false);
    if (view === 'desktop') await leftHanded(page);

    await playToAnalysis(page, press);
    const row = page.locator('.advice-row');
    const n = Number(await row.getAttribute('aria-valuemax'));
    expect(n).toBeGreaterThan(2);
    expect(await page.locator('.advice-row .dear').count()).toBeLessThanOrEqual(3);
    await look(page, 'analysis');
    // With the system's forced colours, each bar and its position are still visible.
    await page.emulateMedia({ forcedColors: 'active' });
    await picture(page, `analysis-${view}-forced-colours`);
    expect(
      await row.evaluate((el) => {
        const ground = getComputedStyle(el.closest('.advice-panel')!).backgroundColor;
        return [...el.querySelectorAll('b')].every((bar) => getComputedStyle(bar).backgroundColor !== ground);
      }),
    ).toBe(true);
    expect(await row.locator('.now').evaluate((el) => getComputedStyle(el).outlineStyle)).toBe('solid');
    await page.emulateMedia({ forcedColors: 'none' });
    // The board shows the table at each decision. Each step back shows more cards in the hand.
    await row.click({ position: { x: 3, y: 20 } });
    expect(await row.getAttribute('aria-valuenow')).toBe('1');
    // The card that was lifted at the last decision is not lifted here.
    expect(await page.locator('[data-pile=hand] .card.chosen').count()).toBe(0);
    const early = await page.locator('[data-pile=hand] .card:not(.leaving)').count();
    for (let i = 1; i < n; i++) await press(button(page, 'analysis-next'));
    expect(await row.getAttribute('aria-valuenow')).toBe(String(n));
    await expect.poll(() => page.locator('[data-pile=hand] .card:not(.leaving)').count()).toBeLessThan(early);
    expect(await page.locator('[data-do=cost]').innerText()).toMatch(
      /best choice|about as good as |−\d+\.\d ± \d+\.\d/,
    );
    // Most deals that are played in this way contain a mistake, so new deals are played until one does.
    let mistaken = { page, close };
    while (!(await there(mistaken.page.locator('.advice-row .dear')))) {
      await mistaken.close();
      mistaken = await sit({ game: 'schwarze-dame', options: { deals: 1 } }, options);
      await playToAnalysis(mistaken.page, press);
    }
    await tryAgain(mistaken.page, press, mistaken.page.locator('.advice-row'));
    await press(mistaken.page.locator('[data-do=advice-close]'));
    await mistaken.page.locator('.sheet-foot [data-do=analysis]').waitFor();
    await mistaken.close();
  });
}

it('Escape closes advice in La Dame Noire, and what was chosen stays', async () => {
  const { page, close } = await sit({ game: 'la-dame-noire' }, DESKTOP);
  const stake = page.locator('.ldn-stake:not([aria-disabled=true]):not([aria-pressed=true])').last();
  await stake.waitFor();
  const points = await stake.innerText();
  await stake.click();
  const chosen = () => page.locator('.ldn-stake[aria-pressed=true]').innerText();
  await expect.poll(chosen).toBe(points);
  await button(page, 'advice').click();
  await page.locator('.advice-sentence').waitFor();
  await page.locator('#board').focus();
  await page.keyboard.press('Escape');
  await page.locator('.advice-panel').waitFor({ state: 'detached' });
  expect(await chosen()).toBe(points);
  await close();
});

it('a table whose host wants none has no advice', async () => {
  const { page, close } = await sit({ game: 'schwarze-dame', advice: false }, DESKTOP);
  await page.locator('.banner.turn').waitFor();
  expect(await there(page.locator('[data-do=advice]'))).toBe(false);
  await close();
});
