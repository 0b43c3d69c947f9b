// The way in which a person plays each game with clicks.

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { picture } from './cardroom';
import { change } from './change';
import { there, type Play } from './press';

export { there, type Play };

const found = import.meta.glob('../../games/*/web/play.ts', { eager: true, import: 'default' }) as Record<string, Play>;
/** The description of play for each game, from `games/<id>/web/play.ts`. */
export const PLAYS: Play[] = Object.values(found);

export const playOf = (game: string): Play => PLAYS.find((play) => play.game === game)!;

/** Returns the buttons that are visible when a deal or a match has ended. */
export const ending = (page: Page): Locator =>
  page.locator('.sheet .sheet-foot .button:is([data-do=next], [data-do=again])');

/** Returns the function that presses an element, by touch or with the mouse. */
export const presser =
  (touch: boolean) =>
  async (what: Locator): Promise<void> => {
    await (touch ? what.tap({ timeout: 3000 }) : what.click({ timeout: 3000 }));
  };

/** Plays at the visible table until the deal or the match has ended. Calls `sees` before each action, and `acted` with
 * the action's number after it. Returns the number of actions. */
export async function playToTheEnd(
  page: Page,
  play: Play,
  touch: boolean,
  name: string,
  { sees, acted }: { sees?(): Promise<void>; acted?(acts: number): Promise<void> },
): Promise<number> {
  const press = presser(touch);
  const limit = Date.now() + 240_000;
  let acts = 0;
  while (!(await there(ending(page)))) {
    await sees?.();
    if (Date.now() > limit) await picture(page, `${play.game}-${name}-stuck`);
    expect(Date.now(), `${play.title} comes to an end; ${acts} things done so far`).toBeLessThan(limit);
    let did = false;
    // A button can disappear before it is pressed, so the test looks again.
    try {
      did = await play.act(page, press);
    } catch (e) {
      if (!/Timeout/.test(String(e))) throw e;
      // A press can hit something that has just moved to that place. If it has opened a sheet, the sheet is closed.
      const opened = (await there(page.locator('dialog.sheet'))) && !(await there(ending(page)));
      if (opened) await page.keyboard.press('Escape');
    }
    if (did) await acted?.(++acts);
    await change(page);
  }
  return acts;
}
