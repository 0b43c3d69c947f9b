// What a person presses at a table, and how each game says that it is played (`games/<id>/web/play.ts`).

import type { Locator, Page } from 'playwright-core';

export interface Play {
  game: string;
  title: string;
  /** The language that the phone asks for. */
  home: 'fr' | 'de';
  options: Record<string, unknown>;
  /** The sights of a deal that are worth a look, by their selector. */
  sights?: Record<string, string>;
  /** One thing that a person would do now; false: nothing to do at the moment. */
  act(page: Page, press: (what: Locator) => Promise<void>): Promise<boolean>;
}

/** A card in a fan shows its left edge. */
export const EDGE = { position: { x: 8, y: 40 }, timeout: 2000 };
export const there = async (what: Locator): Promise<boolean> => (await what.count()) > 0;
/** A button by what it does: the same in every language. */
export const button = (page: Page, does: string): Locator =>
  page.locator(`.button[data-do="${does}"]:not([aria-disabled=true])`).first();
export const hand = (page: Page): Locator => page.locator('[data-pile=hand] .card:not(.leaving):not(.barred)');
