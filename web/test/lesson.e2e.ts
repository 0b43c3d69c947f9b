// The guided first deals. Each is played to its end by keyboard on a phone's screen, and by pointer on a desktop.

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Lesson, LessonStep } from '../src/net/protocol';
import { DESKTOP, startServer, PHONE, type TestServer } from './cardroom';
import { change } from './change';
import { glance, look } from './look';
import { inShort, LONG } from './long';

let room: TestServer;
beforeAll(async () => {
  room = await startServer();
});
afterAll(() => room.close());

const lessonOf = (page: Page, game: string): Promise<Lesson> =>
  page.evaluate(async (id) => (await fetch(`/api/v1/lessons/${id}`)).json(), game);
/** Returns the words of the lesson as they are announced. The visible words can be folded on a phone in landscape. */
const words = (page: Page): Promise<string> =>
  page.locator('.lesson > .visually-hidden[role=status]').first().innerText();
const panel = (page: Page, stage: string): Locator => page.locator(`.lesson-panel.${stage}`);

/** Types an action into the field for typed actions, in the notation of records. */
async function type(page: Page, action: string): Promise<void> {
  // Closes the sheet with a choice, because the action is typed instead.
  if (await page.locator('.board .sheet').count()) {
    await page.locator('.board .sheet h2').focus();
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press(':');
  await page.locator('#line').fill(action);
  await page.keyboard.press('Enter');
  await page.locator('.line [role=status]').waitFor();
  await page.keyboard.press('Escape');
}

/** Skips to the next decision, or to the end of the deal. */
async function ahead(page: Page, stage: 'deciding' | 'done'): Promise<void> {
  for (const limit = Date.now() + 30_000; !(await panel(page, stage).count()); ) {
    expect(Date.now(), stage).toBeLessThan(limit);
    await page.keyboard.press('Enter');
    await change(page);
  }
}

/** Returns by how many pixels the lesson covers the table. */
const covered = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const box = (what: string) => document.querySelector(what)!.getBoundingClientRect();
    return box('.lesson-words').bottom - box('#board').top;
  });

/** Returns a legal action that is neither the right one nor equally good; null if there is none. */
const weaker = (step: LessonStep): string | null =>
  (step.legal as { action: string }[])
    .map((one) => one.action)
    .find((action) => action !== step.action && !step.also.includes(action)) ?? null;

it('every lesson by keyboard alone on a phone', async () => {
  const { page, context } = await room.visit('/', PHONE);
  let coups = 0;
  for (const game of LONG ? room.games : ['la-dame-noire']) {
    await page.goto(`${room.room.url}/learn/${game}`);
    await panel(page, 'welcome').waitFor();
    await page.locator('.table-cards .card, .kl-sizes').first().waitFor();
    const colours = await page
      .locator('.button.primary')
      .evaluateAll((all) => all.map((el) => getComputedStyle(el).backgroundColor));
    expect(
      colours.filter((one) => one === colours[0]),
      'one main button',
    ).toHaveLength(1);
    await look(page, `lesson-${game}-welcome`);
    const { steps } = await lessonOf(page, game);
    for (const [n, step] of steps.entries()) {
      await ahead(page, 'deciding');
      const asked = await words(page);
      expect(asked.length, `${game}, ${step.key}`).toBeGreaterThan(40);
      expect(await covered(page), `${game}, ${step.key}`).toBeLessThanOrEqual(0);
      expect(await page.locator('.lesson-dots .gone').count()).toBe(n);
      if (n === 0 || LONG) await look(page, `lesson-${game}-${n + 1}`);
      // The sheet with a choice is beside the words of the lesson, so it does not cover the button that shows the right
      // action.
      if (await page.locator('.ldn-outcome').count()) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await expect
          .poll(() =>
            page.locator('[data-do=show]').evaluate((el) => {
              const { x, y, width, height } = el.getBoundingClientRect();
              return el.contains(document.elementFromPoint(x + width / 2, y + height / 2));
            }),
          )
          .toBe(true);
        await page.setViewportSize(PHONE.viewport!);
        coups++;
      }
      // The rules explain why an action is impossible, and the lesson why an action is weaker. After both the decision
      // is still open.
      await type(page, 'play 9z');
      await page.locator('.toast').waitFor();
      const other = weaker(step);
      if (other) {
        await type(page, other);
        await panel(page, 'weaker').waitFor();
        expect(await words(page), `${game}, ${step.key}, ${other}`).not.toBe(asked);
        if (n === 0) await glance(page, `lesson-${game}-weaker`);
        await page.locator('[data-do=again]').focus();
        await page.keyboard.press('Enter');
        expect(await words(page)).toBe(asked);
        await page.locator('#board').focus();
      }
      await type(page, step.action);
      await panel(page, 'told').waitFor();
      expect(await words(page)).not.toBe(asked);
      expect(await words(page)).not.toContain('learn.');
      await expect(page.locator('.line').count()).resolves.toBe(0);
      expect(await page.locator('[data-do=wait]').count(), 'a lesson waits for its learner').toBe(0);
      if (n === steps.length - 1) await glance(page, `lesson-${game}-told`);
      await page.keyboard.press('Enter');
    }
    await ahead(page, 'done');
    await page.locator('.sheet [data-do=first]').waitFor();
    await glance(page, `lesson-${game}-done`);
    expect(
      await page.evaluate(() => document.activeElement?.getAttribute('data-do')),
      'a deal of one\u2019s own comes next',
    ).toBe('first');
  }
  expect(coups, 'the lesson of La Dame Noire has a coup to decide').toBe(1);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/t\//);
  await context.close();
});

it('from the start page by pointer: a lesson of Schwarze Dame on a desktop, step by step', async () => {
  const { page, context } = await room.visit('/', DESKTOP);
  await page.locator('.tile[data-game=schwarze-dame] [data-do=learn]').click();
  await page.locator('[data-do=begin]').click();
  const { steps } = await lessonOf(page, 'schwarze-dame');
  const card = (action: string): Locator =>
    page.locator(`[data-pile=hand] .card:not(.leaving):has(use[href="#card-${action.slice('play '.length)}"])`);
  for (const [n, step] of steps.entries()) {
    while (!(await panel(page, 'deciding').count())) {
      await page
        .locator('[data-do=ahead]')
        .click({ timeout: 500 })
        .catch(() => {});
      await change(page);
    }
    if (n === 0 || LONG) await look(page, `lesson-schwarze-dame-${n + 1}`);
    if (n === 0) {
      // If a card breaks a rule, the page names the rule and has a link to it.
      await page
        .locator('[data-pile=hand] .card.barred')
        .first()
        .click({ position: { x: 8, y: 40 } });
      await page.locator('.toast .link').click();
      await page.locator('.sheet .rules .named').waitFor();
      await look(page, 'lesson-rules');
      await page.keyboard.press('Escape');
    }
    await card(weaker(step)!).click({ position: { x: 8, y: 40 } });
    await panel(page, 'weaker').waitFor();
    // At the second decision the lesson shows the right action; at all others the test chooses it.
    if (n === 1) await page.locator('[data-do=show]').click();
    else await card(step.action).click({ position: { x: 8, y: 40 } });
    // The learner, who took the trick, is next.
    if (n === 0) await expect.poll(() => page.locator('.board .banner').innerText()).toBe('Your turn.');
    await page.locator('[data-do=on]').click();
  }
  while (!(await panel(page, 'done').count())) {
    await page
      .locator('[data-do=ahead]')
      .click({ timeout: 500 })
      .catch(() => {});
    await change(page);
  }
  await page.locator('.sheet .score').first().waitFor();
  await look(page, 'lesson-schwarze-dame-done');
  await page.locator('[data-do=first]').click();
  await page.waitForURL(/\/t\//);
  await page.locator('[data-pile=hand] .card').first().waitFor();
  await context.close();
});

it('the other boards on a desktop, each up to its second decision, in the reader’s language', async () => {
  const boards = [
    ['la-dame-noire', 'de'],
    ['kael', 'fr'],
    ['hearts', 'fr'],
    ['rouge-et-noir', 'de'],
  ] as const;
  for (const [game, locale] of inShort(boards, 1)) {
    const { page, context } = await room.visit(`/learn/${game}`, { ...DESKTOP, locale });
    await panel(page, 'welcome').waitFor();
    const { steps } = await lessonOf(page, game);
    await ahead(page, 'deciding');
    await look(page, `lesson-${game}-1`);
    await type(page, steps[0]!.action);
    await panel(page, 'told').waitFor();
    await page.keyboard.press('Enter');
    await ahead(page, 'deciding');
    await glance(page, `lesson-${game}-2`);
    await context.close();
  }
});

it('on a phone on its side the words of a lesson are read first, and go when the table is touched', async () => {
  const { page, context } = await room.visit('/learn/kael', { ...PHONE, viewport: { width: 740, height: 360 } });
  await page.locator('[data-do=begin]').click();
  await ahead(page, 'deciding');
  expect(await covered(page)).toBeGreaterThan(0);
  await page.locator('#board').tap({ position: { x: 20, y: 250 } });
  await page.locator('.lesson-words').waitFor({ state: 'hidden' });
  await page.locator('[data-do=fold]').tap();
  await page.locator('.lesson-words').waitFor();
  await glance(page, 'lesson-kael-on-its-side');
  await context.close();
});

it('by touch it is said how a card is laid, until one was touched; no mistaken call is offered', async () => {
  const { page, context } = await room.visit('/', PHONE);
  await context.addInitScript(() => {
    const kept = JSON.parse(localStorage.getItem('cardroom.settings')!) as { touched?: boolean };
    delete kept.touched;
    localStorage.setItem('cardroom.settings', JSON.stringify(kept));
  });
  await page.goto(`${room.room.url}/learn/kael`);
  await page.locator('[data-do=begin]').tap();
  await ahead(page, 'deciding');
  await page.locator('.toast', { hasText: 'Tap a card to choose it' }).waitFor();
  expect(await page.locator('.kl-call').count()).toBe(0);
  await look(page, 'lesson-kael-first-touch');
  await page.locator('[data-pile=hand] .card.tap').first().tap();
  await page.locator('[data-do=lay]').waitFor();
  expect(await page.locator('.toast').count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('cardroom.settings'))).toContain('"touched":true');
  // The rule of the decision is one press away.
  await page.locator('.lesson-panel [data-do=rule]').tap();
  await page.locator('.sheet .rules .named').waitFor();
  await context.close();
});

it('a game that has no lesson, and a step that it does not have', async () => {
  const { page, context } = await room.visit('/learn/bridge');
  await page.locator('.nowhere h1').waitFor();
  const answers = await page.evaluate(() =>
    Promise.all(
      [
        'lessons/bridge',
        'lessons/kael/why?step=99&action=kael',
        'lessons/kael/why?step=zero',
        'lessons/kael/why?step=0&action=play%20Qs',
      ].map(async (path) => {
        const answer = await fetch(`/api/v1/${path}`);
        return [
          answer.status,
          (await answer.json()) as { error?: { key: string }; refusal?: { key: string } },
        ] as const;
      }),
    ),
  );
  expect(answers.map(([status, body]) => [status, body.error?.key ?? body.refusal?.key])).toEqual([
    [400, 'unknown_game'],
    [404, 'unknown_lesson'],
    [400, 'malformed'],
    [200, 'notation'],
  ]);
  await context.close();
});
