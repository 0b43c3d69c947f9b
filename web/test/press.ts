// The controls that a person presses at a table, and the form in which each game describes its play
// (`games/<id>/web/play.ts`).

import type { Locator, Page } from 'playwright-core';

export interface Play {
  game: string;
  title: string;
  /** The language of the test's phone. */
  home: 'fr' | 'de';
  options: Record<string, unknown>;
  /** The pictures to take during a deal: for each name, the selector of the element that must be visible. */
  sights?: Record<string, string>;
  /** Does one action that a person could do now. Returns false if nothing can be done. */
  act(page: Page, press: (what: Locator) => Promise<void>): Promise<boolean>;
}

/** A position near the left edge of a card, which is visible even in a fan. */
export const EDGE = { position: { x: 8, y: 40 }, timeout: 2000 };
export const there = async (what: Locator): Promise<boolean> => (await what.count()) > 0;
/** Returns a button by its action, which is the same in every language. */
export const button = (page: Page, does: string): Locator =>
  page.locator(`.button[data-do="${does}"]:not([aria-disabled=true])`).first();
export const hand = (page: Page): Locator => page.locator('[data-pile=hand] .card:not(.leaving):not(.barred)');

/** Presses Tab until the element with this action has the focus. */
export async function tabTo(page: Page, does: string, key = 'Tab'): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.getAttribute('data-do') === wanted, does)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not reach ${does}`);
}
