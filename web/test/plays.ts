// How a person plays each game: clicking what a person would click.

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { picture } from './cardroom';
import { change } from './change';

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
const EDGE = { position: { x: 8, y: 40 }, timeout: 2000 };
export const there = async (what: Locator): Promise<boolean> => (await what.count()) > 0;
/** A button by what it does: the same in every language. */
const button = (page: Page, does: string): Locator =>
  page.locator(`.button[data-do="${does}"]:not([aria-disabled=true])`).first();
const hand = (page: Page): Locator => page.locator('[data-pile=hand] .card:not(.leaving):not(.barred)');

export const schwarzeDame: Play = {
  game: 'schwarze-dame',
  title: 'Schwarze Dame',
  home: 'de',
  options: { deals: 1 },
  async act(page, press) {
    if (!(await there(page.locator('.banner.turn')))) return false;
    const play = button(page, 'play');
    if (await there(play)) await press(play);
    else await hand(page).first().click(EDGE);
    return true;
  },
};

export const laDameNoire: Play = {
  game: 'la-dame-noire',
  title: 'La Dame Noire',
  home: 'fr',
  options: { deals: 1, max_trades: 1 },
  sights: { tray: '.ldn-stop', trick: '.ldn-chip', coup: '.ldn-outcome' },
  async act(page, press) {
    const coup = page.locator('.ldn-outcome');
    if (await there(coup)) {
      await press(coup.first());
      await press(page.locator('.sheet-foot .primary'));
      return true;
    }
    // A card that was tapped for the trade may stay chosen when the showdown has just begun: the banner then says that
    // it is none to play.
    if (!(await there(page.locator('.banner:is(.turn, .warn)')))) return false;
    for (const does of ['bid', 'put', 'play']) {
      const primary = button(page, does);
      if (await there(primary)) {
        await press(primary);
        return true;
      }
    }
    if (await there(page.locator('.ldn-stop'))) {
      await hand(page).first().click(EDGE);
      return true;
    }
    const chip = page.locator('.ldn-chip');
    if (await there(chip)) {
      await press(chip.first());
      return true;
    }
    const pass = button(page, 'pass');
    if (!(await there(pass))) return false;
    await press(pass);
    return true;
  },
};

export const kael: Play = {
  game: 'kael',
  title: 'Kaël',
  home: 'fr',
  options: { match_end: 'first_out' },
  sights: { draw: '.button[data-do=draw]:not([aria-disabled=true])' },
  async act(page, press) {
    const claim = page.locator('.kl-claims .button');
    if (await there(claim)) {
      await press(claim.first());
      return true;
    }
    const four = button(page, 'deal-4');
    if (await there(four)) {
      await press(four);
      return true;
    }
    for (const does of ['show', 'draw', 'lay']) {
      if (await there(button(page, does))) {
        await press(button(page, does));
        return true;
      }
    }
    const gold = page.locator('.kl-call.gold .button');
    if (await there(gold)) {
      await press(gold.first());
      return true;
    }
    if (!(await there(page.locator('.banner.turn, .kl-step.now')))) return false;
    const cards = page.locator('[data-pile=hand] .card.tap');
    if (!(await there(cards))) return false;
    await cards.last().click(EDGE);
    return true;
  },
};

export const rougeEtNoir: Play = {
  game: 'rouge-et-noir',
  title: 'Rouge et Noir',
  home: 'de',
  options: { redeals: 0 },
  async act(page, press) {
    const finish = button(page, 'finish');
    if (await there(finish)) {
      await press(finish);
      return true;
    }
    // The card in hand goes to its best place, or else to the discard pile.
    const inHand = page.locator('[data-pile=hand] .card:not(.leaving)');
    if (await there(inHand)) {
      const goes = page.locator('[data-pile=hand] .card.tap:not(.leaving)');
      if (await there(goes)) await goes.first().dblclick({ timeout: 2000 });
      else await press(button(page, 'discard'));
      return true;
    }
    const turn = button(page, 'turn');
    if (await there(turn)) {
      await press(turn);
      return true;
    }
    // The stock is spent and nothing moves: a person gives up.
    await press(page.locator('[data-do=give-up]'));
    await press(page.locator('.sheet .button.danger'));
    return true;
  },
};

export const hearts: Play = {
  game: 'hearts',
  title: 'Hearts',
  home: 'fr',
  options: { to: 1 },
  sights: { trick: '.button[data-do=play]' },
  async act(page, press) {
    if (!(await there(page.locator('.banner.turn')))) return false;
    for (const does of ['give', 'play']) {
      if (await there(button(page, does))) {
        await press(button(page, does));
        return true;
      }
    }
    // In giving three cards one after the other, then one at a time.
    await page.locator('[data-pile=hand] .card:not(.leaving):not(.barred):not(.chosen)').first().click(EDGE);
    return true;
  },
};

export const PLAYS = [schwarzeDame, laDameNoire, kael, rougeEtNoir, hearts];

/** The buttons that end a deal or a match. */
export const ending = (page: Page): Locator =>
  page.locator('.sheet .sheet-foot .button:is([data-do=next], [data-do=again])');

/** How a person presses, on glass or with a mouse. */
export const presser =
  (touch: boolean) =>
  async (what: Locator): Promise<void> => {
    await (touch ? what.tap({ timeout: 3000 }) : what.click({ timeout: 3000 }));
  };

/** Plays at the table in view until the deal or the match has ended, and returns how many things were done. `sees` is
 * called before each of them, `acted` after it, with their number. */
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
    // A button may go between looking and pressing: then we look again.
    try {
      did = await play.act(page, press);
    } catch (e) {
      if (!/Timeout/.test(String(e))) throw e;
      // A press can land on what has just moved under it: whoever opened a sheet in that way closes it.
      const opened = (await there(page.locator('dialog.sheet'))) && !(await there(ending(page)));
      if (opened) await page.keyboard.press('Escape');
    }
    if (did) await acted?.(++acts);
    await change(page);
  }
  return acts;
}
