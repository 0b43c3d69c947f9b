// A page that shows frames of a game, one at a time. Its clock stands still: time goes on only where a test says so.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { mockBrowser, type MockBrowser } from './mockBrowser';

/** The page of this file's tests. */
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
    // A page that still begins would write its settings over those of the first test.
    while ((await page.locator('.seat').count()) === 0) await page.clock.runFor(20);
  });
  afterAll(() => browser.close());
}

export const PHONE = { width: 360, height: 640 };
export const DESK = { width: 1440, height: 900 };
/** A card in a fan shows its left edge. */
export const EDGE = { position: { x: 8, y: 40 } };

export const origin = () => new URL(page.url()).origin;

/** Loads the page with these words behind `?`, and with these settings kept. */
export async function load(query: string, settings: object = {}): Promise<void> {
  await page.evaluate((kept) => localStorage.setItem('cardroom.settings', JSON.stringify(kept)), settings);
  sent = [];
  await page.goto(`${origin()}/dev.html?${query}`);
}

/** The table at one of the frames of its game. */
export async function open(game: string, at = 0, size = DESK, settings: object = {}, watch = false): Promise<void> {
  await page.setViewportSize(size);
  await load(`show=frames&game=${game}&at=${at}${watch ? '&watch' : ''}`, { speed: 'none', side: true, ...settings });
  await seen(() => page.locator('.seat, .rn-facts').count()).toBeGreaterThan(0);
  // The panel beside the table comes as a part of its own.
  await seen(() => page.locator('.side:empty').count()).toBe(0);
  // The page's work after its first look is done: it hears keys, and knows what to show between two frames.
  await page.clock.runFor(200);
}

/** Runs a look at a state that shows shortly. */
export const seen = <What>(what: () => Promise<What>, ms = 20) =>
  expect.poll(async () => {
    await page.clock.runFor(ms);
    return what();
  });

/** The commands that the page has sent since it was loaded. */
export const orders = (): { t: string; action?: string }[] =>
  sent.map((text) => JSON.parse(text) as { t: string; action?: string });
export const acts = (): string[] => orders().flatMap((one) => (one.t === 'act' ? [one.action!] : []));

/** A word that comes and goes, with the rule to read. */
export const say = (words: string, rule?: string) =>
  page.evaluate(
    ([words, rule]) => (globalThis as unknown as { toast(words: string, rule?: string): void }).toast(words!, rule),
    [words, rule],
  );

/** The next frame comes, or the one before, without a key that the page would hear. */
export const next = (step: ']' | '[' = ']') =>
  page.evaluate((key) => {
    const far = document.body.appendChild(document.createElement('input'));
    far.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    far.remove();
  }, step);

export const card = (face: string) => page.locator(`[data-pile=hand] .card:not(.leaving):has([href="#card-${face}"])`);

const files = import.meta.glob<unknown[]>('../../games/*/web/frames.ts', { import: 'default' });
/** How many frames the file of a game has. */
export const framesOf = async (game: string): Promise<number> =>
  (await files[`../../games/${game}/web/frames.ts`]!()).length;
