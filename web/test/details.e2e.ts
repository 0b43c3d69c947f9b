// Details at the table: cards that cannot be played, cards that move to the foundations automatically, the search for a
// card, and a link to a deal.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, startServer, PHONE, picture, type TestServer } from './cardroom';
import { drive, hurry } from './driver';
import { faults, look } from './look';
import { inShort } from './long';

let room: TestServer;
beforeAll(async () => {
  room = await startServer();
});
afterAll(() => room.close());

const open = async (
  page: Awaited<ReturnType<TestServer['visit']>>['page'],
  body: Record<string, unknown>,
): Promise<string> => {
  const id = await page.evaluate(async (wanted) => {
    const answer = await fetch('/api/v1/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    });
    return ((await answer.json()) as { id: string }).id;
  }, body);
  await page.goto(`${room.room.url}/t/${id}`);
  await page.locator('.table-cards .card').first().waitFor();
  return id;
};

it('Schwarze Dame: the cards that are gone are those that were played', async () => {
  const one = await room.visit('/', PHONE);
  const { page } = one;
  const driver = await drive(one, await open(page, { game: 'schwarze-dame', options: { deals: 1 } }));
  while ((await driver.frame()).view.takers.length < 3) await hurry(driver);
  await page.locator('[data-do=last-trick]').click();
  await page.locator('.gone').waitFor();
  const letters = (await page.locator('.gone b').allInnerTexts()).length;
  const played = (await driver.frame()).view.tricks.flatMap((trick: { cards: string[] }) => trick.cards);
  expect(letters).toBe(played.length);
  await look(page, 'schwarze-dame-gone');
  await one.context.close();
});

it('Rouge et Noir: cards go home by themselves where that is wanted, and one taken back stays', async () => {
  const one = await room.visit('/', DESKTOP);
  const { page, context } = one;
  const driver = await drive(one, await open(page, { game: 'rouge-et-noir', deal: 5 }));
  await page.locator('#tab-settings').click();
  await page.getByRole('combobox', { name: 'Move cards to the foundations' }).selectOption('always');
  const points = async (): Promise<number> => (await driver.frame()).view.points;
  const homes = async () =>
    (await driver.frame()).legal.filter((legal) => (legal as { to?: string }).to === 'f').length;
  const before = await points();
  for (let i = 0; i < 120; i++) {
    // Waits until the page has moved all possible cards to the foundations. The test itself moves no card to the
    // foundations. So if the points have risen, the last action was a move of the page.
    await expect.poll(homes).toBe(0);
    if ((await points()) > before) break;
    // If this action is refused, the page has acted before the test. The loop then reads the state again.
    await driver.act((await driver.frame()).view.hand ? 'hand discard' : 'turn');
  }
  const after = await points();
  expect(after).toBeGreaterThan(before);
  await page.keyboard.press('u');
  await expect.poll(async () => (await driver.frame()).redo).toBe(1);
  // After an undo only the player may move the card back to the foundation. Two successive requests give the page
  // enough time for a wrong move.
  await page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await fetch('/api/v1/me');
  });
  expect(await homes()).toBeGreaterThan(0);
  expect(await points()).toBe(after - 1);
  // The card also stays if its player makes another move.
  const back = async () =>
    (await driver.frame()).legal.flatMap((legal) => {
      const { to, card } = legal as { to?: string; card?: string };
      return to === 'f' ? [card] : [];
    });
  const [kept] = await back();
  const { stock } = (await driver.frame()).view;
  await page.locator('[data-do=turn]').click();
  await expect.poll(async () => (await driver.frame()).view.stock).toBe(stock - 1);
  await page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await fetch('/api/v1/me');
  });
  expect(await back()).toEqual([kept]);
  expect(await points()).toBe(after - 1);
  await context.close();
});

for (const [view, options] of inShort(
  [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const,
  0,
)) {
  it(`Rouge et Noir on a ${view}: a card is found by keys alone, and both copies are marked until a move`, async () => {
    const { page, context } = await room.visit('/', options);
    await open(page, { game: 'rouge-et-noir', deal: 5 });
    const marks = page.locator('.rn-mark');
    const said = page.locator('.rn-note [role=status] > [aria-hidden]');
    const focus = () =>
      page.evaluate(
        () =>
          document.activeElement!.getAttribute('aria-label') ??
          document.activeElement!.querySelector('.visually-hidden')?.textContent,
      );
    // Keys move a black four onto the red five in the fourth column.
    await page.keyboard.press('a');
    await page.keyboard.press('f');
    const five = page.locator('[data-pile=t4] .card[aria-label^="5 of hearts"]');
    await page.locator('[data-pile=t4] .card[aria-label="4 of spades"]').waitFor();
    await five.focus();

    await page.keyboard.press('/');
    await page.locator('.rn-pack').waitFor();
    await expect.poll(focus).toBe('ace of clubs, both on their foundations');
    await look(page, 'find');
    // On a phone the cards of each suit are in two lines.
    for (let i = 0; i < (view === 'phone' ? 4 : 2); i++) await page.keyboard.press('ArrowDown');
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await expect.poll(focus).toBe('5 of hearts');
    await page.keyboard.press('Enter');
    await page.locator('.rn-pack').waitFor({ state: 'detached' });
    await expect.poll(() => said.innerText()).toBe('5♥: column 4, under 1 card; in the stock, not seen yet.');
    expect(await page.locator('.rn-note [role=status] > .visually-hidden').innerText()).toBe(
      '5 of hearts: column 4, under 1 card; in the stock, not seen yet.',
    );
    // The focus is where it was before the search, and the name of the card says that it was found.
    await expect.poll(focus).toBe('5 of hearts, found');
    const around = async (mark: number, selector: string): Promise<boolean> => {
      const [outer, inner] = [
        (await marks.nth(mark).boundingBox())!,
        (await page.locator(selector).first().boundingBox())!,
      ];
      return (
        outer.x < inner.x &&
        outer.y < inner.y &&
        outer.x + outer.width > inner.x + inner.width &&
        outer.width < inner.width * 1.5
      );
    };
    expect(await marks.count()).toBe(2);
    expect(await around(0, '[data-pile=t4] .card[aria-label^="5 of hearts"]')).toBe(true);
    expect(await around(1, '[data-pile=stock] .card.tap')).toBe(true);
    expect(await faults(page)).toEqual([]);
    await picture(page, `found-${view}`);

    await page.keyboard.press('Escape');
    await expect.poll(() => marks.count()).toBe(0);
    expect(await said.count()).toBe(0);
    // If the search is opened again with its button, it continues where it was. A move ends it.
    await page.locator('[data-do=find]').click();
    await expect.poll(focus).toBe('5 of hearts');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect.poll(() => said.innerText()).toBe('A♣: both on their foundations.');
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset['do'])).toBe('find');
    expect(await marks.count()).toBe(2);
    await page.keyboard.press('u');
    await expect.poll(() => marks.count()).toBe(0);
    await context.close();
  });
}

it('a link to a numbered deal opens its form, and the deal is that one', async () => {
  const { page, context } = await room.visit('/', DESKTOP);
  await open(page, { game: 'rouge-et-noir', deal: 4711 });
  const link = (await page.locator('[data-do=deal-link]').getAttribute('href'))!;
  const other = await room.visit(link.slice(room.room.url.length), PHONE);
  await other.page.locator('dialog input.number').first().waitFor();
  expect(await other.page.locator('dialog input.number').first().inputValue()).toBe('4711');
  expect(new URL(other.page.url()).search).toBe('');
  await other.page.locator('dialog [data-do=play]').click();
  await other.page.waitForURL(/\/t\//);
  await other.page.locator('.table-cards .card').first().waitFor();
  const first = async (at: typeof page) =>
    (
      await at.locator('[data-pile^=t] .card use').evaluateAll((all) => all.map((use) => use.getAttribute('href')))
    ).slice(0, 8);
  expect(await first(other.page)).toEqual(await first(page));
  await other.context.close();
  await context.close();
});

it('on a phone the name of a game is whole at one’s turn, beside a clock or advice, in each language', async () => {
  const names = [
    ...new Set(Object.values(import.meta.glob<string>('../../games/*/lang/*.json', { eager: true, import: 'title' }))),
  ];
  expect(names).toContain('Schwarze Dame');
  const people = await Promise.all([room.visit('/', PHONE), room.visit('/', PHONE)]);
  const [host, friend] = people;
  const alone = await open(host.page, { game: 'schwarze-dame', options: { deals: 1 } });
  const timed = await host.page.evaluate(async () => {
    const body = JSON.stringify({ game: 'schwarze-dame', open: 'public', clock: 'relaxed', options: { deals: 1 } });
    const answer = await fetch('/api/v1/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return ((await answer.json()) as { id: string }).id;
  });
  await friend.page.evaluate(
    (id) =>
      fetch(`/api/v1/tables/${id}/seat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
    timed,
  );
  for (const { page } of people) await page.goto(`${room.room.url}/t/${timed}`);
  await host.page.locator('[data-do=begin]').click();
  const waits = people.map(async ({ page }) => {
    await page.locator('.own-clock').waitFor();
    return page;
  });
  const turn = await Promise.any(waits);
  /** Returns the names of games that would be cut off in this heading. */
  const cut = (page: typeof turn) =>
    page.evaluate((all) => {
      const h1 = document.querySelector<HTMLElement>('.game-head h1')!;
      const place = document.querySelector('.game-name')!.getBoundingClientRect();
      const title = h1.textContent;
      const found = all.filter((name) => {
        h1.textContent = name;
        const words = document.createRange();
        words.selectNodeContents(h1);
        const is = words.getBoundingClientRect();
        return getComputedStyle(h1).clipPath !== 'none' || is.right > place.right + 0.5 || is.bottom > place.bottom + 1;
      });
      h1.textContent = title;
      return found;
    }, names);
  expect.soft(await cut(turn), 'beside a clock').toEqual([]);
  await picture(turn, 'name-clock');
  for (const language of ['en', 'fr', 'de']) {
    const { page } = host;
    await page.addInitScript((kept) => localStorage.setItem('cardroom.settings', JSON.stringify(kept)), {
      language,
      speed: 'none',
    });
    await page.goto(`${room.room.url}/t/${alone}`);
    await page.locator('.game-tools [data-do=advice]').waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    expect.soft(await cut(page), `beside advice, ${language}`).toEqual([]);
    await picture(page, `name-advice-${language}`);
  }
  await Promise.all(people.map(({ context }) => context.close()));
  await Promise.allSettled(waits);
});

it('a number that the options do not allow is told and left standing; one that they allow is played', async () => {
  const { page, context } = await room.visit('/', PHONE);
  const tile = page.locator('.tile[data-game=schwarze-dame]');
  await tile.getByRole('button', { name: /^Options/ }).click();
  const deals = page.locator('dialog input.number').first();
  const play = page.locator('dialog .sheet-foot .primary');
  for (const wrong of ['0', '9999', 'two']) {
    await deals.fill(wrong);
    await page.locator('dialog .field-wrong').waitFor();
    expect(await deals.inputValue()).toBe(wrong);
    expect(await play.getAttribute('aria-disabled')).toBe('true');
  }
  await look(page, 'options-wrong');
  await deals.fill('3');
  await page.locator('dialog .field-wrong').waitFor({ state: 'detached' });
  await play.click();
  await page.locator('.game-deal', { hasText: 'Deal 1 of 3' }).waitFor();
  await context.close();
});
