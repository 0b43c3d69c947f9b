// Tests that use only the accessibility tree of the page. Like a screen reader, they find elements by role and name.
// They press elements by keys. They play a deal of each game and a lesson, and use an analysis and the settings.

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import shell from '../lang/en.json';
import lesson from '../lang/lesson/en.json';
import side from '../lang/side/en.json';
import dame from '../../games/la-dame-noire/lang/en.json';
import hearts from '../../games/hearts/lang/en.json';
import kael from '../../games/kael/lang/en.json';
import rouge from '../../games/rouge-et-noir/lang/en.json';
import schwarze from '../../games/schwarze-dame/lang/en.json';
import { startServer, type TestServer } from './cardroom';
import { change } from './change';
import { inShort } from './long';

let room: TestServer;
beforeAll(async () => {
  room = await startServer();
});
afterAll(() => room.close());

type Phrase = string | { one: string; other: string };

/** Returns a pattern that matches a name, whatever is in its blanks. */
const says = (words: Phrase): RegExp => {
  const forms = typeof words === 'string' ? [words] : [words.one, words.other];
  const open = (form: string) => form.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+');
  return new RegExp(`^(?:${forms.map(open).join('|')})`);
};

const there = async (what: Locator): Promise<boolean> => (await what.count()) > 0;
const button = (at: Page | Locator, name: RegExp | string): Locator =>
  at.getByRole('button', { name, disabled: false }).first();

/** Presses an element if it exists. A button can disappear in the meantime. Returns whether it was pressed. */
async function press(what: Locator, key = 'Enter'): Promise<boolean> {
  if (!(await there(what))) return false;
  return what.press(key, { timeout: 3000 }).then(
    () => true,
    (error: unknown) => {
      if (!/Timeout/.test(String(error))) throw error;
      return false;
    },
  );
}

/** Checks that the landmarks of the page have different names. */
async function apart(page: Page): Promise<void> {
  const parts = (await page.locator('body').ariaSnapshot())
    .split('\n')
    .flatMap(
      (line) =>
        /- '?((?:region|complementary|navigation|toolbar|group|tabpanel|dialog)(?: ".+?")?)/.exec(line)?.[1] ?? [],
    );
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.filter((part, i) => parts.indexOf(part) < i)).toEqual([]);
}

interface Way {
  title: string;
  options: Record<string, unknown>;
  /** The names of the buttons to press, in order of preference. */
  wanted: string[];
  /** The names of the groups whose cards are pressed if none of these buttons exists. */
  cards: Phrase[];
}

const WAYS: Record<string, Way> = {
  'schwarze-dame': { title: schwarze.title, options: { deals: 1 }, wanted: [], cards: [schwarze['pile.hand']] },
  hearts: { title: hearts.title, options: { to: 50 }, wanted: [hearts.give], cards: [hearts['pile.hand']] },
  'la-dame-noire': {
    title: dame.title,
    options: { deals: 1, max_trades: 1 },
    wanted: [dame.bid, dame.put, dame.play, dame['play.last']],
    cards: [dame['pile.hand']],
  },
  kael: {
    title: kael.title,
    options: { match_end: 'first_out' },
    wanted: [
      'Cut',
      'Good',
      kael['action.deal'].replace('{n}', '4'),
      kael['action.show'],
      kael['action.draw.deck'],
      kael.lay,
    ],
    cards: [kael['pile.hand']],
  },
  'rouge-et-noir': {
    title: rouge.title,
    options: { redeals: 0 },
    wanted: [rouge['do.discard'], rouge['do.turn']],
    cards: [],
  },
};

/** Plays any possible action until the deal is over. */
async function playDeal(page: Page, way: Way): Promise<void> {
  const over = button(page, says(shell['analysis.button']));
  let turns = 0;
  for (const limit = Date.now() + 200_000; !(await there(over)); await change(page)) {
    expect(Date.now(), `${way.title} comes to an end`).toBeLessThan(limit);
    const main = page.getByRole('main');
    // The sheet with the choice about a coup covers the table.
    if (await press(page.getByRole('radio', { checked: false }).first(), ' ')) {
      await press(button(page, says(dame['coup.keep'])));
      continue;
    }
    if (way === WAYS['rouge-et-noir'] && turns++ > 12) {
      await press(button(page, shell['game.give_up']));
      await press(button(page.getByRole('dialog'), shell['game.give_up']));
      continue;
    }
    let done = false;
    for (const name of way.wanted) if (!done) done = await press(button(main, says(name)));
    for (const group of way.cards) {
      if (done) break;
      const cards = main.getByRole('group', { name: says(group) }).getByRole('button', { disabled: false });
      const all = await cards.evaluateAll((all) =>
        all.map((el) => ({
          name: el.getAttribute('aria-label') ?? '',
          chosen: el.getAttribute('aria-pressed') === 'true',
        })),
      );
      // In La Dame Noire, if the chosen cards cannot be played, they are released, and the seat passes if it can. In
      // other games, several cards can be chosen one after the other, such as the three cards of a pass.
      if (way === WAYS['la-dame-noire'] && all.some((one) => one.chosen)) {
        await page.keyboard.press('Escape');
        if (await press(button(main, dame.pass))) break;
      }
      const legal = all.map((one) => !one.chosen && !one.name.includes(shell['card.barred']));
      const at = way === WAYS['kael'] ? legal.lastIndexOf(true) : legal.indexOf(true);
      if (at >= 0) done = await press(cards.nth(at));
    }
    if (!done && way === WAYS['la-dame-noire']) await press(button(main, dame.pass));
  }
}

for (const [game, way] of inShort(Object.entries(WAYS), 0))
  it(`a deal of ${way.title}, and what comes after it`, async () => {
    const { page, context } = await room.visit('/');
    await page.evaluate(
      ([game, options]) =>
        localStorage.setItem('cardroom.last', JSON.stringify({ [game as string]: { game, options } })),
      [game, way.options] as const,
    );
    await page.reload();
    const play = page.getByRole('button', { name: new RegExp(`^Play.*${way.title}`) }).first();
    await play.waitFor();
    await apart(page);
    await press(play);
    const main = page.getByRole('main');
    await main.getByRole('toolbar').first().waitFor();
    await apart(page);
    // If a game was opened by keyboard, the hand gets the focus as soon as there is one, so that the keyboard can be
    // used further.
    if (game === 'schwarze-dame') {
      const named = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
      await expect.poll(named).toMatch(/ of (clubs|diamonds|hearts|spades)/);
      const first = await named();
      await page.keyboard.press('ArrowRight');
      expect(await named()).not.toBe(first);
    }
    await playDeal(page, way);
    await apart(page);
    await press(button(page, says(shell['analysis.button'])));
    const analysis = page.getByRole('region', { name: side['analysis.title'] });
    await analysis.waitFor();
    const steps = analysis.getByRole('slider', { name: side['analysis.decisions'] });
    await steps.or(analysis.getByText(side['analysis.none'])).first().waitFor({ timeout: 60_000 });
    if (await there(steps)) {
      await press(steps, 'Home');
      await expect.poll(() => steps.getAttribute('aria-valuenow')).toBe('1');
      expect(await steps.getAttribute('aria-valuetext')).toMatch(/1/);
    }
    await apart(page);
    await press(button(analysis, shell.close));
    await expect.poll(() => analysis.count()).toBe(0);
    await context.close();
  });

it('a lesson', async () => {
  const { page, context } = await room.visit('/');
  const link = page.getByRole('link', { name: new RegExp(`${hearts.title}$`) });
  await link.waitFor();
  await press(link);
  const bar = page.getByRole('toolbar', { name: lesson['lesson.actions'] });
  const first = button(page, lesson['lesson.first']);
  await bar.waitFor();
  await apart(page);
  const wanted = ['lesson.begin', 'lesson.ahead', 'lesson.to_end', 'lesson.show', 'lesson.on'] as const;
  for (const limit = Date.now() + 120_000; !(await there(first)); await change(page)) {
    expect(Date.now(), 'the lesson comes to an end').toBeLessThan(limit);
    for (const key of wanted) if (await press(button(bar, lesson[key]))) break;
  }
  await apart(page);
  await context.close();
});

it('the settings, on the start page and at a table', async () => {
  const { page, context } = await room.visit('/');
  const settings = button(page, shell['settings.title']);
  await settings.waitFor();
  await press(settings);
  const dialog = page.getByRole('dialog', { name: shell['settings.title'] });
  const light = dialog.getByRole('radio', { name: side['settings.theme.light'] });
  await light.press(' ');
  await expect.poll(() => light.isChecked()).toBe(true);
  await apart(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await settings.evaluate((el) => el === document.activeElement), 'the focus is where it was').toBe(true);
  await press(page.getByRole('button', { name: new RegExp(`^Play.*${schwarze.title}`) }).first());
  const tab = page.getByRole('tab', { name: shell['settings.title'] });
  const panel = page.getByRole('tabpanel', { name: shell['settings.title'] });
  if (!(await there(page.getByRole('complementary'))))
    await page.getByRole('main').getByRole('toolbar').first().waitFor();
  await tab.press('Enter');
  const left = panel.getByRole('switch', { name: side['settings.left_handed'] });
  await left.press(' ');
  await expect.poll(() => left.isChecked()).toBe(true);
  await apart(page);
  await context.close();
});
