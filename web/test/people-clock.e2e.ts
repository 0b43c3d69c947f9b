// Time at a table with other people: absent people, a silent connection, a clock, and spectators with a delay.

import { expect, it } from 'vitest';
import { DESKTOP, PHONE } from './cardroom';
import { look } from './look';
import { all, begin, guest, meet, person, room, table, tryToPlay, type Person } from './people';
import { itLong } from './long';
import { there } from './plays';

meet();

it('somebody away: the seconds are shown, a bot stands in after the grace, who comes back plays again', async () => {
  const ann = await person('Ann');
  const { link } = await table(ann, { game: 'schwarze-dame', grace_s: 2 });
  const bo = await guest('Bo', link);
  await begin(ann);
  for (const { page } of [ann, bo]) await page.locator('[data-pile=hand] .card').first().waitFor();
  await ann.page.locator('#tab-log').click();
  const seat = bo.page.url();
  await bo.page.goto(`${room.room.url}/nowhere`);
  await ann.page.locator('.seat-chip.away .seconds', { hasText: '0:01' }).waitFor();
  await ann.page.locator('.seat-chip.away', { hasText: 'a bot plays' }).waitFor();
  await ann.page.locator('.log', { hasText: 'A bot is playing for Bo.' }).waitFor();
  // The bot acts for Bo, and the log on Ann's page says so.
  await expect
    .poll(
      async () => {
        await tryToPlay(ann.page);
        return ann.page.locator('.log .by-bot').count();
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  await bo.page.goto(seat);
  await ann.page.locator('.log', { hasText: 'Bo is playing again.' }).waitFor();
  await ann.page.locator('.seat-chip.away').waitFor({ state: 'detached' });
  // The log also shows Bo what the bot did for him, even after a reload of the page.
  await bo.page.locator('#tab-log').click();
  await bo.page
    .locator('.log li', { has: bo.page.locator('.by-bot') })
    .first()
    .waitFor();
  const told = () => bo.page.locator('.log li').allInnerTexts();
  const by = (lines: readonly string[]) => lines.filter((line) => line.includes('played by a bot'));
  const [first] = by(await told());
  await bo.page.reload();
  await bo.page.locator('#tab-log').click();
  await expect.poll(async () => by(await told())[0]).toBe(first);
  await all([ann, bo]);
});

it('friends are asked: those who are here let a bot play until somebody is back', async () => {
  const ann = await person('Ann');
  const { link } = await table(ann, { game: 'schwarze-dame' });
  // The longest words on the narrowest screen.
  const bo = await guest('Bartholomew of the Hill', link);
  const cy = await guest('Cy', link, { ...PHONE, locale: 'fr' });
  await begin(ann);
  for (const { page } of [ann, bo, cy]) await page.locator('[data-pile=hand] .card').first().waitFor();
  const seat = bo.page.url();
  const height = () => ann.page.evaluate(() => document.querySelector('#board')!.clientHeight);
  const before = await height();
  await bo.page.goto(`${room.room.url}/nowhere`);
  const ask = ({ page }: Person) => page.locator('.strip [data-do=let-bot-play]');
  for (const end = Date.now() + 60_000; !(await there(ask(ann))) && Date.now() < end; ) {
    for (const { page } of [ann, cy]) await tryToPlay(page);
  }
  expect(await ask(ann).innerText()).toBe('Let a bot play until Bartholomew of the Hill is back');
  // On a desktop the news take no height from the table, so no card moves.
  expect(await height()).toBe(before);
  await look(cy.page, 'away-phone');
  await look(ann.page, 'away');
  // A person who wants to wait is not asked again, but can still let the bot play.
  await cy.page.locator('.strip [data-do=wait]').click();
  await cy.page.locator('.strip [data-do=wait]').waitFor({ state: 'detached' });
  await ask(cy).click();
  await cy.page.locator('.strip', { hasText: 'On demande aux autres.' }).waitFor();
  await ann.page.locator('.strip', { hasText: 'For a bot: Cy' }).waitFor();
  await look(ann.page, 'away-wanted');
  await ask(ann).click();
  await ann.page.locator('.seat-chip.away', { hasText: 'a bot plays' }).waitFor();
  await bo.page.goto(seat);
  await ann.page.locator('.seat-chip.away').waitFor({ state: 'detached' });
  await bo.page.locator('#tab-log').click();
  await bo.page.locator('.log', { hasText: 'You are playing again.' }).waitFor();
  await all([ann, bo, cy]);
});

itLong('a frozen line is seen on both sides, and the page says what goes on meanwhile', async () => {
  const path = await room.path();
  const ann = await person('Ann');
  const { link } = await table(ann, { game: 'schwarze-dame', clock: 'relaxed' });
  const bo = await guest('Bo', link, DESKTOP, path.url);
  await begin(ann);
  for (const { page } of [ann, bo]) await page.locator('[data-pile=hand] .card').first().waitFor();
  const frozen = Date.now();
  path.silence();
  await ann.page.locator('.seat-chip.away').waitFor();
  // The time of absence is counted from the last message of the page, and not from the moment when the absence was
  // noticed.
  const [m, s] = (await ann.page.locator('.seat-chip.away .seconds').innerText()).split(':').map(Number);
  expect(Math.abs(m! * 60 + s! - (Date.now() - frozen) / 1000)).toBeLessThan(8);
  expect(m! * 60 + s!, 'not since it was noticed').toBeGreaterThanOrEqual(10);
  await bo.page.locator('.lost', { hasText: 'The clock keeps running' }).waitFor();
  path.mend();
  await bo.page.locator('.lost').waitFor({ state: 'detached' });
  await ann.page.locator('.seat-chip.away').waitFor({ state: 'detached' });
  await all([ann, bo]);
});

it('a clock that runs out is told as that to everybody', async () => {
  const ann = await person('Ann');
  const { link } = await table(ann, { game: 'schwarze-dame', clock: 'fast' });
  const bo = await guest('Bo', link);
  await begin(ann);
  for (const { page } of [ann, bo]) {
    await page.locator('[data-pile=hand] .card').first().waitFor();
    await page.locator('#tab-log').click();
  }
  // Nobody acts until the time is up.
  const told = async ({ page }: Person) => (await page.locator('.log li').allInnerTexts()).join('\n');
  await expect.poll(() => told(ann), { timeout: 60_000 }).toMatch(/time ran out: a bot plays this move/);
  await expect
    .poll(async () => `${await told(ann)} ${await told(bo)}`, { timeout: 60_000 })
    .toMatch(/Your time ran out/);
  for (const one of [ann, bo]) expect(await told(one)).not.toMatch(/is playing for|playing again/);
  await all([ann, bo]);
});

it('who watches late is told how late and when there is something to see, and reads what was done before', async () => {
  const ann = await person('Ann');
  const { id } = await table(ann, { game: 'schwarze-dame', open: 'public', watch_delay_s: 6 });
  await begin(ann);
  await ann.page.locator('[data-pile=hand] .card').first().waitFor();
  const path = await room.path();
  const cy = await person('Cy', `/t/${id}`, DESKTOP, path.url);
  await cy.page.locator('.connecting', { hasText: 'You’re watching with a 6 s delay.' }).waitFor();
  await cy.page.locator('.connecting .seconds', { hasText: /0:0[1-6]/ }).waitFor();
  path.cut();
  await cy.page.locator('.connecting [data-do=retry]').waitFor();
  expect(await cy.page.locator('.connecting [role=status]').innerText()).toContain('Connection lost.');
  expect(await cy.page.locator('.connecting .seconds').count(), 'nobody knows for how long').toBe(0);
  path.mend();
  await cy.page.locator('.game-deal', { hasText: 'You’re watching.' }).waitFor();
  await expect
    .poll(
      async () => {
        await tryToPlay(ann.page);
        return ann.page.locator('[data-pile=hand] .card:not(.leaving)').count();
      },
      { timeout: 60_000 },
    )
    .toBeLessThan(12);
  await cy.page.locator('#tab-log').click();
  await cy.page.locator('.log li').nth(4).waitFor();
  const told = await cy.page.locator('.log li').allInnerTexts();
  await cy.page.reload();
  await cy.page.locator('#tab-log').click();
  await expect.poll(async () => (await cy.page.locator('.log li').allInnerTexts()).slice(0, told.length)).toEqual(told);
  await all([ann, cy]);
});
