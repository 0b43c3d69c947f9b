// Tests of play by keys alone: a deal of La Dame Noire, a deal of Kaël and the first moves of Rouge et Noir, with the
// keys that the buttons name. A replay is tested with its own keys.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from './cardroom';
import { change } from './change';
import { played } from './played';
import { itLong, LONG } from './long';

let room: TestServer;
beforeAll(async () => {
  room = await startServer();
});
afterAll(() => room.close());

async function sit(body: Record<string, unknown>): Promise<Page> {
  const { page } = await room.visit('/');
  const id = await page.evaluate(async (wanted) => {
    const answer = await fetch('/api/v1/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    });
    return ((await answer.json()) as { id: string }).id;
  }, body);
  await page.goto(`${room.room.url}/t/${id}`);
  await page.locator('.table-cards').waitFor();
  return page;
}

/** Returns the keys that can be pressed now, by the action of their button, and the cards of the hand that may be
 * played. */
const look = (page: Page) =>
  page.evaluate(() => ({
    keys: Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]:not([aria-disabled=true])')].map((el) => [
        el.dataset['do'] ?? el.getAttribute('aria-keyshortcuts')!,
        el.getAttribute('aria-keyshortcuts')!.split(' ')[0]!,
      ]),
    ),
    hand: [...document.querySelectorAll('[data-pile=hand] .card.tap:not(.barred, .leaving) use')].map((use) =>
      use.getAttribute('href')!.slice('#card-'.length),
    ),
    turn: document.querySelector('.banner:is(.turn, .warn), .kl-step.now') !== null,
    over: document.querySelector('.sheet :is([data-do=next], [data-do=again])') !== null,
    said: document.querySelector('.game > [role=status]')?.textContent ?? '',
  }));
type Seen = Awaited<ReturnType<typeof look>>;

/** Presses the keys that `choose` returns, until the deal is over. No pointer is used. */
async function play(page: Page, choose: (seen: Seen) => string[] | null): Promise<void> {
  for (const limit = Date.now() + 200_000; ; ) {
    const seen = await look(page);
    if (seen.over) return;
    expect(Date.now(), 'the deal comes to an end').toBeLessThan(limit);
    const keys = choose(seen);
    for (const key of keys ?? []) await page.keyboard.press(key);
    await change(page);
  }
}

const RANK: Record<string, string> = { T: '0' };
const typed = (face: string): string => RANK[face[0]!] ?? face[0]!;

itLong('a deal of La Dame Noire', async () => {
  const page = await sit({ game: 'la-dame-noire', options: { deals: 1, max_trades: 1 } });
  const pressed = new Set<string>();
  const press = (...keys: string[]) => {
    keys.forEach((key) => pressed.add(key));
    return keys;
  };
  await page.locator('[data-do=advice]').waitFor();
  await page.keyboard.press('h');
  await page.locator('.advice-panel').waitFor();
  await play(page, ({ keys, hand, turn }) => {
    if (!turn) return null;
    // Bids whenever it is possible, because without a bet the deal ends without a trade.
    for (const does of ['bid', 'put', 'play']) if (keys[does]) return press(keys[does]);
    if (keys['pass']) return press(keys['pass']);
    // No button can be pressed, because no card is chosen yet for a trade or for a lead.
    if (hand[0]) return press(typed(hand[0]));
    // At the coup the keys move the focus from the button back to the choice, choose, and press the button.
    return ['Shift+Tab', 'Shift+Tab', 'Space', 'Tab', 'Tab', 'Enter'];
  });
  expect([...pressed]).toEqual(expect.arrayContaining(['p', 'x']));
  await page.context().close();
});

it('a deal of Kaël', async () => {
  const page = await sit({ game: 'kael', options: { match_end: 'first_out' }, races: 'strict' });
  const pressed = new Set<string>();
  const press = (...keys: string[]) => {
    keys.forEach((key) => pressed.add(key));
    return keys;
  };
  await play(page, ({ keys, hand, turn }) => {
    for (const does of ['cut', 'good', 'deal-4', 'show', 'draw', 'lay']) if (keys[does]) return press(keys[does]);
    const [face] = hand.slice(-1);
    if (!turn || !face) return null;
    return press(...(face === 'X' ? 'x' : face === '-1' ? '-' : face));
  });
  expect([...pressed]).toEqual(expect.arrayContaining(['d', 'Enter']));
  await page.context().close();
});

it('Rouge et Noir: the stock, a column, the best place, the discard pile, and back', async () => {
  const page = await sit({ game: 'rouge-et-noir', deal: 5, options: { redeals: 0 } });
  const moves = async (): Promise<number> =>
    Number(/(\d+) moves?/.exec(await page.locator('.rn-facts').innerText())![1]);
  const inHand = () => page.locator('[data-pile=hand] .card:not(.leaving)').count();
  /** Presses a key after the last key has taken effect. */
  const press = async (key: string): Promise<void> => {
    const before = await moves();
    await page.keyboard.press(key);
    await expect.poll(moves).toBeGreaterThan(before);
  };
  const seen = new Set<string>();
  for (let turn = 0; turn < (LONG ? 60 : 10); turn++) {
    await press('Space');
    await expect.poll(inHand).toBe(1);
    // One letter lifts the card in hand. A second letter moves it to a marked column; the same letter again moves it to
    // its best place.
    await page.keyboard.press('e');
    await page.locator('[data-pile=hand] .card.chosen').waitFor();
    const columns = await page
      .locator('.slot.target[data-slot^=t]')
      .evaluateAll((all) => all.map((slot) => (slot as HTMLElement).dataset['slot']!));
    const column = columns[0] ? 'asdfghjk'[Number(columns[0].slice(1)) - 1]! : null;
    const way = column ? (turn % 2 ? 'e' : 'column') : (['w', 'w alone', 'x'] as const)[turn % 3]!;
    if (way === 'w alone' || way === 'x') await page.keyboard.press('Escape');
    await press(way === 'column' ? column! : way[0]!);
    await expect.poll(inHand).toBe(0);
    seen.add(way);
  }
  expect([...seen]).toEqual(expect.arrayContaining(['column', 'e', 'w', 'x']));
  const before = await moves();
  await page.keyboard.press('u');
  await expect.poll(moves).toBeLessThan(before);
  await page.keyboard.press('U');
  await expect.poll(moves).toBe(before);
  // The space bar turns the stock, except if a button or a tab has the focus, which it then presses.
  await page.locator('[aria-keyshortcuts=u]').focus();
  await page.keyboard.press('Space');
  await expect.poll(moves).toBeLessThan(before);
  await page.locator('#tab-log').focus();
  await page.keyboard.press('Space');
  await expect.poll(() => page.locator('#tab-log').getAttribute('aria-selected')).toBe('true');
  expect(await moves()).toBeLessThan(before);
  await page.context().close();
});

it('a replay: its parts, its places, and the list of its keys', async () => {
  const { page, context } = await room.visit('/');
  const id = await played(page, { game: 'schwarze-dame', options: { deals: 2 }, bots: ['club'] }, 1);
  await page.goto(`${room.room.url}/t/${id}/replay/1`);
  await page.locator('.replay-bar').waitFor();
  const where = () => page.locator('.game-deal').first().innerText();
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await expect.poll(where).toContain('Trick 3');
  await page.keyboard.press('[');
  await expect.poll(where).toContain('Trick 2');
  await page.keyboard.press('v');
  await expect.poll(() => page.url()).toContain('seat=1');
  expect(await where(), 'the place in the deal stays').toContain('Trick 2');
  await page.keyboard.press('?');
  await expect
    .poll(() => page.locator('dialog .keys kbd').allInnerTexts())
    .toEqual(expect.arrayContaining(['← →', '[ ]', 'Home End', 'v']));
  await page.keyboard.press('Escape');
  await context.close();
});
