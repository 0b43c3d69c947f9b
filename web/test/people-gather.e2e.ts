// Before a match: friends who come by a link, the lobby, quick matches, seats for engines, and a person's own games and
// devices.

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PHONE, picture } from './cardroom';
import { faults, look } from './look';
import { all, begin, guest, host, meet, person, room, row, table, tryToPlay, type Person } from './people';

meet();

it('friends by a link: the host arranges, the link is taken back, the match begins', async () => {
  const ann = await person('Ann');
  const link = await host(ann, 'schwarze-dame');
  await picture(ann.page, 'waiting-host');
  expect(link).toMatch(/\/j\/[0-9a-f]{32}$/);
  // The page says that the link works only on this computer, and so shows no QR code.
  await ann.page.locator('.invite .link-local').waitFor();
  expect(await ann.page.locator('.qr').count()).toBe(0);
  // The address of the table can be opened too: a stranger who has it watches, and asks for a seat.
  const stranger = await person('Di', new URL(ann.page.url()).pathname);
  await stranger.page.locator('.waiting [data-do=ask-for-seat]').click();
  expect(await stranger.page.locator('.waiting [data-do=sit]').count()).toBe(0);
  await stranger.page.locator('.ask-seat input').fill('Di');
  await look(stranger.page, 'ask-for-seat');
  const [field, ask] = await Promise.all(
    ['.ask-seat input', '[data-do=ask-now]'].map((what) => stranger.page.locator(what).boundingBox()),
  );
  expect(Math.abs(field!.y - ask!.y), 'on a desktop the name and the button share a row').toBeLessThan(field!.height);
  await stranger.page.locator('[data-do=ask-now]').click();
  await stranger.page.locator('.waiting-foot', { hasText: 'The host has been asked.' }).waitFor();
  const request = ann.page.locator('.requests li', { hasText: 'Di would like a seat.' });
  await request.locator('[data-do=turn-away]').click();
  // If the host refuses, the person can still watch and applaud.
  await stranger.page.locator('.waiting-foot', { hasText: 'you need an invitation from the host' }).waitFor();
  await stranger.page.locator('[data-phrase=applause]').click();
  await ann.page.locator('.talk-lines li', { hasText: 'Di' }).waitFor();
  await stranger.context.close();
  const bo = await guest('Bo', link);
  await expect.poll(() => row(ann.page, 1).innerText()).toContain('Bo');
  await picture(bo.page, 'waiting-guest');
  // Bo can pass on the link by which he came.
  expect(await bo.page.locator('#invite-link').inputValue()).toBe(link);
  // Cy reads the terms before taking a seat. Meanwhile Ann changes one of them, and Bo's page shows the change.
  const cy = await person('Cy', new URL(link).pathname);
  const terms = (one: Person) =>
    one.page.locator('.agreed > div').evaluateAll((all) => all.map((row) => row.textContent?.trim()));
  await expect.poll(() => terms(cy)).toContain('ClockNo clock');
  await ann.page.locator('[data-do=change-settings]').click();
  await ann.page.locator('dialog select[aria-label=Clock]').selectOption('relaxed');
  await look(ann.page, 'table-settings');
  await ann.page.locator('[data-do=save-settings]').click();
  await ann.page.locator('dialog').waitFor({ state: 'detached' });
  await bo.page.locator('.toast', { hasText: 'changed the table settings. Clock: 60 s per move' }).waitFor();
  for (const one of [ann, bo]) await expect.poll(() => terms(one)).toContain('Clock60 s per move changed');
  // If a person takes a seat on terms that have changed, the page first shows the new terms.
  await cy.page.locator('.invitation input').fill('Cy');
  await cy.page.locator('.invitation [data-do=sit]').click();
  await expect.poll(() => terms(cy)).toContain('Clock60 s per move changed');
  expect(await row(bo.page, 2).innerText()).toContain('Empty seat');
  await look(cy.page, 'invitation-changed');
  // Bo moves to another seat, Ann swaps two seats, and a bot is added and removed.
  await row(bo.page, 3).locator('[data-do=sit]').click();
  await expect.poll(() => row(ann.page, 3).innerText()).toContain('Bo');
  await row(ann.page, 3).locator('[data-do=swap]').click();
  await row(ann.page, 1).locator('[data-do=swap]').click();
  await expect.poll(() => row(bo.page, 1).innerText()).toContain('Bo');
  await row(ann.page, 2).locator('[data-do=bot]').click();
  await expect.poll(() => row(bo.page, 2).innerText()).toContain('Bot');
  await row(ann.page, 2).locator('[data-do=unseat]').click();
  await expect.poll(() => row(bo.page, 2).innerText()).toContain('Empty seat');
  // Bo is the host of the table for a while.
  await row(ann.page, 1).locator('[data-do=hand_over]').click();
  await bo.page.locator('[data-do=begin]').waitFor();
  expect(await ann.page.locator('[data-do=begin]').count()).toBe(0);
  await row(bo.page, 0).locator('[data-do=hand_over]').click();
  await ann.page.locator('[data-do=end-invite]').click();
  await ann.page.locator('[data-do=end-invite]').waitFor({ state: 'detached' });
  // The link no longer works, neither on the page that was opened with it nor on a new page.
  await cy.page.locator('.invitation [data-do=sit]').click();
  await cy.page.locator('.toast', { hasText: 'This invitation was withdrawn' }).waitFor();
  await cy.page.reload();
  await cy.page.locator('.nowhere').waitFor();
  // Bots take the free seats.
  await ann.page.locator('[data-do=begin]').click();
  for (const { page } of [ann, bo]) await page.locator('[data-pile=hand] .card').first().waitFor();
  await all([ann, bo, cy]);
});

it('on a phone the link is shared; where other devices reach the server, its code is there to scan', async () => {
  const ann = await person('Ann', '/', PHONE);
  const { page } = ann;
  await page.addInitScript(() => {
    const share = async ({ url }: ShareData) => Object.assign(globalThis, { shared: url });
    Object.defineProperty(navigator, 'share', { value: share });
  });
  await page.route('**/api/v1/tables/*/invite', async (asked) => {
    const made = (await (await asked.fetch()).json()) as { url: string };
    await asked.fulfill({ json: { ...made, url: made.url.replace(room.room.url, 'https://cards.example.org') } });
  });
  const { link } = await table(ann, { game: 'kael' });
  expect(link).toContain('https://cards.example.org/j/');
  await page.locator('.qr svg').waitFor();
  expect(await page.locator('.waiting .button.primary').allInnerTexts()).toEqual(['Share']);
  await page.locator('[data-do=share]').tap();
  await expect.poll(() => page.evaluate(() => (globalThis as { shared?: string }).shared)).toBe(link);
  await look(page, 'waiting-code');
  await ann.context.close();
});

it('a host gives a seat to an engine: its token is shown once, and everybody sees what sits there', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, { game: 'schwarze-dame' });
  const bo = await guest('Bo', link);
  await row(ann.page, 2).locator('[data-do=engine]').click();
  await ann.page.locator('[data-do=engine-make]').click();
  expect(await ann.page.locator('#engine-token').inputValue()).toMatch(/^[0-9a-f]{32}$/);
  expect(await ann.page.locator('#engine-url').inputValue()).toBe(
    `${room.room.url.replace('http', 'ws')}/api/v1/tables/${id}/engine`,
  );
  await look(ann.page, 'engine-seat');
  await ann.page.locator('[data-do=engine-close]').click();
  for (const { page } of [ann, bo])
    await expect.poll(() => row(page, 2).innerText()).toContain('external bot, disconnected; a bot plays');
  await row(ann.page, 2).locator('[data-do=engine]').click();
  await ann.page.locator('[data-do=engine-make]').waitFor();
  expect(await ann.page.locator('#engine-token').count()).toBe(0);
  await ann.page.locator('[data-do=engine-close]').click();
  await row(ann.page, 2).locator('[data-do=unseat]').click();
  await expect.poll(() => row(bo.page, 2).innerText()).toContain('Empty seat');
  await all([ann, bo]);
});

it('the lobby: a public table is joined and watched, a quick match seats two who want one', async () => {
  const ann = await person('Ann');
  const { id } = await table(ann, { game: 'schwarze-dame', open: 'public' });
  const bo = await person('Bo', '/lobby/schwarze-dame');
  await bo.page.locator(`.lobby-row[data-table="${id}"] [data-do=join]`).click();
  // A person without a name is asked for a name, once.
  await bo.page.locator('#which-name').fill('Bo');
  await bo.page.locator('[data-do=join-now]').click();
  await bo.page.locator('.waiting').waitFor();
  await expect.poll(() => row(ann.page, 1).innerText()).toContain('Bo');
  await begin(ann);
  await bo.page.locator('[data-pile=hand] .card').first().waitFor();
  const cy = await person('Cy', '/lobby');
  await cy.page.locator(`.lobby-row[data-table="${id}"] a`).click();
  await cy.page.locator('.game-deal', { hasText: 'You’re watching.' }).waitFor();
  // A spectator sees no hand: every visible card on the table was played.
  expect(await cy.page.locator('[data-pile=hand] .card.tap').count()).toBe(0);
  // The same works if no game is chosen yet.
  await bo.page.goto(`${room.room.url}/lobby`);
  await bo.page.locator('[data-do=quick]').click();
  await bo.page.locator('dialog select, dialog .choice').waitFor();
  const list = bo.page.locator('dialog select');
  if (await list.count()) await list.selectOption('kael');
  else await bo.page.locator('dialog .choice input[value=kael]').check({ force: true });
  expect(await bo.page.locator('#which-name').count(), 'he has a name by now').toBe(0);
  await bo.page.locator('[data-do=quick-now]').click();
  await bo.page.locator('.waiting').waitFor();
  await cy.page.goto(`${room.room.url}/lobby/kael`);
  await cy.page.locator('[data-do=quick]').click();
  await cy.page.locator('#which-name').fill('Cy');
  await cy.page.locator('[data-do=quick-now]').click();
  await cy.page.locator('.waiting').waitFor();
  expect(bo.page.url()).toBe(cy.page.url());
  await cy.page.locator('.waiting-foot .seconds').waitFor();
  await all([ann, bo, cy]);
});

it('where no table is open, both ways to play stand beside their words; a game is chosen, then the form', async () => {
  const ann = await person('Ann', '/', PHONE);
  const going = ann.page.locator('.going');
  for (const does of ['open-one', 'quick']) await going.locator(`[data-do=${does}]`).waitFor();
  await going.locator('[data-do=open-one]').click();
  await ann.page.locator('[data-do=open-chosen]').click();
  await ann.page.locator('[data-do=open-table]').waitFor();
  await ann.context.close();
});

it('what waits for me stands first on a phone, and can be removed', async () => {
  const ann = await person('Ann', '/', PHONE);
  const { page } = ann;
  for (const game of ['rouge-et-noir', 'schwarze-dame'])
    await page.evaluate(
      (game) =>
        fetch('/api/v1/tables', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ game }),
        }),
      game,
    );
  await page.reload();
  const first = page.locator('.open-games li').first();
  await first.waitFor();
  expect(await page.locator('.open-games li').count()).toBe(2);
  expect((await first.boundingBox())!.y).toBeLessThan(300);
  expect((await first.boundingBox())!.y).toBeLessThan((await page.locator('.tile').first().boundingBox())!.y);
  await look(page, 'start-unfinished');
  await page.locator('.open-games li', { hasText: 'Rouge et Noir' }).locator('[data-do=remove]').click();
  await page.locator('[data-do=remove-now]').click();
  await expect.poll(() => page.locator('.open-games li').count()).toBe(1);
  await page.reload();
  await first.waitFor();
  expect(await page.locator('.open-games li').allInnerTexts()).toEqual([expect.stringContaining('Schwarze Dame')]);
  await ann.context.close();
});

it('one person on two devices and in two tabs: all show the hand, and a card can be played on any', async () => {
  const ann = await person('Ann');
  const { id } = await table(ann, { game: 'schwarze-dame', open: 'alone', bots: ['random'], options: { deals: 1 } });
  const tab = await ann.context.newPage();
  const phone = await room.browser.newContext(PHONE);
  // Ann makes a link in *Your data*. A phone that was used by another guest before opens the link, and confirms.
  const other = await ann.context.newPage();
  await other.goto(`${room.room.url}/statistics`);
  await other.locator('[data-do=data-device]').click();
  const first = await other.locator('#device-link').inputValue();
  // While a sheet covers the page, toasts are announced inside the sheet, because screen readers ignore everything
  // behind it.
  await other.locator('dialog [data-do=copy]').click();
  const heard = () => other.locator('dialog [role=status] .toast').innerText();
  await expect.poll(heard).toBe('Link copied.');
  await other.locator('[data-do=device-again]').click();
  await expect.poll(heard).toBe('This is a new link. The previous one no longer works.');
  expect(await other.locator('.toast').count()).toBe(1);
  const link = await other.locator('#device-link').inputValue();
  expect(link).not.toBe(first);
  expect(link).toMatch(/\/d\/[0-9a-f]{32}$/);
  await other.locator('dialog .link-local').waitFor();
  await look(other, 'device-link');
  await other.close();
  const hand = await phone.newPage();
  // The page does not know yet where the link leads.
  let known = () => {};
  const answer = new Promise<void>((done) => {
    known = done;
  });
  await hand.route('**/api/v1/devices/*', async (asked) => {
    await answer;
    await asked.fallback();
  });
  await hand.goto(link);
  await hand.locator('.connecting').waitFor();
  expect(await faults(hand, ['page-has-heading-one'])).toEqual([]);
  known();
  await hand.locator('.invitation', { hasText: 'On this device you’ll be Ann' }).waitFor();
  await look(hand, 'device-take');
  await hand.locator('[data-do=device-take]').click();
  await hand.locator('.tiles').waitFor();
  const late = await phone.newPage();
  await late.goto(link);
  await late.locator('.nowhere', { hasText: 'has already been used' }).waitFor();
  await late.close();
  const places = [ann.page, tab, hand];
  // The pages that have sent a move. On a busy machine the move may not have arrived yet, and must not be sent twice.
  const moved = new Set<Page>();
  for (const page of places) {
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => {
        if (payload.toString().includes('"t":"act"')) moved.add(page);
      });
    });
    await page.goto(`${room.room.url}/t/${id}`);
  }
  const cards = (page: Page): Promise<number> => page.locator('[data-pile=hand] .card:not(.leaving)').count();
  for (const [played, page] of places.entries()) {
    for (const one of places) await expect.poll(() => cards(one)).toBe(13 - played);
    await page.locator('.banner.turn').waitFor();
    await expect
      .poll(async () => {
        if (!moved.has(page)) await tryToPlay(page);
        return cards(page);
      })
      .toBe(12 - played);
  }
  for (const one of places) await expect.poll(() => cards(one)).toBe(10);
  // Ann finds the phone in the list of her devices and logs it out. The phone no longer shows her hand, but her
  // computer does.
  await tab.goto(`${room.room.url}/statistics`);
  await tab.locator('[data-do=data-devices]').click();
  await tab.locator('.devices [data-device=other]').waitFor();
  expect(await tab.locator('.devices li').count()).toBe(2);
  await look(tab, 'devices');
  await tab.locator('.devices [data-do=device-out]').click();
  await expect.poll(() => tab.locator('.devices li').count()).toBe(1);
  await expect.poll(() => cards(hand)).toBe(0);
  await expect.poll(() => cards(ann.page)).toBe(10);
  await phone.close();
  await all([ann]);
});

it('keyboard alone, and what a screen reader is told', async () => {
  const ann = await person('Ann');
  // The server does not know Ann any more, so the first requests of the page begin a new session.
  await ann.context.clearCookies();
  await ann.page.reload();
  // A late answer of the server does not replace what was typed in the meantime.
  let typed = () => {};
  const whole = new Promise<void>((done) => {
    typed = done;
  });
  await ann.page.route('**/api/v1/me', async (route) => {
    await whole;
    await route.continue();
  });
  await ann.page.locator('.tile[data-game=kael] [data-do=friends]:not([aria-disabled])').focus();
  const late = ann.page.waitForResponse('**/api/v1/me');
  await ann.page.keyboard.press('Enter');
  await ann.page.locator('dialog input[autocomplete=nickname]').focus();
  await ann.page.keyboard.type('Ann');
  typed();
  await late;
  await ann.page.locator('[data-do=open-table]').focus();
  await ann.page.keyboard.press('Enter');
  const link = await ann.page.locator('#invite-link').inputValue();
  const bo = await person('Bo', new URL(link).pathname);
  await bo.page.locator('.invitation input').focus();
  await bo.page.keyboard.type('Bo');
  await bo.page.keyboard.press('Enter');
  await bo.page.locator('.waiting').waitFor();
  await expect.poll(() => row(ann.page, 1).innerText()).toContain('Bo');
  const tree = await ann.page.locator('.seats').ariaSnapshot();
  expect(tree).toBe(
    [
      '- list:',
      '  - listitem:',
      '    - paragraph:',
      '      - strong: You',
      '      - text: Ann · host',
      '    - button "Swap seats"',
      '  - listitem:',
      '    - paragraph:',
      '      - strong: Bo',
      '      - text: at the table',
      '    - button "Mute Bo"',
      '    - button "Make Bo the host"',
      '    - button "Remove Bo"',
      '    - button "Swap seats"',
      ...[2, 3].flatMap((seat) => [
        '  - listitem:',
        '    - paragraph:',
        '      - strong: Empty seat',
        '    - \'button "Add a bot: Intermediate"\'',
        `    - button "Connect an external bot to seat ${seat + 1}"`,
        '    - button "Swap seats"',
      ]),
    ].join('\n'),
  );
  await ann.page.locator('[data-phrase=hello]').focus();
  await ann.page.keyboard.press('Enter');
  await expect.poll(() => bo.page.locator('.waiting > .visually-hidden[role=status]').innerText()).toBe('Ann: Hello');
  await row(ann.page, 1).locator('[data-do=swap]').focus();
  await ann.page.keyboard.press('Enter');
  await row(ann.page, 3).locator('[data-do=swap]').focus();
  await ann.page.keyboard.press('Enter');
  await expect.poll(() => row(bo.page, 3).innerText()).toContain('You');
  await ann.page.locator('[data-do=begin]').focus();
  await ann.page.keyboard.press('Enter');
  await ann.page.locator('.kl-sizes').waitFor();
  await ann.page.keyboard.press('4');
  await bo.page.locator('[data-pile=hand] .card').first().waitFor();
  await all([ann, bo]);
});

it('who is removed cannot come back by a link that was replaced: before the match and in it', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, { game: 'schwarze-dame' });
  const bo = await guest('Bo', link);
  /** Removes a person on Ann's page, and accepts the page's offer to replace the link. Returns the new link. */
  const replaced = async (remove: () => Promise<void>, picture: string): Promise<string> => {
    await remove();
    await ann.page.locator('dialog', { hasText: 'still has the invite link' }).waitFor();
    await look(ann.page, picture);
    await ann.page.locator('[data-do=link-replace]').click();
    const fresh = await ann.page.locator('#new-link').inputValue();
    await look(ann.page, `${picture}-replaced`);
    await ann.page.locator('[data-do=link-done]').click();
    await ann.page.locator('dialog').waitFor({ state: 'detached' });
    return fresh;
  };
  /** Opens a link in a browser that the server does not know. */
  const stranger = async (url: string) => person('Bo', new URL(url).pathname);
  const isShut = async (url: string) => {
    const again = await stranger(url);
    await again.page.locator('.nowhere', { hasText: 'This invitation was withdrawn' }).waitFor();
    expect(await again.page.locator('[data-do=sit]').count()).toBe(0);
    await again.context.close();
  };
  await expect.poll(() => row(ann.page, 1).innerText()).toContain('Bo');
  const second = await replaced(() => row(ann.page, 1).locator('[data-do=unseat]').click(), 'removed-waiting');
  expect(second).not.toBe(link);
  expect(await ann.page.locator('#invite-link').inputValue(), 'the page shows what leads there now').toBe(second);
  await isShut(link);
  const cy = await guest('Cy', second);
  await begin(ann);
  for (const { page } of [ann, cy]) await page.locator('[data-pile=hand] .card').first().waitFor();
  await ann.page.locator('#tab-people').click();
  const third = await replaced(async () => {
    await row(ann.page, 1).locator('[data-do=unseat]').click();
    await ann.page.locator('[data-do=unseat-now]').click();
  }, 'removed-playing');
  await isShut(second);
  const di = await stranger(third);
  await di.page.locator('.invitation input').fill('Di');
  await di.page.locator('.invitation [data-do=sit]').click();
  await expect.poll(() => row(ann.page, 1).innerText()).toContain('Di joins at the next deal.');
  expect(new URL(di.page.url()).pathname).toBe(`/t/${id}`);
  await all([ann, bo, cy, di]);
});
