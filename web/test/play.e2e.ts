// A person sits down and plays a whole deal of each game, by clicking what a person would click, on a desktop and on a
// phone, against a real server. The score on the page is the record's score, and the record checks.

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkRecord, DESKTOP, house, PHONE, picture, type House } from './cardroom';

let room: House;
beforeAll(async () => { room = await house(); });
afterAll(() => room.close());

interface Play {
  game: string;
  title: string;
  /** The language that the phone asks for. */
  home: 'fr' | 'de';
  options: Record<string, unknown>;
  /** One thing that a person would do now; false: nothing to do at the moment. */
  act(page: Page, press: (what: Locator) => Promise<void>): Promise<boolean>;
}

/** A card in a fan shows its left edge. */
const EDGE = { position: { x: 8, y: 40 }, timeout: 2000 };
const there = async (what: Locator): Promise<boolean> => (await what.count()) > 0;
/** A button by what it does: the same in every language. */
const button = (page: Page, does: string): Locator => page.locator(`.button[data-do="${does}"]:not([aria-disabled=true])`).first();
const hand = (page: Page): Locator => page.locator('[data-pile=hand] .card:not(.leaving):not(.barred)');

const schwarzeDame: Play = {
  game: 'schwarze-dame', title: 'Schwarze Dame', home: 'de', options: { deals: 1 },
  async act(page, press) {
    if (!(await there(page.locator('.banner.turn')))) return false;
    const play = button(page, 'play');
    if (await there(play)) await press(play); else await hand(page).first().click(EDGE);
    return true;
  },
};

const laDameNoire: Play = {
  game: 'la-dame-noire', title: 'La Dame Noire', home: 'fr', options: { deals: 1, max_trades: 1 },
  async act(page, press) {
    const coup = page.locator('.ldn-outcome');
    if (await there(coup)) { await press(coup.first()); await press(page.locator('.sheet-foot .primary')); return true; }
    if (!(await there(page.locator('.banner.turn')))) return false;
    for (const does of ['bid', 'put', 'play']) {
      const primary = button(page, does);
      if (await there(primary)) { await press(primary); return true; }
    }
    if (await there(page.locator('.ldn-stop'))) { await hand(page).first().click(EDGE); return true; }
    const chip = page.locator('.ldn-chip');
    if (await there(chip)) { await press(chip.first()); return true; }
    const pass = button(page, 'pass');
    if (!(await there(pass))) return false;
    await press(pass);
    return true;
  },
};

const kael: Play = {
  game: 'kael', title: 'Kaël', home: 'fr', options: { match_end: 'first_out' },
  async act(page, press) {
    const claim = page.locator('.kl-claims .button');
    if (await there(claim)) { await press(claim.first()); return true; }
    const four = button(page, 'deal-4');
    if (await there(four)) { await press(four); return true; }
    for (const does of ['show', 'draw', 'lay']) {
      if (await there(button(page, does))) { await press(button(page, does)); return true; }
    }
    const gold = page.locator('.kl-call.gold .button');
    if (await there(gold)) { await press(gold.first()); return true; }
    if (!(await there(page.locator('.banner.turn, .kl-step.now')))) return false;
    const cards = page.locator('[data-pile=hand] .card.tap');
    if (!(await there(cards))) return false;
    await cards.last().click(EDGE);
    return true;
  },
};

const rougeEtNoir: Play = {
  game: 'rouge-et-noir', title: 'Rouge et Noir', home: 'de', options: { redeals: 0 },
  async act(page, press) {
    const finish = button(page, 'finish');
    if (await there(finish)) { await press(finish); return true; }
    const inHand = page.locator('[data-pile=hand] .card:not(.leaving)');
    if (await there(inHand)) {
      await inHand.first().dblclick({ timeout: 2000 });
      await page.waitForTimeout(60);
      const discard = button(page, 'discard');
      if (await there(discard)) await press(discard);
      return true;
    }
    const turn = button(page, 'turn');
    if (await there(turn)) { await press(turn); return true; }
    // The stock is spent and nothing moves: a person gives up.
    await press(page.locator('[data-do=give-up]'));
    await press(page.locator('.sheet .button.danger'));
    return true;
  },
};

// Desks speak English, phones each game's home language.
for (const play of [schwarzeDame, laDameNoire, kael, rougeEtNoir]) {
  it(`a deal of ${play.title} on a desktop`, () => deal(play, 'desktop', DESKTOP));
  it(`a deal of ${play.title} on a phone, in ${play.home}`, () => deal(play, 'phone', { ...PHONE, locale: play.home }));
}

async function deal(play: Play, view: string, options: typeof DESKTOP): Promise<void> {
  const { page, context } = await room.visit('/', options);
  const press = async (what: Locator): Promise<void> => { await (options.hasTouch ? what.tap({ timeout: 3000 }) : what.click({ timeout: 3000 })); };
  await page.locator(`.tile[data-game=${play.game}] [data-do=play]`).waitFor();
  await picture(page, `start-${view}`);
  // A short match: what the form of the options would send.
  const table = (await page.evaluate(async (body) => {
    const answer = await fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return answer.json();
  }, { game: play.game, options: play.options, ...(play.game === 'rouge-et-noir' ? { deal: 5 } : {}), ...(play.game === 'kael' ? { races: 'strict' } : {}) })) as { id: string };
  await page.goto(`${room.room.url}/t/${table.id}`);
  await page.locator('.table-cards .card').first().waitFor();

  expect(await page.evaluate(() => document.documentElement.lang)).toBe(options.locale ?? 'en');
  // Nothing is wider than the window: a page that overflows shrinks on a phone.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport!.width);

  const ending = page.locator('.sheet .sheet-foot .button:is([data-do=next], [data-do=again])');
  const limit = Date.now() + 240_000;
  let acts = 0;
  while (!(await there(ending))) {
    expect(Date.now(), `${play.title} comes to an end; ${acts} things done so far`).toBeLessThan(limit);
    let acted = false;
    // A button may go between looking and pressing: then we look again.
    try { acted = await play.act(page, press); } catch (e) { if (!/Timeout/.test(String(e))) throw e; }
    if (acted && ++acts === 4) await picture(page, `${play.game}-${view}`);
    await page.waitForTimeout(acted ? 40 : 80);
  }
  await picture(page, `${play.game}-${view}-end`);
  expect(acts).toBeGreaterThan(3);

  const record = await page.evaluate(async (id) => (await fetch(`/api/v1/tables/${id}/record`)).text(), table.id);
  checkRecord(record, `${play.game}-${view}`);
  const deals = (JSON.parse(record) as { deals: { points?: number[]; totals?: number[] }[] }).deals;
  const finished = deals.filter((d) => d.totals).at(-1)!;
  if (finished.totals!.length > 1) {
    const shown = await page.locator('.sheet table.score').last().locator('tfoot td').allInnerTexts();
    expect(shown.map((n) => Number(n.replace('−', '-').replace('+', '')))).toEqual(finished.totals);
  } else {
    expect(finished.points![0]).toBeGreaterThanOrEqual(8);
    expect(await page.locator('.rn-facts').innerText()).toMatch(new RegExp(`^${finished.points![0]}\\D+104\\D`));
  }
  await context.close();
}
