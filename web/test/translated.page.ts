// Tests that translation by the browser does not break the page. In every frame of every board, a translated page shows
// the same as an untranslated page.

import { expect, it } from 'vitest';
import { framesOf, next, open, page, showFrames } from './frames';
import { translatePage } from './translator';

showFrames();

/** The changing words at the table, above it, beside it, and for screen readers. */
const LIVE = '.board .banner, .board .seat, .rn-facts, .game-head, .side .score, .game > [role=status]';
async function said(game: string, translated: boolean): Promise<string[]> {
  await open(game);
  if (translated) await translatePage(page);
  const all: string[] = [];
  for (let n = await framesOf(game); n > 0; n--) {
    await page.clock.runFor(3000);
    all.push(await page.locator(LIVE).evaluateAll((live) => live.map((el) => el.textContent).join(' | ')));
    await next();
  }
  return all;
}

it.each(['hearts', 'kael', 'la-dame-noire', 'rouge-et-noir', 'schwarze-dame'])(
  '%s: no words are stale, and cards keep their ranks',
  async (game) => {
    expect(await said(game, true)).toEqual(await said(game, false));
    // The translator has changed the page, but not the parts at the table.
    await open(game);
    await translatePage(page);
    expect(await page.locator('#app font').count()).toBeGreaterThan(0);
    expect(await page.locator('.board font, svg font, .game-head font, .score font, bdi font').count()).toBe(0);
  },
);
