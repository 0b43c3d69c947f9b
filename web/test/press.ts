// The controls that a person presses at a table, and how each game describes its play (`games/<id>/web/play.ts`).

import type { Locator, Page } from 'playwright-core';

export interface Play {
  game: string;
  title: string;
  /** The language of the test's phone. */
  home: 'fr' | 'de';
  options: Record<string, unknown>;
  /** Selectors of elements in a deal that are worth a picture. */
  sights?: Record<string, string>;
  /** Does one thing that a person would do now. Returns false if there is nothing to do. */
  act(page: Page, press: (what: Locator) => Promise<void>): Promise<boolean>;
}

/** The visible left edge of a card in a fan. */
export const EDGE = { position: { x: 8, y: 40 }, timeout: 2000 };
export const there = async (what: Locator): Promise<boolean> => (await what.count()) > 0;
/** Returns a button by its action, which is the same in every language. */
export const button = (page: Page, does: string): Locator =>
  page.locator(`.button[data-do="${does}"]:not([aria-disabled=true])`).first();
export const hand = (page: Page): Locator => page.locator('[data-pile=hand] .card:not(.leaving):not(.barred)');
