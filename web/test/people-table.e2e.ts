// Tests of a table with other people: chat, a pause, the next deal, the rematch.

import { expect, it } from 'vitest';
import { administrate, PHONE, picture } from './cardroom';
import { look } from './look';
import { all, begin, guest, hurryOn, meet, person, room, row, table, type Person } from './people';

meet();

it('talk: phrases, free words as text, mute; a pause by vote; leaving for good', async () => {
  const ann = await person('Ann');
  const { link } = await table(ann, { game: 'schwarze-dame', clock: 'relaxed', chat: 'free' });
  const bo = await guest('Bo', link);
  // People can be muted in the waiting room too, and the page stores that they are.
  await row(ann.page, 1).locator('[data-do=mute]').click();
  await bo.page.locator('[data-phrase=sorry]').click();
  await bo.page.locator('.talk-lines', { hasText: 'Sorry' }).waitFor();
  await ann.page.locator('[data-phrase=hello]').click();
  await ann.page.reload();
  await ann.page.locator('.talk-lines', { hasText: 'Hello' }).waitFor();
  expect(await row(ann.page, 1).locator('[data-do=mute]').getAttribute('aria-pressed')).toBe('true');
  expect(await ann.page.locator('.talk-lines').innerText()).not.toContain('Sorry');
  await row(ann.page, 1).locator('[data-do=mute]').click();
  await ann.page.locator('.talk-lines', { hasText: 'Sorry' }).waitFor();
  await begin(ann);
  for (const { page } of [ann, bo]) {
    await page.locator('[data-pile=hand] .card').first().waitFor();
    await page.locator('[data-do=people]').click();
  }
  await bo.page.locator('[data-phrase=well_played]').click();
  await ann.page.locator('.seat-said', { hasText: 'Well played' }).waitFor();
  const evil = '<img src=x onerror="document.title=1"> & more';
  await bo.page.locator('.say input').fill(evil);
  await bo.page.locator('.say button').click();
  await expect.poll(() => ann.page.locator('.talk-lines li').last().innerText()).toContain(evil);
  expect(await ann.page.locator('.talk-lines img').count()).toBe(0);
  // Bo can be reported only once.
  await ann.page.locator('[data-do=report]').click();
  await look(ann.page, 'report');
  for (const answer of ['Report sent.', 'already reported']) {
    if (!(await ann.page.locator('.sheet textarea').count())) await ann.page.locator('[data-do=report]').click();
    await ann.page.locator('.sheet textarea').fill('rude');
    await ann.page.locator('[data-do=report-send]').click();
    await ann.page.locator('[role=status]', { hasText: answer }).first().waitFor();
  }
  await ann.page.keyboard.press('Escape');
  await ann.page.locator('.sheet textarea').waitFor({ state: 'detached' });
  await ann.page.locator('[data-do=mute]').click();
  await bo.page.locator('[data-phrase=laugh]').click();
  await bo.page.locator('.talk-lines .said-sign').waitFor();
  expect(await ann.page.locator('.talk-lines .said-sign').count()).toBe(0);
  await ann.page.reload();
  await ann.page.locator('[data-do=people]').click();
  await ann.page.locator('.talk-lines', { hasText: 'Hello' }).waitFor();
  expect(await ann.page.locator('.talk-lines .said-sign').count()).toBe(0);

  await ann.page.locator('[data-do=pause]').click();
  await bo.page.locator('.strip', { hasText: 'Ann wants a pause' }).locator('[data-do=agree]').click();
  for (const { page } of [ann, bo]) await page.locator('.strip', { hasText: 'The clocks are paused' }).waitFor();
  await ann.page.locator('[data-do=go-on]').click();
  await bo.page.locator('.strip').waitFor({ state: 'detached' });

  await ann.page.locator('#tab-log').click();
  await bo.page.locator('.people [data-do=leave]').click();
  await bo.page.locator('[data-do=leave-now]').click();
  await bo.page.locator('.tiles').waitFor();
  await ann.page.locator('.log', { hasText: 'Bo left the table. A bot takes over.' }).waitFor();
  await all([ann, bo]);
});

it('talk on a phone: nothing is cut off at the edge, and what was not seen leaves a mark', async () => {
  const ann = await person('Ann', '/', PHONE);
  const { link } = await table(ann, { game: 'schwarze-dame', chat: 'free' });
  const others = [await guest('Bo', link), await guest('Cy', link), await guest('Di', link)];
  await begin(ann);
  for (const { page } of [ann, ...others]) await page.locator('[data-pile=hand] .card').first().waitFor();
  const long = 'This is a rather long sentence that somebody says from a seat at the edge of the table';
  for (const [i, { page }] of others.entries()) {
    await page.locator('[data-do=people]').click();
    await page.locator('.say input').fill(`${long} ${i}`);
    // A bubble disappears after a while, so it is measured as soon as it is visible. Only the newest bubble is visible,
    // because on a phone bubbles would cover each other.
    const seen = ann.page.waitForFunction((end) => {
      const shown = [...document.querySelectorAll('.seat-said')].filter((one) => one.checkVisibility());
      const bubble = shown.find((one) => one.textContent?.trimEnd().endsWith(end));
      if (!bubble) return null;
      const { left, right, bottom } = bubble.getBoundingClientRect();
      return { shown: shown.length, older: bubble.classList.contains('older'), left, right, bottom };
    }, String(i));
    await page.locator('.say button').click();
    const { shown, older, left, right, bottom } = (await (await seen).jsonValue())!;
    expect([shown, older]).toEqual([1, false]);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(360);
    expect(bottom).toBeLessThanOrEqual(640);
  }
  await picture(ann.page, 'talk-phone');
  const mark = ann.page.locator('[data-do=people] .unread');
  await expect.poll(() => mark.getAttribute('data-unread')).toBe('3');
  await ann.page.reload();
  // A reload of the page does not mark lines as read.
  await expect.poll(() => mark.getAttribute('data-unread')).toBe('3');
  await ann.page.locator('[data-do=people]').click();
  await ann.page.locator('.talk-lines').waitFor();
  await mark.waitFor({ state: 'detached' });
  // The chips of neighbours who are away do not cover each other.
  for (const { page } of others) await page.goto(`${room.room.url}/nowhere`);
  const chips = ann.page.locator('.seat-chip.away');
  await expect.poll(() => chips.count()).toBe(3);
  const boxes = await chips.evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect().toJSON() as DOMRect));
  boxes.sort((a, b) => a.left - b.left);
  for (const [i, { right }] of boxes.slice(0, -1).entries()) expect(right).toBeLessThanOrEqual(boxes[i + 1]!.left);
  await all([ann, ...others]);
});

it('the next deal comes when all are ready, and each sees who is', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, { game: 'schwarze-dame', options: { deals: 2 } });
  const bo = await guest('Bo', link);
  await begin(ann);
  const next = (one: Person) => one.page.locator('.sheet-foot [data-do=next]');
  await hurryOn([ann, bo], id, '.sheet-foot [data-do=next]');
  const waits = (one: Person, hasText: string) => one.page.locator('.waits', { hasText }).waitFor();
  await waits(ann, 'The next deal begins when everybody is ready. Not ready yet: You and Bo.');
  await bo.page.locator('.sheet-foot [data-do=analysis]').click();
  await waits(ann, 'Not ready yet: You. At the analysis: Bo.');
  await bo.page.locator('[data-do=advice-close]').click();
  await next(ann).click();
  await waits(bo, 'The next deal begins when everybody is ready. Not ready yet: You.');
  await bo.page.locator('.waits .seconds').waitFor();
  await next(bo).click();
  for (const { page } of [ann, bo]) await page.locator('.game-deal', { hasText: 'Deal 2' }).waitFor();
  await all([ann, bo]);
});

it('a rematch: the same people at a new table, which can be changed before it begins by itself', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, { game: 'schwarze-dame', options: { deals: 1 } });
  const bo = await guest('Bo', link);
  await begin(ann);
  const cy = await person('Cy', `/t/${id}`);
  await cy.page.locator('.game-deal', { hasText: 'You’re watching.' }).waitFor();
  await hurryOn([ann, bo], id, '.sheet-foot [data-do=again]');
  await ann.page.locator('.sheet-foot [data-do=again]').click();
  await ann.page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(id));
  await bo.page.locator('.waits', { hasText: 'A rematch table is ready' }).waitFor();
  // All seats are taken, so nobody is invited: the room says for whom it waits.
  const foot = ({ page }: Person) => page.locator('.waiting-foot');
  await foot(ann).getByText('Waiting for Bo.').waitFor();
  expect(await ann.page.locator('.invite').count()).toBe(0);
  // The spectator watches the rematch too.
  await cy.page.locator('.sheet-foot [data-do=to-rematch]').click();
  await cy.page.waitForURL((url) => url.pathname === new URL(ann.page.url()).pathname);
  await bo.page.locator('.sheet-foot [data-do=again]').click();
  for (const one of [ann, bo]) await foot(one).getByText('The match starts in').waitFor();
  expect(await ann.page.getByText('Waiting for players').count()).toBe(0);
  await ann.page.locator('[data-do=change-settings]').click();
  await foot(bo).getByText('when the host has looked at the settings').waitFor();
  await ann.page.locator('dialog select[aria-label=Clock], dialog [aria-label=Clock] input').first().waitFor();
  await ann.page.keyboard.press('Escape');
  await row(ann.page, 3).locator('[data-do=unseat]').click();
  await row(bo.page, 3).locator('[data-do=sit]').waitFor();
  await ann.page.locator('.invite').waitFor();
  await look(ann.page, 'rematch-waiting');
  await row(ann.page, 3).locator('[data-do=bot]').click();
  for (const one of [ann, bo]) await foot(one).getByText('The match starts in').waitFor();
  for (const { page } of [ann, bo]) await page.locator('#board').waitFor();
  expect(new URL(ann.page.url()).pathname).toBe(new URL(bo.page.url()).pathname);
  await cy.page.locator('#board').waitFor();
  await all([ann, bo, cy]);
});

it('a banned guest reads that at once and after a reload; a bot plays, and the others are told', async () => {
  const ann = await person('Ann');
  const { link } = await table(ann, { game: 'schwarze-dame' });
  const eve = await guest('Eve', link);
  await begin(ann);
  for (const { page } of [ann, eve]) await page.locator('[data-pile=hand] .card').first().waitFor();
  await ann.page.locator('#tab-log').click();
  const [, number] = /^\s*(\d+)\s+Eve\b/m.exec(administrate(room.room.data, 'people', 'find', 'Eve'))!;
  administrate(room.room.data, 'people', 'ban', number!);
  const blocked = () => eve.page.getByText('The administrator of this server has blocked you.').waitFor();
  await blocked();
  await ann.page.locator('[data-do=notice]', { hasText: 'has blocked a player' }).waitFor();
  await ann.page.locator('.log', { hasText: 'Eve left the table. A bot takes over.' }).waitFor();
  await eve.page.reload();
  await blocked();
  await all([ann, eve]);
});
