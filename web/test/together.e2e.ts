// A finished match that three people review together, each in a browser of their own.

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { DESKTOP, PHONE } from './cardroom';
import { look } from './look';
import { all, begin, guest, hurryOn, meet, person, room, table, type Person } from './people';
import { tabTo } from './press';

meet();

const bar = (page: Page) => page.locator('[data-do=review]');
const at = (page: Page): Promise<string> => page.locator('[data-do=place]').inputValue();
const deal = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1)!;
const follows = (page: Page) => expect.poll(() => bar(page).getAttribute('data-follows')).toBe('true');

/** Reaches a control by keyboard alone, and presses it. */
async function press(page: Page, does: string, key = 'Enter'): Promise<void> {
  await tabTo(page, does);
  await page.keyboard.press(key);
}

/** Plays a match of this number of deals to its end. */
async function play(people: readonly Person[], id: string, deals: number): Promise<void> {
  const next = '.sheet-foot [data-do=next]';
  for (let deal = 1; deal < deals; deal++) {
    await hurryOn(people, id, next);
    for (const { page } of people) await page.locator(next).click();
  }
  await hurryOn(people, id, '.sheet-foot [data-do=again]');
  // The second connections, over which people played, end.
  for (const { page } of people) await page.reload();
}

it('one shows the match, two follow, one goes own ways and comes back, and two play on together', async () => {
  const [ann, wire] = [await person('Ann'), await room.path()];
  const { id, link } = await table(ann, { game: 'schwarze-dame', options: { deals: 2 }, bots: ['random'] });
  const bo = await guest('Bo', link);
  const cy = await guest('Cy', link, PHONE, wire.url);
  const people = [ann, bo, cy];
  await begin(ann);
  await play(people, id, 2);

  // Whoever looks back first shows the match. The others come to the same place.
  await ann.page.locator('.sheet-foot [data-do=watch]').click();
  await expect.poll(() => bar(ann.page).getAttribute('data-leads')).toBe('true');
  for (const { page } of [bo, cy]) {
    const watch = page.locator('.sheet-foot [data-do=watch]');
    await expect.poll(() => watch.innerText()).toBe('Watch with Ann');
    await watch.click();
    await follows(page);
  }
  await expect.poll(() => bar(ann.page).innerText()).toMatch(/Bo.*Cy|Cy.*Bo/s);
  for (let i = 0; i < 7; i++) await ann.page.keyboard.press('ArrowRight');
  for (const { page } of [bo, cy]) await expect.poll(() => at(page)).toBe(await at(ann.page));
  expect(Number(await at(bo.page))).toBeGreaterThan(5);
  await look(ann.page, 'review-leads');
  await look(cy.page, 'review-phone');

  // Bo uses the keyboard alone. Who goes own ways stays there, cannot take over, and comes back with a press.
  await bo.page.keyboard.press('ArrowLeft');
  await expect.poll(() => bar(bo.page).getAttribute('data-follows')).toBe('false');
  const own = await at(bo.page);
  await ann.page.keyboard.press('ArrowRight');
  await expect.poll(() => at(cy.page)).toBe(await at(ann.page));
  expect(await at(bo.page)).toBe(own);
  await press(bo.page, 'lead');
  await expect.poll(() => bo.page.locator('.toast').innerText()).toContain('Another player is showing the match');
  await look(bo.page, 'review-own-ways');
  await press(bo.page, 'follow');
  await expect.poll(() => at(bo.page)).toBe(await at(ann.page));

  // The leader goes from deal to deal. The others follow, and load each deal once.
  const asked: string[] = [];
  bo.page.on('request', (request) => {
    if (request.url().includes('/replay?deal=')) asked.push(request.url());
  });
  for (const to of ['1', '2', '1', '2', '1']) {
    await ann.page.locator(`.replay-around .score a[href*="/replay/${to}"]`).first().click();
    await expect.poll(() => deal(ann.page)).toBe(to);
    await expect.poll(() => bar(ann.page).getAttribute('data-leads')).toBe('true');
  }
  for (const { page } of [bo, cy]) await expect.poll(() => deal(page)).toBe('1');
  await follows(bo.page);
  expect(asked.length).toBe(new Set(asked).size);
  await ann.page.keyboard.press('ArrowRight');
  for (const { page } of [bo, cy]) await expect.poll(() => at(page)).toBe(await at(ann.page));

  // A page that is loaded again stays in the list all the time, and follows again.
  await ann.page.evaluate(() => {
    const missed: string[] = [];
    Object.assign(globalThis, { missed });
    const line = () => document.querySelector('[data-do=review]')?.textContent ?? 'no list';
    new MutationObserver(() => {
      if (!line().includes('Bo')) missed.push(line());
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await bo.page.reload();
  await follows(bo.page);
  await expect.poll(() => at(bo.page)).toBe(await at(ann.page));
  expect(await ann.page.evaluate(() => (globalThis as unknown as { missed: string[] }).missed)).toEqual([]);

  // A lost connection is named, and a press tries again.
  wire.cut();
  await bar(cy.page).locator('[data-do=retry]').waitFor();
  expect(await bar(cy.page).innerText()).toContain('Connection lost');
  await look(cy.page, 'review-lost');
  wire.mend();
  // The page may have connected by itself.
  await bar(cy.page)
    .locator('[data-do=retry]')
    .tap({ timeout: 3000 })
    .catch(() => {});
  await follows(cy.page);

  // A reader who has gone is listed for a moment only.
  await cy.page.close();
  await expect.poll(() => bar(ann.page).innerText()).not.toContain('Cy');

  // Practice with the others is offered, and not chosen beforehand. Each has the own seat.
  await press(bo.page, 'practise');
  const together = bo.page.locator('[role=switch][data-do=together]');
  expect(await together.isChecked()).toBe(false);
  // The focus is on the button that begins, which is after the choices.
  await tabTo(bo.page, 'together', 'Shift+Tab');
  await bo.page.keyboard.press('Space');
  await look(bo.page, 'review-practice');
  await press(bo.page, 'practise-now');
  await bo.page.waitForURL((url) => /^\/t\/\w+$/.test(url.pathname) && !url.pathname.endsWith(id));
  const fork = new URL(bo.page.url()).pathname;
  await ann.page.locator('[data-do=play-along]').click();
  await ann.page.waitForURL((url) => url.pathname === fork);
  for (const [{ page }, name] of [
    [ann, 'Bo'],
    [bo, 'Ann'],
  ] as const) {
    await page.locator('[data-pile=hand] .card').first().waitFor();
    expect(await page.locator('.game-head').innerText()).toContain('Practice');
    await expect.poll(() => page.locator('.board').innerText()).toContain(name);
  }
  await look(ann.page, 'review-fork');

  // A player who was away has no seat there, and a reader who is alone reviews alone.
  cy.page = await cy.context.newPage();
  await cy.page.goto(`${room.room.url}/t/${id}/replay/1`);
  await cy.page.locator('.replay-bar').waitFor();
  await cy.page.locator('[data-do=more]').tap();
  await cy.page.locator('.replay-around [data-do=practise]').tap();
  await cy.page.locator('[data-do=practise-now]').waitFor();
  expect(await cy.page.locator('[data-do=together], [data-do=play-along]').count()).toBe(0);

  // Practice does not stand among the unfinished games.
  await bo.page.goto(room.room.url);
  await bo.page.locator('.table-lines li').first().waitFor();
  expect(await bo.page.locator('.open-games li').count()).toBe(0);
  await all(people);
});

it('a spectator follows, and has no say', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, { game: 'schwarze-dame', options: { deals: 1 }, bots: ['random'] });
  const bo = await guest('Bo', link);
  await begin(ann);
  await play([ann, bo], id, 1);
  const cy = await person('Cy', `/t/${id}/replay/1`, DESKTOP);
  await cy.page.locator('.replay-bar').waitFor();
  await ann.page.locator('.sheet-foot [data-do=watch]').click();
  await expect.poll(() => bar(ann.page).getAttribute('data-leads')).toBe('true');
  await follows(cy.page);
  await ann.page.keyboard.press('End');
  await expect.poll(() => at(cy.page)).toBe(await at(ann.page));
  expect(await bar(cy.page).locator('[data-do=lead]').count()).toBe(0);
  await cy.page.locator('.replay-around .choice label', { hasText: 'Ann' }).click();
  await cy.page.locator('[data-do=first]').click();
  await expect.poll(() => bar(cy.page).locator('[data-do=follow]').count()).toBe(1);
  await cy.page.locator('.replay-around [data-do=practise]').click();
  await cy.page.locator('[data-do=practise-now]').waitFor();
  expect(await cy.page.locator('[role=switch][data-do=together]').count()).toBe(0);
  await all([ann, bo, cy]);
});
