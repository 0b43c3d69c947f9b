// Tests of Rouge et Noir. The player sees why a move is impossible, and where a lifted card can go. Also tests of the
// help panel, and of the end of a won deal.

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, startServer, PHONE, picture, type TestServer } from './cardroom';
import { drive, type Driver } from './driver';
import { faults, look } from './look';
import { inShort, itLong } from './long';

const VIEWS = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const;

let room: TestServer;
beforeAll(async () => {
  room = await startServer();
});
afterAll(() => room.close());

const does = (page: Page, what: string) => page.locator(`[data-do="${what}"]`);
const top = (page: Page, pile: string) => page.locator(`[data-pile=${pile}] .card:not(.leaving)`).last();
const note = (page: Page) => page.locator('.rn-note p');
/** Waits until the note gives this reason, with the way to this rule. */
const saysWhy = async (page: Page, words: RegExp, rule: string) => {
  await expect.poll(() => note(page).innerText()).toMatch(words);
  expect(await note(page).locator('[data-rule]').getAttribute('data-rule')).toBe(rule);
};

async function open(page: Page, table: object): Promise<string> {
  await page.locator('.daily-deal').waitFor();
  const { id } = await page.evaluate(async (body) => {
    const answer = await fetch('/api/v1/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json() as Promise<{ id: string }>;
  }, table);
  await page.goto(`${room.room.url}/t/${id}`);
  await page.locator('.table-cards .card').first().waitFor();
  return id;
}

/** Plays hints until the remaining moves are played automatically. */
const nearlyWon = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((done, fail) => {
        const ws = new WebSocket(
          `${location.origin.replace(/^http/, 'ws')}/api/v1/tables/${location.pathname.split('/').at(-1)}/socket`,
        );
        let at = -1;
        let n = 0;
        let last = '';
        const send = (order: object) => {
          last = JSON.stringify(order);
          ws.send(last);
        };
        ws.onmessage = (e) => {
          const message = JSON.parse(String(e.data)) as {
            t: string;
            at: number;
            view: { finishable: boolean };
            action: string | null;
            refusal: { key: string };
          };
          if (message.t === 'frame' && message.view.finishable) {
            ws.close();
            done();
          }
          if (message.t === 'frame' && message.at > at) {
            at = message.at;
            send({ t: 'hint', cmd: `hint-${++n}` });
          }
          if (message.t === 'advice') send({ t: 'act', cmd: `act-${n}`, at, action: message.action });
          // The server refuses actions that come faster than a person's, so the script waits a second.
          if (message.t === 'refused' && message.refusal.key === 'too_fast') setTimeout(() => ws.send(last), 1000);
          else if (message.t === 'refused') fail(new Error(String(e.data)));
        };
      }),
  );

type Move = { from: string | null; to: string | null; foundation: number | null };
const moves = async (driver: Driver): Promise<Move[]> => (await driver.frame()).legal as unknown as Move[];

async function apart(one: Locator, others: Locator): Promise<void> {
  const a = (await one.boundingBox())!;
  for (const other of await others.all()) {
    const b = (await other.boundingBox())!;
    expect(
      a.x + a.width <= b.x + 1 || b.x + b.width <= a.x + 1 || a.y + a.height <= b.y + 1 || b.y + b.height <= a.y + 1,
      JSON.stringify([a, b]),
    ).toBe(true);
  }
}

for (const [view, options] of inShort(VIEWS, 1)) {
  describe(`on a ${view}`, () => {
    it('it says why, with the rule, beside the cards; a lifted card shows where it can go', async () => {
      const { page, context } = await room.visit('/', options);
      const driver = await drive({ page }, await open(page, { game: 'rouge-et-noir', deal: 5 }));
      // The three of clubs in the third column has no legal move. A card that lies below another one cannot be played
      // either.
      const legal = await moves(driver);
      const stuck = ['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8'].find(
        (pile) => !legal.some((l) => l.from === pile),
      )!;
      await top(page, stuck).click();
      await saysWhy(page, /No place for this card now/, 'R5');
      await apart(page.locator('.rn-note'), page.locator('.table-cards .card'));
      expect(await page.locator('.toast').count()).toBe(0);
      await look(page, 'why');
      await page.keyboard.press('Escape');
      await expect.poll(() => note(page).count()).toBe(0);

      // Screen readers do not list foundations and covered cards as buttons, but a tap on them says why they cannot be
      // played.
      await top(page, 'f0').click({ force: true });
      await saysWhy(page, /stays there/, 'R2');
      await driver.act('t1 t4');
      await expect.poll(() => page.locator('[data-pile=t4] .card').count()).toBe(2);
      await expect.poll(() => note(page).count()).toBe(0);
      await page
        .locator('[data-pile=t4] .card')
        .first()
        .click({ position: { x: 12, y: 8 }, force: true });
      await saysWhy(page, /Only the top card/, 'R5');

      // A card of a column cannot move to an empty column, which many players do not expect (R7).
      await page.keyboard.press('Escape');
      const now = await moves(driver);
      const idle = ['t2', 't3', 't5', 't6', 't7', 't8'].find((pile) => !now.some((l) => l.from === pile))!;
      await top(page, idle).click();
      await saysWhy(page, /an empty column takes only/, 'R7');
      await page.keyboard.press('Escape');
      const mover = ['t2', 't3', 't5', 't6', 't7', 't8'].find((pile) => now.some((l) => l.from === pile));
      if (mover) {
        await page.keyboard.press('asdfghjk'[Number(mover[1]) - 1]!);
        await page.locator('.card.onto').first().waitFor();
        const lit = await page
          .locator('.pile:has(.card.onto)')
          .evaluateAll((all) => all.map((el) => (el as HTMLElement).dataset['pile']));
        const goes = now.filter((l) => l.from === mover).map((l) => (l.to === 'f' ? `f${l.foundation}` : l.to));
        expect(lit.sort()).toEqual(goes.sort());
        await picture(page, `lifted-${view}`);
        await page.locator('[data-slot=t1]').click();
        await saysWhy(page, /empty (column|tableau) takes only/, 'R7');
        expect(await page.locator('.card.onto').count()).toBe(0);
      }
      expect(await faults(page)).toEqual([]);
      await context.close();
    });

    it('help is one: the first hint asks and is shown on the board, H is a hint, Esc closes', async () => {
      const { page, context } = await room.visit('/', options);
      await open(page, { game: 'rouge-et-noir', deal: 5 });
      // There is no advice, because help replaces it.
      expect(await does(page, 'advice').count()).toBe(0);
      await does(page, 'help').click();
      await does(page, 'hint-here').waitFor();
      await look(page, 'help');
      await page.locator('#board').focus();
      await page.keyboard.press('Escape');
      await does(page, 'hint-here').waitFor({ state: 'detached' });
      // Before the first hint, the key H only opens a question, because a hint has an effect on the game. Nothing has
      // been counted yet.
      await page.keyboard.press('H');
      await does(page, 'hint-show').waitFor();
      await look(page, 'hint-asks');
      await page.keyboard.press('Escape');
      await does(page, 'hint-show').waitFor({ state: 'detached' });
      expect(await page.locator('.card.hint, .slot.target').count()).toBe(0);
      await page.keyboard.press('H');
      await does(page, 'hint-show').click();
      await page.locator('.card.hint, .slot.target').first().waitFor();
      await expect.poll(() => note(page).innerText()).toMatch(/\w/);
      expect(await page.locator('.toast').count()).toBe(0);
      expect(await page.locator('.sheet').count()).toBe(0);
      await apart(page.locator('.rn-note'), page.locator('.card.hint'));
      await look(page, 'hint');
      await page.keyboard.press('Escape');
      await expect.poll(() => note(page).count()).toBe(0);
      await page.keyboard.press('H');
      await expect.poll(() => note(page).innerText()).toMatch(/\w/);
      // Esc also ends a demonstration, after which the game is in the same position as before.
      await does(page, 'help').click();
      await does(page, 'demo').click();
      await does(page, 'demo-next').click();
      await page.locator('.demo-count', { hasText: '1 of' }).waitFor();
      await page.keyboard.press('Escape');
      await does(page, 'demo-next').waitFor({ state: 'detached' });
      expect(await page.locator('.rn-facts').innerText()).toContain('0 moves');
      await context.close();
    });
  });
}

// A won deal needs a hundred and thirty moves at a person's speed, so short runs win it only on a phone.
for (const [view, options] of inShort(VIEWS, 1)) {
  it(`a win says time, moves, help and streak, and what can be done next, on a ${view}`, async () => {
    const { page, context } = await room.visit('/', options);
    const driver = await drive({ page }, await open(page, { game: 'rouge-et-noir', deal: 5, assist: true }));
    await nearlyWon(page);
    await does(page, 'finish').click();
    await page.locator('.alone-result').waitFor();
    const said = page.locator('.alone-result');
    await expect.poll(() => said.innerText()).toMatch(/streak/i);
    expect(await said.innerText()).toMatch(/Time\s+\d+:\d\d/);
    expect(await said.innerText()).toMatch(/Moves\s+\d{3}/);
    expect(await said.innerText()).toMatch(/Help\s+used/);
    // A reader who prefers no motion sees none.
    expect(await page.locator('.rn-cascade').count()).toBe(0);
    await look(page, 'won');
    // The time that is shown equals the time that the server has stored.
    const frame = await driver.frame();
    const kept = await page.evaluate(
      async () =>
        ((await (await fetch('/api/v1/me/statistics')).json()) as { games: { assisted: { best_ms: number } }[] })
          .games[0]!.assisted.best_ms,
    );
    expect(Math.abs(kept - (frame as unknown as { played_ms: number }).played_ms)).toBeLessThan(1000);
    await does(page, 'same-deal').click();
    await page.waitForURL((url) => !url.pathname.endsWith(frame.table));
    await page.locator('.table-cards .card').first().waitFor();
    expect(await page.locator('.game-deal').first().innerText()).toContain('5');
    await context.close();
  });
}

itLong('with motion the cards fall before the result is shown, and a click shows it at once', async () => {
  const { page, context } = await room.visit('/', { ...DESKTOP, reducedMotion: 'no-preference' });
  await page.addInitScript(() => localStorage.setItem('cardroom.settings', JSON.stringify({ speed: 'fast' })));
  await open(page, { game: 'rouge-et-noir', deal: 5, assist: true });
  await nearlyWon(page);
  await does(page, 'finish').click();
  await page.locator('.rn-cascade').waitFor({ timeout: 120_000 });
  expect(await page.locator('.rn-cascade svg').count()).toBe(40);
  await page.locator('#board').click({ position: { x: 400, y: 600 } });
  await page.locator('.alone-result').waitFor();
  await context.close();
});

it('the panel beside the table is closed at first, unfolds, the cards make room, and that is remembered', async () => {
  // This browser stores settings of its own.
  const context = await room.browser.newContext({ ...DESKTOP, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(room.room.url);
  await open(page, { game: 'rouge-et-noir', deal: 5 });
  const width = async () => (await top(page, 't1').boundingBox())!.width;
  const before = await width();
  // At first there is no panel beside the table, because there is no score.
  expect(await page.locator('aside').count()).toBe(0);
  await does(page, 'fold-side').click();
  await expect.poll(() => page.locator('aside').innerText()).toMatch(/Cards home\s+8 of 104/);
  await expect.poll(width).toBeLessThan(before - 10);
  await page.reload();
  await page.locator('aside').waitFor();
  await does(page, 'fold-side').click();
  await page.locator('aside').waitFor({ state: 'detached' });
  await expect.poll(width).toBe(before);
  await context.close();
});

it('the clock stands still during a demonstration and while the page is hidden, and goes on from there', async () => {
  const { page, context } = await room.visit('/', DESKTOP);
  const id = await open(page, { game: 'rouge-et-noir', deal: 5, assist: true });
  const driver = await drive({ page }, id);
  const played = async () => {
    const { played_ms: ms } = (await driver.frame()) as unknown as { played_ms: number };
    return ms;
  };
  const shown = async () => {
    const [m, s] = (await page.locator('.rn-facts time').innerText()).split(':');
    return Number(m) * 60 + Number(s);
  };
  await expect.poll(shown).toBeGreaterThanOrEqual(2);
  await does(page, 'help').click();
  await does(page, 'demo').click();
  await does(page, 'demo-next').waitFor();
  // The clock is drawn once a second, so it is drawn at most once more before it stops.
  const rest = async (ms: number) => {
    const until = (await page.evaluate(() => performance.now())) + ms;
    await page.waitForFunction((at) => performance.now() > at, until);
  };
  await rest(1200);
  const stood = await shown();
  await does(page, 'demo-next').click();
  await page.locator('.demo-count', { hasText: '1 of' }).waitFor();
  await rest(3500);
  expect(await shown()).toBe(stood);
  const closed = Date.now();
  await does(page, 'demo-close').click();
  await does(page, 'turn').click();
  await expect.poll(async () => (await driver.frame()).view.hand).not.toBeNull();
  // The clock shows only whole seconds, so the comparison allows for fractions.
  expect((await played()) / 1000).toBeLessThan(stood + 1.5 + (Date.now() - closed) / 1000);
  expect(await shown()).toBeGreaterThanOrEqual(stood);
  await context.close();
});
