// People at one table: friends by a link, each with a browser of their own, on a real server.

import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, house, picture, type House } from './cardroom';

let room: House;
beforeAll(async () => { room = await house(); });
afterAll(() => room.close());

interface Person { name: string; page: Page; context: BrowserContext }

async function person(name: string, path = '/', options: BrowserContextOptions = DESKTOP): Promise<Person> {
  return { name, ...(await room.visit(path, options)) };
}
const all = (people: readonly Person[]) => Promise.all(people.map(({ context }) => context.close()));

/** Opens a table for people by the form of the start page; leaves the host in the waiting room. */
async function host(one: Person, game: string, choose: (page: Page) => Promise<void> = async () => {}): Promise<string> {
  const { page } = one;
  await page.locator(`.tile[data-game=${game}] [data-do=friends]:not([aria-disabled])`).click();
  await page.locator('dialog input[autocomplete=nickname]').fill(one.name);
  await choose(page);
  await page.locator('[data-do=open-table]').click();
  await page.locator('.waiting').waitFor();
  return page.locator('#invite-link').inputValue();
}

/** Opens a link and sits down. */
async function guest(name: string, link: string, options: BrowserContextOptions = DESKTOP): Promise<Person> {
  const one = await person(name, new URL(link).pathname, options);
  await one.page.locator('.invitation input').fill(name);
  await one.page.locator('.invitation [data-do=sit]').click();
  await one.page.locator('.waiting, #board').first().waitFor();
  return one;
}

const row = (page: Page, seat: number): Locator => page.locator(`.seat-row[data-seat="${seat}"]`);

it('friends by a link: the host arranges, the link is taken back, the match begins', async () => {
  const ann = await person('Ann');
  const link = await host(ann, 'schwarze-dame');
  await picture(ann.page, 'waiting-host');
  expect(link).toMatch(/\/j\/[0-9a-f]{32}$/);
  await ann.page.locator('.qr svg path').waitFor();
  const bo = await guest('Bo', link);
  await expect.poll(() => row(ann.page, 1).innerText()).toContain('Bo');
  await picture(bo.page, 'waiting-guest');
  // Bo moves, Ann swaps, a bot is put and taken off.
  await row(bo.page, 3).locator('[data-do=sit]').click();
  await expect.poll(() => row(ann.page, 3).innerText()).toContain('Bo');
  await row(ann.page, 3).locator('[data-do=swap]').click();
  await row(ann.page, 1).locator('[data-do=swap]').click();
  await expect.poll(() => row(bo.page, 1).innerText()).toContain('Bo');
  await row(ann.page, 2).locator('[data-do=bot]').click();
  await expect.poll(() => row(bo.page, 2).innerText()).toContain('bot');
  await row(ann.page, 2).locator('[data-do=unseat]').click();
  await expect.poll(() => row(bo.page, 2).innerText()).toContain('Empty seat');
  // The table is Bo's for a while.
  await row(ann.page, 1).locator('[data-do=hand_over]').click();
  await bo.page.locator('[data-do=begin]').waitFor();
  expect(await ann.page.locator('[data-do=begin]').count()).toBe(0);
  await row(bo.page, 0).locator('[data-do=hand_over]').click();
  await ann.page.locator('[data-do=end-invite]').click();
  const cy = await person('Cy', new URL(link).pathname);
  await cy.page.locator('.nowhere').waitFor();
  // Bots take what is free.
  await ann.page.locator('[data-do=begin]').click();
  for (const { page } of [ann, bo]) await page.locator('[data-pile=hand] .card').first().waitFor();
  await all([ann, bo, cy]);
});
