// A new game can be played on the page although it has no board, words, rules or tile. The two games for tests have
// none of these.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkRecord, DESKTOP, PHONE, startServer, type TestServer } from './cardroom';
import { change } from './change';
import { look } from './look';
import { ending, playToTheEnd, presser, there, type Play } from './plays';

let room: TestServer;
beforeAll(async () => {
  process.env['CARDROOM_TEST_GAMES'] = '1';
  room = await startServer();
});
afterAll(async () => {
  delete process.env['CARDROOM_TEST_GAMES'];
  await room.close();
});

const game = (id: string, options: Record<string, unknown>): Play => ({
  game: id,
  title: id,
  home: 'de',
  options,
  async act(page, press) {
    const move = page.locator('.fallback .button:not([aria-disabled=true])');
    if (!(await there(page.locator('.banner.turn'))) || !(await there(move))) return false;
    await press(move.first());
    return true;
  },
});

for (const [play, options] of [
  [game('pairs', { to: 3 }), DESKTOP],
  [game('stairs', {}), { ...PHONE, locale: 'de' }],
] as const)
  it(`${play.title} is played to the end`, async () => {
    const { page, context } = await room.visit('/', options);
    const press = presser('hasTouch' in options);
    await page.locator(`.tile[data-game=${play.game}] [data-do=play]:not([aria-disabled])`).waitFor();
    const id = await page.evaluate(
      async (wanted) => {
        const answer = await fetch('/api/v1/tables', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(wanted),
        });
        return ((await answer.json()) as { id: string }).id;
      },
      { game: play.game, options: play.options },
    );
    await page.goto(`${room.room.url}/t/${id}`);
    for (let deals = 0; !(await there(page.locator('.sheet-foot .button[data-do=again]'))); deals++) {
      expect(deals).toBeLessThan(20);
      const next = page.locator('.sheet-foot .button[data-do=next]');
      if (await there(next)) await press(next);
      while (await there(next)) await change(page);
      await playToTheEnd(page, play, 'hasTouch' in options, play.game, {});
    }
    await look(page, `${play.game}-end`);
    // The badges and the score sheet name the partners.
    const partners = play.game === 'pairs' ? ['with Cleo', 'with Dov', 'with you', 'with Bo'] : [];
    expect(await page.locator('.fallback .seat-partners').allInnerTexts()).toEqual(partners);
    expect(await page.locator('.sheet .score .seat-partners').allTextContents()).toEqual(partners);
    expect(await there(ending(page))).toBe(true);
    checkRecord(
      await page.evaluate(async (table) => (await fetch(`/api/v1/tables/${table}/record`)).text(), id),
      play.game,
    );
    await context.close();
  });
