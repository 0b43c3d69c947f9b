// Several people at one table, each with a browser of their own, on a real server.

import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { DESKTOP, startServer, type TestServer } from './cardroom';
import { drive, hurry, type Driver } from './driver';
import { playOf, there } from './plays';
import { LONG } from './long';

/** The server of this file's tests. */
export let room: TestServer;

/** Starts the server and the browser for the tests of a file. `more` are additional options of the server. */
export function meet(...more: string[]): void {
  beforeAll(async () => {
    // In long runs the bots act at their natural speed. In short runs they act immediately.
    room = await startServer(...(LONG ? ['natural'] : ['--bot-delay-ms', '0']), ...more);
  });
  afterAll(() => room.close());
}

export interface Person {
  name: string;
  page: Page;
  context: BrowserContext;
}

export async function person(
  name: string,
  path = '/',
  options: BrowserContextOptions = DESKTOP,
  over?: string,
): Promise<Person> {
  return { name, ...(await room.visit(path, options, over)) };
}
export const all = (people: readonly Person[]) => Promise.all(people.map(({ context }) => context.close()));

/** Opens a table for people with the form of the start page. After that the host is in the waiting room. */
export async function host(
  one: Person,
  game: string,
  choose: (page: Page) => Promise<void> = async () => {},
): Promise<string> {
  const { page } = one;
  await page.locator(`.tile[data-game=${game}] [data-do=friends]:not([aria-disabled])`).click();
  await page.locator('dialog input[autocomplete=nickname]').fill(one.name);
  await choose(page);
  await page.locator('[data-do=open-table]').click();
  await page.locator('.waiting').waitFor();
  return page.locator('#invite-link').inputValue();
}

/** Opens a link and takes a seat. */
export async function guest(
  name: string,
  link: string,
  options: BrowserContextOptions = DESKTOP,
  over?: string,
): Promise<Person> {
  const one = await person(name, new URL(link).pathname, options, over);
  await one.page.locator('.invitation input').fill(name);
  await one.page.locator('.invitation [data-do=sit]').click();
  await one.page.locator('.waiting, #board').first().waitFor();
  return one;
}

export const row = (page: Page, seat: number): Locator => page.locator(`.seat-row[data-seat="${seat}"]`);

/** Opens a table with the same request as the form. After that the host is in the waiting room. Returns the id of the
 * table and its link. */
export async function table(one: Person, wanted: Record<string, unknown>): Promise<{ id: string; link: string }> {
  const id = await one.page.evaluate(
    async ([name, body]) => {
      const post = (path: string, what: unknown) =>
        fetch(`/api/v1/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(what),
        });
      await post('me', { name });
      return ((await (await post('tables', body)).json()) as { id: string }).id;
    },
    [one.name, { open: 'friends', ...wanted }] as const,
  );
  await one.page.goto(`${room.room.url}/t/${id}`);
  return { id, link: wanted['open'] === 'alone' ? '' : await one.page.locator('#invite-link').inputValue() };
}
/** Makes a move in Schwarze Dame if one is possible now. A button can disappear before it is pressed, so the callers
 * try again. */
export async function tryToPlay(page: Page): Promise<void> {
  const press = async (what: Locator) => {
    await what.click({ timeout: 3000 });
  };
  await playOf('schwarze-dame')
    .act(page, press)
    .catch(() => {});
}

export const begin = async ({ page }: Person) => {
  await page.locator('[data-do=begin]').click();
};

/** Plays to the end over second connections, because the play itself is not the subject of the test. */
export async function hurryOn(people: readonly Person[], id: string, end: string): Promise<void> {
  const drivers: Driver[] = [];
  for (const one of people) drivers.push(await drive(one, id));
  while (!(await there(people[0]!.page.locator(end)))) await hurry(...drivers);
  for (const { page } of people) await page.locator(end).waitFor();
}
