// Tests that in all games only one gesture can be made at a time. While the mouse holds a card, keys do nothing. While
// a key is pressed, the mouse cannot lift a card.

import { expect, it } from 'vitest';
import { acts, framesOf, open, orders, page, showFrames } from './frames';

showFrames();

const GAMES = ['hearts', 'kael', 'la-dame-noire', 'rouge-et-noir', 'schwarze-dame'];
const card = () => page.locator('.card.draggable:not(.barred):not(.leaving)');

/** Opens the first frame of a game in which a card can be dragged, and returns the position of that card. */
async function withCard(game: string): Promise<{ x: number; y: number }> {
  const frames = await framesOf(game);
  for (let at = 0; at < frames; at++) {
    await open(game, at);
    if ((await card().count()) === 0) continue;
    const box = (await card().first().boundingBox())!;
    return { x: box.x + 8, y: box.y + 40 };
  }
  throw new Error(`no card of ${game} can be carried`);
}

it.each(GAMES)('%s: keys do nothing while the mouse holds a card', async (game) => {
  const { x, y } = await withCard(game);
  const before = orders().length;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 60, { steps: 4 });
  expect(await page.locator('.card.lifted').count()).toBeGreaterThan(0);
  for (const key of [' ', 'Enter', 'u', 'Escape', '1', 'ArrowLeft']) await page.keyboard.press(key);
  await page.clock.runFor(500);
  expect(orders().slice(before)).toEqual([]);
  expect(await page.locator('.card.lifted').count()).toBeGreaterThan(0);
  // The card is dropped where it was, and after that keys work again.
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
  await page.clock.runFor(500);
  expect(orders().slice(before)).toEqual([]);
  await page.keyboard.press('?');
  await expect.poll(async () => (await page.clock.runFor(50), page.locator('dialog[open]').count())).toBe(1);
});

it.each(GAMES)('%s: the mouse takes no card while a key is down', async (game) => {
  const focused = async () => {
    const place = await withCard(game);
    await page.locator('.table [tabindex="0"]').focus();
    return place;
  };
  await focused();
  await page.keyboard.press(' ');
  await page.clock.runFor(500);
  const byKey = acts();
  const { x, y } = await focused();
  await page.keyboard.down(' ');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y - 60, { steps: 4 });
  expect(await page.locator('.card.lifted').count()).toBe(0);
  await page.mouse.up();
  await page.keyboard.up(' ');
  await page.clock.runFor(500);
  // Either nothing has happened, or only what the key does by itself.
  expect([[], byKey]).toContainEqual(acts());
  // After the key is released, the mouse works again.
  await withCard(game);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y - 60, { steps: 4 });
  expect(await page.locator('.card.lifted').count()).toBeGreaterThan(0);
  await page.mouse.up();
});
