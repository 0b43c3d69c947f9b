// After a deal: the chart of the score, the replay, and the export and import of the record, on a desktop and on a
// phone.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkRecord, DESKTOP, startServer, PHONE, type TestServer } from './cardroom';
import { glance, look } from './look';
import { played } from './played';
import { inShort } from './long';

let room: TestServer;
beforeAll(async () => {
  room = await startServer();
});
afterAll(() => room.close());

const fits = async (page: Page): Promise<void> => {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    'nothing sticks out',
  ).toBeLessThanOrEqual(0);
};

const MATCHES: Record<string, Record<string, unknown>> = {
  'schwarze-dame': { options: { deals: 4 }, bots: ['club'] },
  'la-dame-noire': { options: { deals: 1 }, bots: ['club'] },
  kael: { bots: ['club'], races: 'strict' },
  'rouge-et-noir': { deal: 7 },
};

for (const [view, options] of inShort(
  [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const,
  0,
)) {
  const phone = view === 'phone';
  const more = async (page: Page): Promise<void> => {
    if (phone) await page.locator('[data-do=more]').tap();
  };

  it(`a match that goes on: score, lines, and a finished deal watched again, on a ${view}`, async () => {
    const { page, context } = await room.visit('/', options);
    const id = await played(page, { game: 'schwarze-dame', ...MATCHES['schwarze-dame'] }, 3);
    await page.goto(`${room.room.url}/t/${id}`);
    // The sheet after the deal contains the chart, and a link to the replay.
    await page.locator('.sheet .score-chart .series').first().waitFor();
    expect(await page.locator('.sheet .score-chart .series').count()).toBe(4);
    await look(page, 'score-between');
    await page.locator('[data-do=watch]').click();
    await page.locator('.replay-bar').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/t/${id}/replay/3`);
    await page.locator('.table-cards .card').first().waitFor();
    await fits(page);

    // Goes forward step by step: a card leaves the hand, and the text names its player.
    const own = page.locator('[data-pile=hand] .card:not(.leaving)');
    expect(await own.count()).toBe(13);
    for (let i = 0; i < 4; i++) await page.locator('[data-do=next]').click();
    await expect.poll(() => own.count()).toBe(12);
    expect(await page.locator('.replay-said').innerText()).toMatch(/^(Bo|Cleo|Dov|Guest) plays /);
    // Goes to the third trick, and back by one part of the deal.
    await page.locator('[data-do=last]').click();
    await page.locator('[data-do=last]').click();
    expect(await page.locator('.game-deal').first().innerText()).toContain('Trick 3');
    await expect.poll(() => own.count()).toBe(11);
    await page.locator('[data-do=first]').click();
    expect(await page.locator('.game-deal').first().innerText()).toContain('Trick 2');
    await look(page, 'replay');

    // Shows the deal from another seat, and after that with all hands open. Coming events stay hidden.
    await more(page);
    expect(await page.locator('.replay-moves li').count()).toBeGreaterThan(52);
    await page.locator('.replay-around .choice label', { hasText: 'Cleo' }).click();
    await page.locator('.switch-row', { has: page.locator('[data-do=hide]') }).click();
    await expect.poll(() => page.locator('.replay-moves li').count()).toBeLessThan(12);
    expect(await page.locator('.replay-around .score tbody tr').count(), 'this deal has no points yet').toBe(2);
    expect(await page.locator('[data-do=jump] option').count()).toBe(2);
    await page.locator('.switch-row', { has: page.locator('[data-do=open]') }).click();
    await expect.poll(() => page.url()).toMatch(/seat=2&open&at=\d+$/);
    if (phone) {
      await look(page, 'replay-more');
      await page.keyboard.press('Escape');
    }
    await expect
      .poll(() => page.locator('[data-pile^=seat] .card:not(.back):not(.leaving)').count())
      .toBeGreaterThan(30);
    await look(page, 'replay-open');
    await fits(page);

    // The link shows the same position to a stranger.
    const link = page.url();
    const other = await room.visit('/', options);
    await other.page.goto(link);
    await other.page.locator('.replay-bar').waitFor();
    expect(await other.page.locator('.replay-said').innerText()).toBe(await page.locator('.replay-said').innerText());
    // Goes to the end by keyboard, where the points of the deal are shown.
    await other.page.keyboard.press('End');
    await expect
      .poll(async () => Number(await other.page.locator('[data-do=place]').inputValue()))
      .toBe(Number(await other.page.locator('[data-do=place]').getAttribute('max')));
    await other.page.keyboard.press('ArrowLeft');
    await other.page.keyboard.press('Home');
    expect(await other.page.locator('.replay-said').innerText()).toBe('The deal begins.');
    // The deal in play has no replay, and the record has no seed while the match goes on.
    await other.page.goto(`${room.room.url}/t/${id}/replay/4`);
    await other.page.locator('.nowhere h1').waitFor();
    expect(await other.page.locator('.nowhere h1').innerText()).toBe('This deal doesn’t exist, or it isn’t finished.');
    const record = await other.page.evaluate(async (path) => (await fetch(path)).text(), `/api/v1/tables/${id}/record`);
    expect(JSON.parse(record)).toMatchObject({ seed: null, winners: null });
    checkRecord(record, `sealed-${view}`);
    await other.context.close();
    await context.close();
  });

  it(`every game is watched again from its end to its beginning on a ${view}`, async () => {
    const { page, context } = await room.visit('/', options);
    for (const [game, body] of Object.entries(MATCHES)) {
      const id = await played(page, { game, ...body }, 1);
      await page.goto(`${room.room.url}/t/${id}/replay/1`);
      await page.locator('.table-cards .card').first().waitFor();
      const range = page.locator('[data-do=place]');
      const last = Number(await range.getAttribute('max'));
      expect(last, game).toBeGreaterThan(5);
      await page.keyboard.press('End');
      for (let i = 0; i < 12; i++) await page.keyboard.press('PageUp');
      await page.keyboard.press('Home');
      for (let i = 0; i <= last && i < 160; i++) await page.keyboard.press('ArrowRight');
      await expect.poll(async () => Number(await range.inputValue()), { message: game }).toBe(Math.min(last, 160));
      await range.fill(String(Math.floor(last / 2)));
      await expect
        .poll(async () => (await page.locator('.replay-said').innerText()).length, { message: game })
        .toBeGreaterThan(3);
      await fits(page);
      await glance(page, `replay-${game}`);
    }
    await context.close();
  });

  it(`a record goes out, is checked, and comes in again on a ${view}`, async () => {
    const { page, context } = await room.visit('/', options);
    const id = await played(page, { game: 'la-dame-noire', ...MATCHES['la-dame-noire'] }, 9);
    const record = await page.evaluate(async (path) => (await fetch(path)).text(), `/api/v1/tables/${id}/record`);
    checkRecord(record, `export-${view}`);
    await page.goto(`${room.room.url}/`);
    const choose = async (name: string, text: string) => {
      await page
        .locator('[data-do=import]')
        .setInputFiles({ name, mimeType: 'application/x-ndjson', buffer: Buffer.from(text) });
    };
    for (const [name, text, words] of [
      ['holiday.jsonl', 'not a record', /Line 1 is not a match record: a record is a JSON object\.$/],
      ['notepad.jsonl', `\ufeff${record}`, /record: a record begins without a byte order mark: .* one\.$/],
      ['forged.jsonl', record.replace('"points":[', '"points":[9,'), /Line 1, invalid move in deal 1: points/],
    ] as const) {
      await choose(name, text);
      await expect.poll(() => page.locator('.import [role=alert]').innerText()).toMatch(words);
    }
    await page.locator('.import').scrollIntoViewIfNeeded();
    await look(page, 'import-errors');
    await fits(page);
    await choose('two.jsonl', `${record}${record}`);
    await expect.poll(() => page.locator('.import li').count()).toBe(2);
    await choose('match.jsonl', record);
    await page.locator('.replay-bar').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/r\/[a-z2-9]{16}\/1$/);
    await page.locator('[data-do=last]').click();
    await page.locator('.table-cards .card').first().waitFor();
    await context.close();
  });
}
