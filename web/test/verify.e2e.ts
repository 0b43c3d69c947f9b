// Tests dist/verify.html, opened from a local disk, without a server and without a network.

import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch } from './browser';

const root = new URL('../../', import.meta.url);
const path = (name: string) => decodeURIComponent(new URL(name, root).pathname);
const records = (name: string) => path(`crates/cardroom/tests/records/${name}.jsonl`);

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function opened(language: string): Promise<{ page: Page; wrong: string[] }> {
  const context = await browser.newContext({ offline: true, locale: language, viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('request', (request) => request.url().startsWith('file:') || wrong.push(request.url()));
  await page.goto(new URL('dist/verify.html', root).href);
  return { page, wrong };
}

it('a file of records is verified, in each language', async () => {
  const words = {
    en: ['Was it fair?', 'checks'],
    de: ['War es fair?', 'Prüfungen'],
    fr: ['équitable', 'vérifications'],
  };
  for (const [language, [title, sum]] of Object.entries(words)) {
    const { page, wrong } = await opened(language);
    expect(await page.locator('h1').innerText()).toContain(title);
    await page.setInputFiles('input[type=file]', records('shuffled-together'));
    await expect.poll(() => page.locator('section > p').first().innerText()).toContain(sum);
    expect(await page.locator('li.wrong').count()).toBe(0);
    expect(await page.locator('li.right').count()).toBeGreaterThan(4);
    // The page names the person whose seat made an attempt void.
    expect(await page.locator('li', { hasText: /^Bo / }).count()).toBe(1);
    const over = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(over), 'nothing sticks out').toBeLessThanOrEqual(0);
    expect(wrong).toEqual([]);
    await page.context().close();
  }
});

it('an exchanged card is found in a pasted record, and names are no markup', async () => {
  const { page, wrong } = await opened('en');
  const [line] = readFileSync(records('shuffled-together'), 'utf8').split('\n');
  const record = JSON.parse(line as string);
  const cards = record.deals[1].deck.split(' ');
  [cards[3], cards[4]] = [cards[4], cards[3]];
  record.deals[1].deck = cards.join(' ');
  record.names[1] = '<img src=x onerror=alert(1)>';
  await page.fill('textarea', JSON.stringify(record));
  const place = `Deal 2: card 4 was ${cards[3]}; it had to be ${cards[4]}.`;
  await expect.poll(() => page.locator('li.wrong').allInnerTexts()).toEqual([place]);
  expect(await page.locator('img').count()).toBe(0);
  expect(wrong).toEqual([]);
  // If the reader changes the language, the record stays loaded.
  await page.getByRole('button', { name: 'Deutsch' }).click();
  expect(await page.locator('li.wrong').innerText()).toContain(`Karte 4 war ${cards[3]}`);
  await page.fill('textarea', 'hello');
  expect(await page.locator('li.wrong').allInnerTexts()).toEqual(['Das ist keine Aufzeichnung von Cardroom.']);
  await page.context().close();
});

it('every forged shuffle is refused, no honest record is, and actions are always said to be unchecked', async () => {
  const { page, wrong } = await opened('en');
  const records = (name: string) =>
    (JSON.parse(readFileSync(path(`crates/cardroom/tests/records/${name}.json`), 'utf8')) as { record: string }[]).map(
      ({ record }) => record,
    );
  const sums = async (lines: string[]) => {
    await page.fill('textarea', lines.join('\n'));
    await expect.poll(() => page.locator('section').count(), { timeout: 20_000 }).toBe(lines.length);
    expect(await page.locator('section > p.actions', { hasText: 'isn’t checked here' }).count()).toBe(lines.length);
    expect(await page.locator('main').innerText()).not.toMatch(/proven/i);
    return page.locator('section > p:not(.actions)').evaluateAll((all) => all.map((one) => one.className));
  };
  const forged = await sums(records('forged-shuffles'));
  expect(forged.length).toBeGreaterThanOrEqual(20);
  expect(new Set(forged)).toEqual(new Set(['wrong']));
  expect(new Set(await sums(records('honest')))).toEqual(new Set(['right']));
  // verify.html knows no rules, so it need not find forged play. But it must say that it has not checked the play.
  await sums(records('forged-play'));
  expect(wrong).toEqual([]);
  await page.context().close();
});
