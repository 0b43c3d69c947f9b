// A person plays a whole deal of each game with clicks, on a desktop and on a phone, with a real server. The score on
// the page must be the score of the record, and the record must be correct.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkRecord, DESKTOP, startServer, PHONE, type TestServer } from './cardroom';
import { drive } from './driver';
import { glance, look } from './look';
import { ending, PLAYS, playToTheEnd, presser, there, type Play } from './plays';
import { LONG } from './long';

let room: TestServer;
beforeAll(async () => {
  room = await startServer();
});
afterAll(() => room.close());

// The tests on desktops use English, those on phones the home language of each game.
it('every game is played here', () => expect(PLAYS.map((play) => play.game).sort()).toEqual([...room.games].sort()));
for (const [n, play] of PLAYS.entries()) {
  if (LONG || n % 2 === 0) it(`a deal of ${play.title} on a desktop`, () => deal(play, 'desktop', DESKTOP));
  if (LONG || (n % 2 === 1 && play.game !== 'rouge-et-noir'))
    it(`a deal of ${play.title} on a phone, in ${play.home}`, () =>
      deal(play, 'phone', { ...PHONE, locale: play.home }));
}

async function deal(play: Play, view: string, options: typeof DESKTOP): Promise<void> {
  const { page, context } = await room.visit('/', options);
  const press = presser(options.hasTouch ?? false);
  await page.locator(`.tile[data-game=${play.game}] [data-do=play]:not([aria-disabled])`).waitFor();
  // The table has a short match, and is opened with the same request as the form.
  const table = (await page.evaluate(
    async (body) => {
      const answer = await fetch('/api/v1/tables', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return answer.json();
    },
    {
      game: play.game,
      options: play.options,
      ...(play.game === 'rouge-et-noir' ? { deal: 5 } : {}),
      ...(play.game === 'kael' ? { races: 'strict' } : {}),
    },
  )) as { id: string };
  await page.goto(`${room.room.url}/t/${table.id}`);
  await page.locator('.table-cards .card').first().waitFor();

  expect(await page.evaluate(() => document.documentElement.lang)).toBe(options.locale ?? 'en');
  // Nothing may be wider than the window, because a phone would shrink the whole page.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport!.width);

  const sights = new Map(Object.entries(play.sights ?? {}));
  const acts = await playToTheEnd(page, play, options.hasTouch ?? false, view, {
    async sees() {
      for (const [name, what] of sights)
        if (await there(page.locator(what))) {
          sights.delete(name);
          await look(page, `${play.game}-${name}`);
          break;
        }
    },
    async acted(acts) {
      if (acts === 4) await glance(page, `${play.game}-in-play`);
    },
  });
  await look(page, `${play.game}-end`);
  // While the player looks at the table, the button that leads back to the score covers no card.
  await press(page.locator('.sheet-head .icon-button'));
  const back = page.locator('[data-do=show-score]');
  await back.waitFor();
  await glance(page, `${play.game}-looked`);
  expect(
    await back.evaluate((button) => {
      const at = button.getBoundingClientRect();
      return [...document.querySelectorAll('.table-cards .card')]
        .map((card) => card.getBoundingClientRect())
        .filter((card) => card.left < at.right && at.left < card.right && card.top < at.bottom && at.top < card.bottom)
        .length;
    }),
  ).toBe(0);
  await press(back);
  await ending(page).first().waitFor();
  expect(acts).toBeGreaterThan(3);

  const record = await page.evaluate(async (id) => (await fetch(`/api/v1/tables/${id}/record`)).text(), table.id);
  checkRecord(record, `${play.game}-${view}`);
  const deals = (JSON.parse(record) as { deals: { points?: number[]; totals?: number[] }[] }).deals;
  const finished = deals.filter((d) => d.totals).at(-1)!;
  if (finished.totals!.length > 1) {
    const shown = await page.locator('.sheet table.score').last().locator('tfoot td').allTextContents();
    expect(shown.map((n) => Number(n.replace('−', '-').replace('+', '')))).toEqual(finished.totals);
  } else {
    expect(finished.points![0]).toBeGreaterThanOrEqual(8);
    expect(await page.locator('.rn-facts').innerText()).toMatch(new RegExp(`^${finished.points![0]}\\D+104\\D`));
  }
  await context.close();
}

it('Rouge et Noir: moves and undo outlive a reload, a cut line, a silent line and a killed server', async () => {
  const path = await room.path();
  const { page, context } = await room.visit('/', DESKTOP, path.url);
  const id = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"game":"rouge-et-noir","deal":5}',
    });
    return ((await answer.json()) as { id: string }).id;
  });
  await page.clock.install();
  await page.goto(`${path.url}/t/${id}`);
  const faces = page.locator('.table-cards .card:not(.leaving) use');
  await faces.first().waitFor();
  // Returns the state of the game on the server, and the state that the page shows.
  const stands = async () => {
    const { view, legal, undo, redo } = await (await drive({ page }, id)).frame();
    return {
      view,
      legal,
      undo,
      redo,
      facts: await page.locator('.rn-facts > :not(time)').allInnerTexts(),
      cards: await page
        .locator('.table-cards .card:not(.leaving)')
        .evaluateAll((all) =>
          all
            .map(
              (card) =>
                `${card.closest('[data-pile]')!.getAttribute('data-pile')} ` +
                `${card.querySelector('use')!.getAttribute('href')}`,
            )
            .sort(),
        ),
      back: await page.locator('[aria-keyshortcuts=u]').isEnabled(),
      again: await page.locator('[aria-keyshortcuts=U]').isEnabled(),
    };
  };
  const done = (n: number) => expect.poll(async () => (await stands()).undo).toBe(n);
  const lost = page.locator('.lost');
  const blows = {
    'a reload': async () => {
      await page.reload();
      await faces.first().waitFor();
    },
    'a cut line': async () => {
      path.cut();
      await lost.waitFor();
      path.mend();
      await lost.waitFor({ state: 'detached' });
    },
    'a killed server': async () => {
      await room.restart();
      await lost.waitFor({ state: 'detached' });
    },
  };
  let made = 0;
  for (const [name, blow] of Object.entries(blows)) {
    for (const move of ['turn', 'discard', 'turn']) {
      await page.locator(`.button[data-do=${move}]`).click();
      await done(++made);
    }
    await page.keyboard.press('u');
    await done(--made);
    const before = await stands();
    expect(before).toMatchObject({ undo: made, redo: 1, back: true, again: true });
    await blow();
    await expect.poll(stands, { message: name }).toEqual(before);
  }
  // An undo that is sent over a silent connection is sent again over the next connection, and is done only once.
  const before = await stands();
  path.silence();
  await page.keyboard.press('u');
  await page.clock.fastForward(5_500);
  await page.clock.fastForward(5_500);
  await lost.waitFor();
  path.mend();
  await lost.waitFor({ state: 'detached' });
  await done(made - 1);
  await page.keyboard.press('U');
  await expect.poll(stands).toEqual(before);
  await context.close();
}, 120_000);
