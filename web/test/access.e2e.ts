// Everybody can play: axe-core finds nothing on any screen in either theme, targets are large enough for a thumb, a deal is
// played by keyboard alone and by typed lines, and what a screen reader is told is what lies there.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, house, PHONE, type House } from './cardroom';
import { look } from './look';
import { played } from './played';

let room: House;
beforeAll(async () => { room = await house(); });
afterAll(() => room.close());

/** Opens a table for the session that the start page has been given. */
async function open(page: Page, body: Record<string, unknown>): Promise<string> {
  await page.locator('.tile [data-do=play]:not([aria-disabled])').first().waitFor();
  return page.evaluate(async (wanted) => {
    const answer = await fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wanted) });
    return ((await answer.json()) as { id: string }).id;
  }, body);
}

/** What a table is opened with where the defaults will not do. */
const BODIES: Record<string, Record<string, unknown>> = { kael: { races: 'strict' }, 'rouge-et-noir': { deal: 5 } };

const FORMS: [string, BrowserContextOptions][] = [['phone', PHONE], ['desktop', DESKTOP]];
for (const [form, options] of FORMS) {
  for (const theme of ['dark', 'light'] as const) {
    describe(`on a ${form}, ${theme}`, () => {
      it('every screen is in reach of everybody', async () => {
        const { page, context } = await room.visit('/', { ...options, colorScheme: theme });
        await page.locator('.tile [data-do=play]:not([aria-disabled])').first().waitFor();
        await look(page, `a-start-${form}-${theme}`);
        await page.locator('.start-head .icon-button').last().click();
        await look(page, `a-settings-${form}-${theme}`);
        await page.keyboard.press('Escape');
        await page.locator('.tile[data-game=kael] [data-do=options]').click();
        await look(page, `a-options-${form}-${theme}`);
        await page.keyboard.press('Escape');
        await page.locator('.tile[data-game=kael] [data-do=friends]').click();
        await look(page, `a-table-for-people-${form}-${theme}`);
        await page.goto(`${room.room.url}/nowhere`);
        await look(page, `a-nowhere-${form}-${theme}`);
        for (const game of room.games) {
          await page.goto(room.room.url);
          await page.goto(`${room.room.url}/t/${await open(page, { game, ...BODIES[game] })}`);
          await page.locator('.table-cards .card, .kl-sizes').first().waitFor();
          await look(page, `a-${game}-${form}-${theme}`);
        }
        for (const tab of ['score', 'log', 'rules', 'settings']) {
          if (form === 'phone' && !(await page.locator('dialog.sheet').count())) await page.locator('.game-tools .narrow').last().click();
          await page.locator(`#tab-${tab}`).click();
          if (tab === 'rules') await page.locator('.rules h1').waitFor();
          await look(page, `a-${tab}-${form}-${theme}`);
        }
        await page.keyboard.press('Escape');
        await page.locator('#board').focus();
        await page.keyboard.press('?');
        await look(page, `a-keys-${form}-${theme}`);
        await page.keyboard.press('Escape');
        await page.locator('#board').focus();
        await page.keyboard.press(':');
        await look(page, `a-line-${form}-${theme}`);
        await lookingBack(page, form, theme);
        await withPeople(page, form, theme);
        await context.close();
      });
    });
  }
}

/** What is left of a deal: the score with its lines, the replay, what is beside it. */
async function lookingBack(page: Page, form: string, theme: 'dark' | 'light'): Promise<void> {
  await page.goto(room.room.url);
  const id = await played(page, { game: 'schwarze-dame', options: { deals: 3 }, bots: ['club'] }, 2);
  await page.goto(`${room.room.url}/t/${id}`);
  await page.locator('.sheet .score-chart').waitFor();
  await look(page, `a-score-chart-${form}-${theme}`);
  await page.goto(`${room.room.url}/t/${id}/replay/1?at=6`);
  await page.locator('[data-pile=hand] .card').first().waitFor();
  await look(page, `a-replay-${form}-${theme}`);
  if (form === 'phone') { await page.locator('[data-do=more]').click(); await look(page, `a-replay-more-${form}-${theme}`); }
}

/** The screens where people meet: waiting room, invitation, lobby, the table with its people. */
async function withPeople(page: Page, form: string, theme: 'dark' | 'light'): Promise<void> {
  await page.goto(room.room.url);
  const id = await open(page, { game: 'schwarze-dame', open: 'public', clock: 'relaxed', chat: 'free' });
  await page.goto(`${room.room.url}/t/${id}`);
  const link = await page.locator('#invite-link').inputValue();
  await look(page, `a-waiting-${form}-${theme}`);
  const friend = await room.visit(new URL(link).pathname, { ...(form === 'phone' ? PHONE : DESKTOP), colorScheme: theme });
  await friend.page.locator('.invitation h1').waitFor();
  await look(friend.page, `a-invitation-${form}-${theme}`);
  await friend.page.goto(`${room.room.url}/lobby`);
  await friend.page.locator('.lobby-row').first().waitFor();
  await look(friend.page, `a-lobby-${form}-${theme}`);
  await friend.page.locator(`.lobby-row[data-table="${id}"] [data-do=join]`).click();
  await friend.page.locator('.waiting').waitFor();
  await page.locator('[data-do=begin]').click();
  await friend.page.locator('[data-pile=hand] .card').first().waitFor();
  await friend.page.locator('[data-do=people]').click();
  await friend.page.locator('[data-phrase=hello]').click();
  await look(friend.page, `a-people-${form}-${theme}`);
  await page.locator('[data-pile=hand] .card').first().waitFor();
  await look(page, `a-bubble-${form}-${theme}`);
  await friend.context.close();
  await page.locator('.seat-chip.away').waitFor();
  await look(page, `a-away-${form}-${theme}`);
}

it('a deal of Schwarze Dame by keyboard alone', async () => {
  const { page, context } = await room.visit('/');
  const id = await open(page, { game: 'schwarze-dame', options: { deals: 1 } });
  await page.goto(`${room.room.url}/t/${id}`);
  await page.locator('[data-pile=hand] .card').first().waitFor();
  const over = page.locator('.sheet [data-do=again]');
  for (const limit = Date.now() + 200_000; !(await over.count());) {
    expect(Date.now()).toBeLessThan(limit);
    const can = page.locator('[data-pile=hand] .card.tap:not(.barred):not(.leaving)');
    if (await page.locator('.banner.turn').count() && await can.count()) {
      // The last press may be played only now: then there is no such card any more.
      const face = await can.first().locator('use').getAttribute('href', { timeout: 1000 }).catch(() => null);
      const rank = face?.slice('#card-'.length)[0];
      if (rank) {
        await page.keyboard.press(rank === 'T' ? '0' : rank.toLowerCase());
        await page.keyboard.press('Enter');
      }
    }
    await page.waitForTimeout(60);
  }
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  await context.close();
});

it('typed lines play in the language of the page, and a screen reader hears it', async () => {
  const { page, context } = await room.visit('/', { ...DESKTOP, locale: 'fr' });
  const id = await open(page, { game: 'schwarze-dame', options: { deals: 1 } });
  await page.goto(`${room.room.url}/t/${id}`);
  await page.locator('.banner.turn').waitFor({ timeout: 60_000 });
  const card = page.locator('[data-pile=hand] .card.tap:not(.barred)').first();
  const name = (await card.getAttribute('aria-label'))!;
  expect(name).toMatch(/ de (trèfle|carreau|cœur|pique)/);
  await expect.poll(() => page.locator('.game > [role=alert]').innerText()).not.toBe('');
  const before = await page.locator('[data-pile=hand] .card:not(.leaving)').count();
  await page.locator('#board').focus();
  await page.keyboard.press(':');
  await page.locator('#line').fill('valet de rien');
  await page.keyboard.press('Enter');
  await page.locator('.line [role=status]', { hasText: 'Aucun coup' }).waitFor();
  await page.locator('#line').fill(name);
  await page.keyboard.press('Enter');
  await page.waitForFunction((n) => document.querySelectorAll('[data-pile=hand] .card:not(.leaving)').length < n, before);
  await page.waitForFunction(() => /Vous|jou|entam/.test(document.querySelector('.game > [role=status]')?.textContent ?? ''));
  await page.keyboard.press('Escape');
  // The hand, as a reader of the page hears it: a group with a name and a count, cards by name.
  const tree = await page.locator('[data-pile=hand]').ariaSnapshot();
  expect(tree).toMatch(/group "Votre main, \d+ cartes?"/);
  expect(tree).toMatch(/button ".+ de (trèfle|carreau|cœur|pique)/);
  await context.close();
});

it('the shell opens without a network and says so', async () => {
  const { page, context } = await room.visit('/');
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await context.setOffline(true);
  await page.reload();
  await page.locator('.notice[role=alert]').waitFor();
  expect(await page.locator('.notice').innerText()).toContain('offline');
  await context.setOffline(false);
  await page.locator('.tile [data-do=play]:not([aria-disabled])').first().waitFor();
  expect((await page.request.get(`${room.room.url}/manifest.webmanifest`)).headers()['content-type']).toContain('manifest+json');
  await context.close();
});
