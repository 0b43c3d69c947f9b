// The settings of a server's operator, as people see them: phrases instead of free chat, and pages with the operator's
// content.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { administrate, PHONE, startServer, type TestServer } from './cardroom';
import { faults } from './look';

let room: TestServer;
const pages = mkdtempSync(join(tmpdir(), 'cardroom-pages-'));

beforeAll(async () => {
  writeFileSync(join(pages, 'privacy.md'), '# What we keep\n\nLittle. <b>Really</b>\n');
  writeFileSync(join(pages, 'privacy.de.md'), '# Was wir speichern\n');
  writeFileSync(join(pages, 'imprint.md'), '# The club\n');
  room = await startServer('--talk', 'phrases', '--pages', pages);
});
afterAll(async () => {
  await room.close();
  rmSync(pages, { recursive: true, force: true });
});

it.each([
  ['en-GB', ['Privacy', 'Legal notice'], 'What we keep'],
  ['fr-FR', ['Confidentialité', 'Mentions légales'], 'What we keep'],
  ['de-DE', ['Datenschutz', 'Impressum'], 'Was wir speichern'],
])('in %s the start page links to what is filled in, and the links lead there', async (locale, links, heading) => {
  const { page, context } = await room.visit('/', { ...PHONE, locale });
  const shown = page.locator('[data-do=host-links] a');
  await expect.poll(() => shown.allInnerTexts()).toEqual(links);
  expect(await faults(page)).toEqual([]);
  await shown.first().click();
  await page.locator('h1', { hasText: heading }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/privacy');
  expect(await page.locator('b, script').count()).toBe(0);
  await page.locator('a', { hasText: 'Cardroom' }).click();
  await page.locator('.tile').first().waitFor();
  await context.close();
});

it('where phrases alone are allowed there is no choice, and no field for text', async () => {
  const { page, context } = await room.visit('/');
  await page.locator('.tile[data-game=schwarze-dame] [data-do=friends]:not([aria-disabled])').click();
  await page.locator('dialog select[aria-label=Clock]').waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('dialog [aria-label=Chat]').count()).toBe(0);
  await context.close();

  const answer = await room.visit('/');
  const opened = await answer.context.request.post(`${room.room.url}/api/v1/tables`, {
    data: { game: 'kael', seats: 2, open: 'friends', chat: 'free' },
  });
  const { id } = (await opened.json()) as { id: string };
  await answer.page.goto(`${room.room.url}/t/${id}`);
  await answer.page.locator('.waiting').waitFor();
  await answer.page.locator('.phrases').first().waitFor();
  expect(await answer.page.locator('form.say').count()).toBe(0);
  await answer.context.close();
});

it('the start page says the line for everybody, until its reader closes it or it is taken back', async () => {
  administrate(room.room.data, 'say', 'At nine we move.');
  const { page, context } = await room.visit('/', PHONE);
  const line = page.locator('[data-do=notice]');
  await line.filter({ hasText: 'At nine we move.' }).waitFor();
  expect(await faults(page)).toEqual([]);
  await line.locator('button').click();
  await line.waitFor({ state: 'detached' });

  // A reader who stays on the page gets the next notice when the page becomes visible again.
  administrate(room.room.data, 'say', 'At ten we move.');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await line.filter({ hasText: 'At ten we move.' }).waitFor();
  administrate(room.room.data, 'say', '--clear');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await line.waitFor({ state: 'detached' });
  await context.close();
});
