// Tests of the first minute of a new player, of the start page of a player who comes back, and of the events at their
// tables in the meantime.

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PHONE } from './cardroom';
import { look } from './look';
import { all, begin, guest, host, meet, person, room, row, table } from './people';

meet();

const post = (page: Page, path: string, body: unknown) =>
  page.evaluate(
    async ([to, what]) => {
      const answer = await fetch(`/api/v1/${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(what),
      });
      return [answer.status, (await answer.json()) as { id: string }] as const;
    },
    [path, body] as const,
  );
/** The descriptions on the tiles, in their order on the start page. */
const TILES = Object.values(
  import.meta.glob<string>('../../games/*/web/tile.tsx', { eager: true, query: '?raw', import: 'default' }),
)
  .map((text) => {
    const said = (pattern: RegExp) => pattern.exec(text)?.[1];
    const [, key, value] = /\bfirst: \{ (\w+): '?(\w+)'? \}/.exec(text) ?? [];
    return {
      game: said(/\bid: '([\w-]+)'/)!,
      order: Number(said(/\border: (\d+)/)),
      most: Number(said(/\bplayers: \{.*max: (\d+)/)),
      first: key ? { [key]: Number(value) || value } : null,
    };
  })
  .sort((one, other) => one.order - other.order);
const ready = (page: Page) => page.locator('.tile [data-do=play]:not([aria-disabled])').first().waitFor();
const LANDSCAPE = { ...PHONE, viewport: { width: 740, height: 360 } };

/** Returns true if an element is visible without scrolling. */
const inFirstScreen = async (page: Page, what: string): Promise<boolean> => {
  const box = await page.locator(what).first().boundingBox();
  return box !== null && box.y + box.height <= page.viewportSize()!.height;
};

it('somebody who is new has one thing to press, in the first screen; it leads to a lesson', async () => {
  for (const size of [PHONE, LANDSCAPE, { ...PHONE, viewport: { width: 768, height: 1024 } }]) {
    const { page, context } = await person('Ann', '/', size);
    await ready(page);
    await page.locator('.daily-cards svg').first().waitFor();
    expect(await page.locator('.button.primary').count()).toBe(1);
    expect(await inFirstScreen(page, '.button.primary')).toBe(true);
    // Only few words precede the button.
    const above = await page.evaluate(() => {
      const end = document.querySelector('.button.primary')!;
      const texts = document.createTreeWalker(document.querySelector('.start')!, NodeFilter.SHOW_TEXT);
      let words = '';
      for (let at = texts.nextNode(); at && !end.contains(at); at = texts.nextNode()) words += ` ${at.textContent}`;
      return words.trim().split(/\s+/).length;
    });
    expect(above).toBeLessThanOrEqual(40);
    if (size === PHONE) await look(page, 'start-new');
    await page.locator('.button.primary').click();
    await page.locator('.lesson-panel').waitFor();
    await context.close();
  }
});

it('a short first match is against weak bots, and is not what is played from then on', async () => {
  const { page, context } = await person('Ann');
  await ready(page);
  const levels = () =>
    page
      .locator('.tile:has(.tile-level)')
      .evaluateAll((all) =>
        Object.fromEntries(all.map((el) => [(el as HTMLElement).dataset['game'], el.querySelector('select')!.value])),
      );
  const first = await levels();
  expect(Object.keys(first).length).toBeGreaterThan(3);
  expect(new Set(Object.values(first))).toEqual(new Set(['beginner']));
  await page.locator('[data-do=first-match]').click();
  await page.locator('.table-cards .card').first().waitFor();
  await page.locator('.game-deal', { hasText: 'Bot: Beginner' }).waitFor();
  await page.goto(room.room.url);
  // The page no longer treats the player as new. Only the button of the running game is emphasised, and the game is not
  // said to wait for others.
  await page.locator('.open-games .button.primary', { hasText: 'Continue' }).waitFor();
  expect(await page.locator('.start-here').count()).toBe(0);
  expect(await page.locator('.button.primary').count()).toBe(1);
  expect(await page.locator('.open-games').innerText()).not.toContain('waiting for others');
  // Only a game that has not been played is begun against weak bots.
  await ready(page);
  expect(await levels()).toEqual({ ...first, kael: 'club' });
  await page.locator('.tile[data-game=kael] [data-do=play]').click();
  await page.locator('.game-deal', { hasText: 'Bot: Intermediate' }).waitFor();
  await context.close();
});

it('the server takes the short first match of every game', async () => {
  const { page, context } = await person('Ann');
  const firsts = TILES.filter(({ first }) => first).map(({ game, first }) => ({
    game,
    options: first,
    bots: ['beginner'],
  }));
  expect(firsts.length).toBeGreaterThan(3);
  for (const first of firsts) expect([first, (await post(page, 'tables', first))[0]]).toEqual([first, 201]);
  await context.close();
});

it('the level of the bots is chosen where one plays, is remembered, and stands at the table', async () => {
  const { page, context } = await person('Ann');
  const tile = page.locator('.tile[data-game=schwarze-dame]');
  await tile.locator('[data-do=level]').selectOption('expert');
  await tile.locator('[data-do=play]:not([aria-disabled])').click();
  await page.locator('.game-deal', { hasText: 'Bot: Expert' }).waitFor();
  await page.goto(room.room.url);
  await ready(page);
  expect(await tile.locator('[data-do=level]').inputValue()).toBe('expert');
  await context.close();
});

it('all tiles have one baseline, in the order in which they are learnt', async () => {
  const { page, context } = await person('Ann', '/', { viewport: { width: 1920, height: 1080 } });
  await ready(page);
  for (const what of ['.tile-facts', '[data-do=play]', '[data-do=options]', '.tile-learn']) {
    const tops = await page
      .locator(`.tile ${what}`)
      .evaluateAll((found) => found.map((el) => el.getBoundingClientRect().top));
    expect([what, tops.length, Math.max(...tops) - Math.min(...tops) < 1, tops]).toEqual([
      what,
      TILES.length,
      true,
      tops,
    ]);
  }
  expect(
    await page.locator('.tile').evaluateAll((found) => found.map((el) => (el as HTMLElement).dataset['game'])),
  ).toEqual(TILES.map(({ game }) => game));
  await context.close();
});

it('the page looks by itself whose turn it is, and its title counts the tables that wait', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, { game: 'schwarze-dame' });
  const bo = await guest('Bo', link);
  // Bo's second tab shows the start page. This test controls its clock.
  const start = await bo.context.newPage();
  await start.clock.install();
  await start.goto(room.room.url);
  await start.locator('.open-games', { hasText: 'waiting for players' }).waitFor();
  expect(await start.title()).toBe('Cardroom');
  await begin(ann);
  await ann.page.locator('[data-pile=hand] .card').first().waitFor();
  // It is somebody's turn: if it is Ann's, she plays until it is Bo's.
  const awaited = async () =>
    (await post(bo.page, 'me', { name: 'Bo' }))[1] as unknown as { tables: { your_turn: boolean }[] };
  await expect
    .poll(async () => {
      if (await ann.page.locator('.banner.turn').count())
        await ann.page
          .locator('[data-pile=hand] .card.tap:not(.barred)')
          .first()
          .click({ position: { x: 8, y: 40 }, timeout: 2000 })
          .catch(() => {});
      return (await awaited()).tables[0]!.your_turn;
    })
    .toBe(true);
  await start.clock.runFor(15_000);
  await start.locator('.open-games li.waits', { hasText: 'your turn' }).waitFor();
  await expect.poll(() => start.title()).toBe('(1) Cardroom');
  expect(id).not.toBe('');
  await all([ann, bo]);
});

it('a finished match says whether it was won, by whom the points are, and when it ended', async () => {
  const { page, context } = await person('Ann', '/', PHONE);
  await page.route('**/api/v1/me', async (asked) => {
    const answer = await asked.fetch();
    const me = (await answer.json()) as { tables: unknown[] };
    const seat = (name: string, bot: string | null) => ({ name, bot });
    me.tables.push({
      id: 'old',
      game: 'hearts',
      seats: [seat('Ann', null), seat('Bo', 'club'), seat('Cleo', 'club'), seat('Dov', 'club')],
      seat: 0,
      stage: 'over',
      over: true,
      your_turn: false,
      your_next: false,
      totals: [20, 104, 50, 30],
      created: new Date(Date.now() - 40 * 60_000).toISOString(),
      ended: new Date(Date.now() - 5 * 60_000).toISOString(),
    });
    await asked.fulfill({ json: me });
  });
  await page.reload();
  const line = page.locator('.table-lines a', { hasText: 'Won' });
  await line.waitFor();
  const words = (await line.innerText()).replace(/\s+/g, ' ');
  expect(words).toContain('You 20 Bo 104 Cleo 50 Dov 30');
  expect(words).toContain('5 minutes ago');
  // The button of the last game that was played is emphasised.
  expect(await page.locator('.tile:has(.button.primary)').getAttribute('data-game')).toBe('hearts');
  await context.close();
});

it('a table for friends begins with a name and the number of players; the rest is folded, with its words', async () => {
  const ann = await person('Ann', '/', PHONE);
  const { page } = ann;
  await page.locator('.tile[data-game=kael] [data-do=friends]:not([aria-disabled])').click();
  const shown = () => page.locator('dialog :is(input, select):visible').count();
  await page.locator('dialog summary').last().waitFor();
  // The form shows the name, and seven numbers of players.
  expect(await shown()).toBe(8);
  expect(await page.locator('dialog summary').allInnerTexts()).toEqual([
    'Table: Friends, by invite link · No clock',
    'House rules: standard',
  ]);
  await look(page, 'table-folded');
  // The page says when a name is too long.
  await page.locator('dialog input[autocomplete=nickname]').fill('Maximiliane-Friederike von');
  await page.locator('dialog .field-wrong', { hasText: '1 to 24 characters' }).waitFor();
  expect(await page.locator('dialog input[autocomplete=nickname]').inputValue()).toBe('Maximiliane-Friederike von');
  await page.locator('dialog input[autocomplete=nickname]').fill('Ann');
  expect(await page.locator('dialog .field-wrong').count()).toBe(0);
  await page.locator('dialog summary', { hasText: 'House rules' }).click();
  await page.locator('dialog label', { hasText: 'Calling with −1' }).locator('input').check();
  expect(await page.locator('dialog summary').last().innerText()).toBe('House rules: 1 change');
  await page.locator('[data-do=open-table]').click();
  await page.locator('.waiting', { hasText: 'House rules: 1 change' }).waitFor();
  await ann.context.close();
});

it('in the waiting room the link comes first, signs have words on a phone, and who joins is said', async () => {
  const ann = await person('Ann', '/', PHONE);
  const { page } = ann;
  const link = await host(ann, 'kael');
  // As long as there is no link, no message says that there is none.
  expect(await page.locator('.waiting-body h2').first().innerText()).toBe('Invite friends');
  expect(await inFirstScreen(page, '#invite-link')).toBe(true);
  expect(await page.locator('.waiting .button.primary').allInnerTexts()).toEqual(['Copy']);
  for (const button of await page.locator('.seat-row .icon-button').all())
    expect(await button.locator('.icon-words').isVisible()).toBe(true);
  await look(page, 'waiting-alone');
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  const bo = await guest('Bo', link);
  await expect.poll(() => page.title()).toBe('● Bo has joined');
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(await page.title()).toBe('Kaël');
  // With a second player the match can begin.
  await row(page, 1).locator('strong', { hasText: 'Bo' }).waitFor();
  expect(await page.locator('.waiting .button.primary').allInnerTexts()).toEqual(['Start']);
  await bo.page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await begin(ann);
  await expect.poll(() => bo.page.title()).toMatch(/^●/);
  await all([ann, bo]);
});

it('no link is spoken of before the first has come', async () => {
  const ann = await person('Ann');
  let known = () => {};
  const answer = new Promise<void>((done) => {
    known = done;
  });
  await ann.page.route('**/api/v1/tables/*/invite', async (asked) => {
    await answer;
    await asked.fallback();
  });
  const [, { id }] = await post(ann.page, 'tables', { game: 'kael', open: 'friends' });
  await ann.page.goto(`${room.room.url}/t/${id}`);
  await ann.page.locator('.invite.making').waitFor();
  expect(await ann.page.locator('[data-do=invite]').count()).toBe(0);
  known();
  await ann.page.locator('#invite-link').waitFor();
  await ann.context.close();
});

it('the deck of four colours is chosen for all games with several players', async () => {
  const { page, context } = await person('Ann');
  await ready(page);
  await page.locator('.start-head .icon-button').click();
  await page.locator('dialog label', { hasText: 'Four-colour deck' }).locator('input').check();
  const saved = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('cardroom.settings')!) as { fourColours: object }).fourColours,
  );
  expect(saved).toEqual(Object.fromEntries(TILES.filter(({ most }) => most > 1).map(({ game }) => [game, true])));
  await context.close();
});

it('a new browser is not told that somebody’s results on it are lost; one that somebody has used is', async () => {
  const ann = await person('Ann');
  await ready(ann.page);
  const link = async () =>
    new URL(((await post(ann.page, 'me/device', undefined))[1] as unknown as { url: string }).url).pathname;
  const lost = (page: Page) => page.locator('.invitation', { hasText: 'lost' }).count();
  const fresh = await person('', await link());
  await fresh.page.locator('[data-do=device-take]').waitFor();
  expect(await lost(fresh.page)).toBe(0);
  const bo = await person('Bo');
  await ready(bo.page);
  await post(bo.page, 'me', { name: 'Bo' });
  await bo.page.goto(room.room.url + (await link()));
  await expect.poll(() => lost(bo.page)).toBe(1);
  await all([ann, fresh, bo]);
});

it('who comes by the link of a table is told the way back to a seat; it stands among the players', async () => {
  const ann = await person('Ann');
  const { link } = await table(ann, { game: 'kael', seats: 2 });
  const again = await person('', new URL(link).pathname);
  const known = again.page.locator('.invitation details', { hasText: 'Already at this table?' });
  await known.waitFor();
  expect(await known.getAttribute('open'), 'a free seat comes first').toBeNull();
  const leadsToSeat = async (page: Page) =>
    expect(await page.locator('#device-link').inputValue()).toMatch(/\/d\/[0-9a-f]{32}$/);
  await ann.page.locator('.waiting [data-do=device]').click();
  await leadsToSeat(ann.page);
  await ann.page.locator('[data-do=device-close]').click();
  const bo = await guest('Bo', link);
  await again.page.reload();
  await again.page.locator('.invitation details[open]', { hasText: 'Press “Continue on another device”' }).waitFor();
  await begin(ann);
  await bo.page.locator('#tab-people').click();
  await bo.page.locator('.people [data-do=device]').click();
  await leadsToSeat(bo.page);
  await all([ann, bo, again]);
});
