// A page that shows the frames of a game, one at a time. Its clock does not run unless a test advances it.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { mockBrowser, type MockBrowser } from './mockBrowser';

/** The page that the tests of a file use. */
export let page: Page;
let sent: string[] = [];

/** Opens the page for the tests of a file. */
export function showFrames(): void {
  let browser: MockBrowser;
  beforeAll(async () => {
    browser = await mockBrowser();
    page = await browser.open('show=frames&game=hearts', { reducedMotion: 'reduce' }, async (fresh) => {
      await fresh.clock.install({ time: 0 });
      await fresh.clock.pauseAt(1000);
    });
    page.on('console', (line) => {
      if (line.text().startsWith('sent ')) sent.push(line.text().slice('sent '.length));
    });
    // Waits until the page has started: a page that starts later would overwrite the settings of the first test.
    while ((await page.locator('.seat').count()) === 0) await page.clock.runFor(20);
  });
  afterAll(() => browser.close());
}

export const PHONE = { width: 360, height: 640 };
export const DESK = { width: 1440, height: 900 };
/** A position near the left edge of a card, which is visible even in a fan. */
export const EDGE = { position: { x: 8, y: 40 } };

export const origin = () => new URL(page.url()).origin;

/** Loads the page with this query and with these stored settings. */
export async function load(query: string, settings: object = {}): Promise<void> {
  await page.evaluate((kept) => localStorage.setItem('cardroom.settings', JSON.stringify(kept)), settings);
  sent = [];
  await page.goto(`${origin()}/dev.html?${query}`);
}

/** Opens the table at one of the frames of its game. */
export async function open(game: string, at = 0, size = DESK, settings: object = {}, watch = false): Promise<void> {
  await page.setViewportSize(size);
  await load(`show=frames&game=${game}&at=${at}${watch ? '&watch' : ''}`, {
    speed: 'none',
    side: true,
    touched: true,
    ...settings,
  });
  await seen(() => page.locator('.seat, .rn-facts').count()).toBeGreaterThan(0);
  // The panel beside the table is loaded as a separate part.
  await seen(() => page.locator('.side:empty').count()).toBe(0);
  // Waits until the page has started completely: it handles keys, and can show the motion between two frames.
  await page.clock.runFor(200);
}

/** Polls a state, and advances the page's clock by `ms` before each look. */
export const seen = <What>(what: () => Promise<What>, ms = 20) =>
  expect.poll(async () => {
    await page.clock.runFor(ms);
    return what();
  });

/** Returns the commands that the page has sent since it was loaded. */
export const orders = (): { t: string; action?: string }[] =>
  sent.map((text) => JSON.parse(text) as { t: string; action?: string });
export const acts = (): string[] => orders().flatMap((one) => (one.t === 'act' ? [one.action!] : []));

/** Shows a toast, with a link to a rule if one is given. */
export const say = (words: string, rule?: string) =>
  page.evaluate(
    ([words, rule]) => (globalThis as unknown as { toast(words: string, rule?: string): void }).toast(words!, rule),
    [words, rule],
  );

/** Shows the next or the previous frame. The key event has a target outside the board. So the page does not handle it
 * as a key of the game. */
export const next = (step: ']' | '[' = ']') =>
  page.evaluate((key) => {
    const far = document.body.appendChild(document.createElement('input'));
    far.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    far.remove();
  }, step);

export const card = (face: string) => page.locator(`[data-pile=hand] .card:not(.leaving):has([href="#card-${face}"])`);

const files = import.meta.glob<unknown[]>('../../games/*/web/frames.ts', { import: 'default' });
/** Returns the number of frames in the file of a game. */
export const framesOf = async (game: string): Promise<number> =>
  (await files[`../../games/${game}/web/frames.ts`]!()).length;
