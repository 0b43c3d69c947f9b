// The messages of a page without a server if its browser has no space, or has deleted the stored data.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP } from './cardroom';
import { ready, type Site, startSite } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

it('a browser that has deleted the games says so once', async () => {
  const { page, context } = await site.visit(DESKTOP);
  await page.locator('.tile[data-game=rouge-et-noir] [data-do=play]').click();
  await page.locator('.table-cards .card').first().waitFor();
  // A blank page at the same address can delete the database, because no other page has it open any more.
  const { origin } = new URL(site.url);
  await context.route(`${origin}/blank`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  const blank = await context.newPage();
  await blank.goto(`${origin}/blank`);
  await page.close();
  await blank.evaluate(
    () =>
      new Promise<void>((done, fail) => {
        const deleting = indexedDB.deleteDatabase('cardroom');
        deleting.onsuccess = () => done();
        deleting.onerror = () => fail(deleting.error);
      }),
  );
  await blank.goto(site.url);
  await blank.locator('.notice[role=alert]').filter({ hasText: 'The browser has deleted the games' }).waitFor();
  expect(await blank.locator('.open-games li').count()).toBe(0);
  await blank.locator('[data-do=evicted]').click();
  await blank.locator('[data-do=evicted]').waitFor({ state: 'detached' });
  // The message was already shown, so it is not shown again at the next visit.
  await blank.reload();
  await ready(blank);
  expect(await blank.locator('[data-do=evicted]').count()).toBe(0);
  await context.close();
});

it('a device without space says that nothing was saved, and plays when there is space again', async () => {
  const { page, context } = await site.visit(DESKTOP);
  const chromium = await context.newCDPSession(page);
  const { origin } = new URL(site.url);
  // This check comes before anything is stored, because Chromium does not check the space again for half a minute once
  // it has found enough.
  await chromium.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  const play = page.locator('.tile[data-game=rouge-et-noir] [data-do=play]');
  await play.click();
  await page.locator('.toast').filter({ hasText: 'This device has no space left: nothing was saved' }).waitFor();
  await page.reload();
  await ready(page);
  expect(await page.locator('.open-games li, [data-do=evicted]').count()).toBe(0);
  await chromium.send('Storage.overrideQuotaForOrigin', { origin });
  await play.click();
  await page.locator('.table-cards .card').first().waitFor();
  await page.reload();
  await page.locator('.table-cards .card').first().waitFor();
  await context.close();
});
