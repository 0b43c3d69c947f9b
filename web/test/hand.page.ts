// Tests of the player's own hand, of buttons that must be held, and of moves that are played automatically. The player
// can order the hand.

import { describe, expect, it } from 'vitest';
import { acts, card, load, orders, page, seen, showFrames } from './frames';

showFrames();

/** The indices of the frames in the file of their game. */
const FRAMES = {
  bidding: 0,
  trading: 1,
  exchanged: 3,
  waiting: 5,
  cannot: 10,
  early: 11,
  stuck: 14,
  harmless: 1,
  first: 0,
  homeward: 0,
  inHand: 4,
  discards: 7,
  beating: 4,
  last: 3,
  dealt: 4,
  beforeCannot: 9,
  mayEnd: 6,
  offering: 7,
  asked: 8,
  decided: 5,
};
const SORTED = ['2c', '2d', '3h', '4c', '4s', '7d', '7h', '8c', '9s', 'Jd', 'Qs', 'Kc', 'Kh'];

/** Opens the table at one of these frames. */
async function open(at: keyof typeof FRAMES, settings: object = {}, game = 'la-dame-noire', more = ''): Promise<void> {
  await load(`show=frames&game=${game}&at=${FRAMES[at]}${more}`, settings);
  await seen(() => page.locator('.table-cards').count()).toBe(1);
}

const hand = (): Promise<string[]> =>
  page
    .locator('[data-pile=hand] .card:not(.leaving) use')
    .evaluateAll((all) => all.map((use) => use.getAttribute('href')!.slice('#card-'.length)));
const without = (...faces: string[]) => SORTED.filter((face) => !faces.includes(face));

async function carry(face: string, onto: string): Promise<void> {
  const from = (await card(face).boundingBox())!;
  const to = (await card(onto).boundingBox())!;
  await page.mouse.move(from.x + 8, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(to.x + 8, to.y + 44, { steps: 6 });
  await page.mouse.up();
}

/** Moves a card by dx and dy with the mouse, and drops it. */
async function slide(face: string, dx: number, dy: number): Promise<void> {
  const box = (await card(face).boundingBox())!;
  await page.mouse.move(box.x + 8, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 8 + dx, box.y + 40 + dy, { steps: 4 });
  await page.mouse.up();
}

describe('the hand', () => {
  it('is laid in an own order by dragging, which new cards join and sorting ends', async () => {
    await open('bidding');
    expect(await hand()).toEqual(SORTED);
    await carry('Qs', '2c');
    await seen(hand).toEqual(['Qs', ...without('Qs')]);
    await carry('2d', 'Kh');
    await seen(hand).toEqual(['Qs', ...without('Qs', '2d'), '2d']);
    expect(acts(), 'an order is nobody else’s business').toEqual([]);
    // The three leaves the hand, and the ten arrives.
    for (let i = 0; i < FRAMES.exchanged; i++) {
      await page.keyboard.press(']');
      await page.clock.runFor(2000);
    }
    await seen(hand).toEqual(['Qs', ...without('Qs', '2d', '3h'), '2d', 'Ts']);
    await page.keyboard.press('s');
    await seen(hand).toEqual(['2c', '2d', '4c', '4s', '7d', '7h', '8c', '9s', 'Ts', 'Jd', 'Qs', 'Kc', 'Kh']);
    await page.keyboard.press('s');
    await seen(hand).not.toEqual(['2c', '2d', '4c', '4s', '7d', '7h', '8c', '9s', 'Ts', 'Jd', 'Qs', 'Kc', 'Kh']);
  });

  it('is tapped by a finger that slips, and keeps its order unless a card is carried to another place', async () => {
    const sorted = () => page.locator('[data-do=sort]').getAttribute('aria-label');
    await open('waiting');
    await seen(() => page.locator('[data-pile=hand] .card').count()).toBeGreaterThan(0);
    const before = await hand();
    const way = await sorted();
    const [first, second] = before as [string, string];
    await slide(first, 8, 2);
    await seen(() => card(first).getAttribute('aria-pressed')).toBe('true');
    // A card that is lifted and put back, or dropped outside the hand, does not change the order.
    await slide(second, 14, 0);
    await slide(second, 30, -45);
    await seen(hand).toEqual(before);
    expect(await sorted()).toBe(way);
    await carry(second, first);
    await seen(hand).toEqual([second, first, ...before.slice(2)]);
    expect(await sorted()).not.toBe(way);
    // After a tap on a card that cannot be played the page says why, even if the finger has moved a little.
    await open('first', {}, 'schwarze-dame');
    await seen(() => card('2c').getAttribute('class')).toContain('barred');
    await slide('2c', 8, 0);
    await seen(() => page.locator('.toast').allInnerTexts()).toEqual(['You can’t do that now.']);
  });

  it('keeps cards together that are carried together; the one they are held by lies where it was let go', async () => {
    await open('beating');
    await seen(hand).toEqual(SORTED);
    for (const face of ['4c', 'Qs']) await card(face).click({ position: { x: 8, y: 40 } });
    await seen(() => card('Qs').getAttribute('aria-pressed')).toBe('true');
    await carry('Qs', '7h');
    await seen(hand).toEqual(['2c', '2d', '3h', '4s', '7d', '4c', 'Qs', '7h', '8c', '9s', 'Jd', 'Kc', 'Kh']);
    expect(await page.locator('.table-box > [role=status]').innerText()).toBe('queen of spades: position 7 of 13');
    await carry('Qs', '2c');
    await seen(hand).toEqual(['4c', 'Qs', ...without('4c', 'Qs')]);
    expect(await page.locator('.table-box > [role=status]').innerText()).toBe('queen of spades: position 2 of 13');
  });

  it('is ordered by Shift and an arrow, and a reader hears where the card is', async () => {
    await open('bidding');
    await card('3h').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await seen(hand).toEqual(['2c', '2d', '4c', '4s', '3h', ...SORTED.slice(5)]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('3 of hearts');
    expect(await page.locator('.table-box > [role=status]').innerText()).toBe('3 of hearts: position 5 of 13');
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('4 of spades');
    expect(await hand()).toEqual(['2c', '2d', '4c', '4s', '3h', ...SORTED.slice(5)]);
  });
});

describe('what must be held', () => {
  const stop = () => page.locator('.button.hold');
  const HELD_MS = 600;
  const went = () => acts().includes('stop');
  /** Waits longer than the button must be held. */
  const later = () => page.clock.runFor(HELD_MS * 2);

  it('is not done by a click, a short press, or the key that names it', async () => {
    await open('trading');
    await stop().click();
    await later();
    expect(went()).toBe(false);
    expect(await page.locator('.toast').innerText()).toContain('Press and hold');
    await stop().hover();
    await page.mouse.down();
    await page.clock.runFor(HELD_MS - 100);
    await page.mouse.up();
    await later();
    expect(went()).toBe(false);
    // The button is pressed, but the mouse moves off it while it is held.
    await page.mouse.down();
    await page.mouse.move(2, 2);
    await later();
    await page.mouse.up();
    expect(went()).toBe(false);
    await page.locator('#board').focus();
    await page.keyboard.press('S');
    await later();
    expect(went()).toBe(false);
    expect(await stop().evaluate((el) => el === document.activeElement), 'it is shown where to hold').toBe(true);
    for (const key of ['Enter', 'Space']) {
      await page.keyboard.press(key);
      await later();
      expect(went(), `a tap of ${key}`).toBe(false);
    }
  });

  it.each(['pointer', 'Enter', 'Space'])('is done by holding it long enough: %s', async (by) => {
    await open('trading');
    if (by === 'pointer') {
      await stop().hover();
      await page.mouse.down();
    } else {
      await stop().focus();
      await page.keyboard.down(by);
    }
    await page.clock.runFor(HELD_MS - 50);
    expect(went()).toBe(false);
    await page.clock.runFor(100);
    await expect.poll(went).toBe(true);
    if (by === 'pointer') await page.mouse.up();
    else await page.keyboard.up(by);
    await later();
    expect(acts().filter((action) => action === 'stop')).toEqual(['stop']);
  });
});

describe('what is forced', () => {
  const passes = () => acts().filter((action) => action === 'pass');

  it('waits for its player, as long as nothing else is wanted', async () => {
    await open('cannot');
    await seen(() => page.locator('[data-do=pass]').count()).toBe(1);
    await page.clock.runFor(10_000);
    expect(passes()).toEqual([]);
  });

  it('plays by itself where that is wanted, after a moment that is always the same', async () => {
    await open('cannot', { forced: true });
    await seen(() => page.locator('.forced').allInnerTexts()).toEqual(['Pass plays automatically. Tap to stop.']);
    await page.clock.runFor(1400);
    expect(passes()).toEqual([]);
    await page.clock.runFor(200);
    await expect.poll(passes).toEqual(['pass']);
  });

  it('is told in a place that a reader hears: it was there before the words', async () => {
    await open('beforeCannot', { forced: true });
    await seen(() => page.locator('.board > [role=status]').count()).toBe(1);
    const place = (await page.locator('.board > [role=status]').elementHandle())!;
    const words = () => place.evaluate((el) => (el.isConnected ? (el as HTMLElement).innerText : null));
    expect(await words()).toBe('');
    await page.keyboard.press(']');
    await seen(words).toBe('Pass plays automatically. Tap to stop.');
  });

  it.each(['touch', 'key'])('is stopped by a %s', async (by) => {
    await open('cannot', { forced: true });
    await seen(() => page.locator('.forced').count()).toBe(1);
    if (by === 'touch') await page.mouse.click(40, 300);
    else await page.keyboard.press('ArrowLeft');
    await seen(() => page.locator('.forced').count()).toBe(0);
    await page.clock.runFor(10_000);
    expect(passes()).toEqual([]);
  });
});

describe('what waits for its turn', () => {
  const button = () => page.locator('[data-do=wait]');
  const waits = () => button().getAttribute('aria-pressed');
  const words = () => page.locator('.ldn-said').innerText();
  const dashed = async () =>
    page
      .locator('[data-pile=hand] .card.waiting use')
      .evaluateAll((all) => all.map((use) => use.getAttribute('href')!.slice('#card-'.length)));
  const heard = () => page.locator('.ldn > [role=status]').innerText();
  /** Opens a frame in which it is another player's turn, and waits until the page handles keys. */
  const early = async (at: 'early' | 'stuck' = 'early', settings: object = {}) => {
    await open(at, settings);
    await seen(waits).toBe('false');
    await page.clock.runFor(100);
  };
  const choose = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.clock.runFor(20);
    }
  };

  it('is shown to its player alone, and taken back by its button, by Escape and by choosing other cards', async () => {
    await early();
    await choose('7', '9');
    await seen(() => button().innerText()).toContain('Play on my turn');
    expect(await waits()).toBe('false');
    for (const takeBack of [() => button().click(), () => choose('Enter'), () => choose('Escape'), () => choose('K')]) {
      await choose('Enter');
      await seen(waits).toBe('true');
      expect(await dashed()).toEqual(['7d', '9s']);
      expect(await words()).toBe('Beggar 7–9 will be played on your turn.');
      expect(await heard()).toBe('Beggar 7–9 will be played on your turn.');
      await takeBack();
      await seen(dashed).toEqual([]);
      expect(await heard()).toBe('Cancelled.');
      expect(await page.locator('[data-pile=hand] .card.chosen').count()).toBeGreaterThan(1);
    }
    expect(acts(), 'it is nobody else’s business').toEqual([]);
  });

  it('is sent when the turn has come, and once however often the frame comes', async () => {
    await early();
    await choose('7', '9', 'Enter');
    await seen(waits).toBe('true');
    // The player's turn comes, and the page sends the move. The next frame repeats this one, like the answer to a
    // command.
    await page.keyboard.press(']');
    await seen(async () => acts()).toEqual(['play 7d9s']);
    await page.keyboard.press(']');
    await page.clock.runFor(5000);
    expect(acts()).toEqual(['play 7d9s']);
  });

  it('is handed back where it is not enough any more: its cards stay chosen, and why is said', async () => {
    await early();
    await choose('K', 'Enter');
    await seen(waits).toBe('true');
    await page.keyboard.press(']');
    await seen(() => page.locator('.toast').allInnerTexts(), 400).toEqual(['Not played: K♣ was too weak by then.']);
    expect(await page.locator('[data-pile=hand] .card.chosen').count()).toBe(1);
    // When the toast is gone, its place says why the cards cannot be played.
    await seen(words, 1000).toContain('You can’t do that now.');
    expect(acts()).toEqual([]);
  });

  it('goes before what is forced, which does not play beside it', async () => {
    await early('stuck', { forced: true });
    await choose('p');
    await seen(waits).toBe('true');
    await page.keyboard.press(']');
    await seen(async () => acts()).toEqual(['pass']);
    await page.clock.runFor(5000);
    expect(acts()).toEqual(['pass']);
  });

  it('is a pass where nothing is chosen', async () => {
    await early();
    await choose('p');
    await seen(waits).toBe('true');
    expect(await words()).toBe('You’ll pass on your next turn in this trick.');
    await choose('2');
    await seen(heard).toBe('Cancelled.');
    await choose('Escape', 'p');
    await page.keyboard.press(']');
    await seen(async () => acts()).toEqual(['pass']);
  });
});

describe('Schwarze Dame without a card that costs', () => {
  it('plays the rest by itself once its player says so, the highest first, and no card of the next deal', async () => {
    await open('harmless', {}, 'schwarze-dame');
    await seen(() => page.locator('[data-do=finish]').count()).toBe(1);
    expect(acts()).toEqual([]);
    await page.locator('[data-do=finish]').click();
    await seen(async () => acts(), 400).toEqual(['play Jd', 'play 9s', 'play 2c']);
    await seen(hand, 400).toHaveLength(13);
    await page.clock.runFor(5000);
    expect(await page.locator('[data-do=finish]').getAttribute('aria-pressed')).toBe('false');
    expect(acts()).toHaveLength(3);
  });

  it('is sorted by suit, by rank, and as its player lays it', async () => {
    await open('harmless', {}, 'schwarze-dame');
    await seen(hand).toEqual(['2c', 'Jd', '9s']);
    await page.keyboard.press('s');
    await seen(hand).toEqual(['2c', '9s', 'Jd']);
    await carry('Jd', '2c');
    await seen(hand).toEqual(['Jd', '2c', '9s']);
    await page.keyboard.press('s');
    await seen(hand).toEqual(['2c', '9s', 'Jd']);
  });
});

describe('a deal that is decided', () => {
  const rests = () => orders().filter((one) => one.t === 'rest');
  const button = (does: string) => page.locator(`[data-do=${does}]`);

  it.each(['schwarze-dame', 'hearts'])('%s: its seat offers to end it, by key and by button', async (game) => {
    await open(game === 'hearts' ? 'decided' : 'mayEnd', {}, game);
    await seen(() => button('end-deal').count()).toBe(1);
    const at = game === 'hearts' ? 3 : 15;
    await page.keyboard.press('e');
    await seen(async () => rests()).toMatchObject([{ at, on: true }]);
    await open(game === 'hearts' ? 'decided' : 'mayEnd', {}, game);
    await seen(() => button('end-deal').count()).toBe(1);
    await button('end-deal').click();
    await seen(async () => rests()).toMatchObject([{ at, on: true }]);
  });

  it('says who is waited for, and the offer can be taken back', async () => {
    await open('offering', {}, 'schwarze-dame');
    await seen(() => page.locator('.banner').innerText()).toBe('End the deal? Waiting for Uwe and Ina.');
    expect(await button('end-deal').count()).toBe(0);
    await page.keyboard.press('e');
    await seen(async () => rests()).toMatchObject([{ at: 15, on: false }]);
  });

  it('asks the others, who accept or play on', async () => {
    const words = 'Uwe offers to end the deal: the result can’t change any more.';
    await open('asked', {}, 'schwarze-dame');
    await seen(() => page.locator('.banner').innerText()).toBe(words);
    await page.keyboard.press('e');
    await seen(async () => rests()).toMatchObject([{ seat: 2, at: 9, on: true }]);
    await open('asked', {}, 'schwarze-dame');
    await seen(() => button('play-on').count()).toBe(1);
    await page.keyboard.press('n');
    await seen(async () => rests()).toMatchObject([{ seat: 2, at: 9, on: false }]);
  });

  it.each(['mayEnd', 'offering', 'asked'] as const)('covers no plate on a phone, in German: %s', async (frame) => {
    const before = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height: 640 });
    await open(frame, { language: 'de' }, 'schwarze-dame');
    await seen(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
    await seen(() =>
      button(frame === 'mayEnd' ? 'end-deal' : 'play-on')
        .or(button('take-back'))
        .count(),
    ).toBe(1);
    const covered = await page.evaluate(() => {
      const box = (el: Element) => el.getBoundingClientRect();
      const bar = [...document.querySelectorAll('.trick-bar .banner, .trick-bar .button')].filter(
        (el) => box(el).width,
      );
      const top = Math.min(...bar.map((el) => box(el).top));
      return [...document.querySelectorAll('.seat, .trick-sum')]
        .filter((el) => box(el).bottom > top + 1)
        .map((el) => el.className);
    });
    expect(covered).toEqual([]);
    await page.setViewportSize(before);
  });

  it('offers nothing where it is not decided', async () => {
    await open('harmless', {}, 'schwarze-dame');
    await seen(() => button('finish').count()).toBe(1);
    for (const does of ['end-deal', 'accept-end', 'play-on', 'take-back']) expect(await button(does).count()).toBe(0);
  });
});

describe('a sheet over the table', () => {
  it('belongs to the deal that it was opened in', async () => {
    const sheet = page.locator('dialog');
    await open('last', {}, 'schwarze-dame');
    await seen(() => page.locator('[data-do=gone]').count()).toBe(1);
    await page.keyboard.press('g');
    await seen(() => sheet.count()).toBe(1);
    for (const tricks of [0, 1]) {
      await page.keyboard.press(']');
      await seen(() => page.locator('[data-do=gone]').count(), 400).toBe(tricks);
      expect(await sheet.count()).toBe(0);
    }
    await page.keyboard.press('g');
    await seen(() => sheet.count()).toBe(1);
  });

  it('is opened by a key that is listed before there is a trick to look at', async () => {
    await open('dealt', {}, 'schwarze-dame');
    await seen(() => page.locator('[data-pile=hand] .card').count()).toBe(13);
    expect(await page.locator('[data-do=gone]').count()).toBe(0);
    await page.keyboard.press('?');
    await seen(() =>
      page
        .locator('dialog .keys div')
        .allInnerTexts()
        .then((all) => all.map((one) => one.replace(/\s+/g, ' '))),
    ).toContain('g Played');
  });
});

describe('Rouge et Noir on a slow line', () => {
  it.each([
    ['homeward', ['t1 f', 'hand discard', 'turn']],
    ['inHand', ['hand f', 'turn']],
  ] as const)('turns the stock after what goes home by itself: %s', async (at, wanted) => {
    await open(at, { autoHome: 'always' }, 'rouge-et-noir', '&slow=300');
    await seen(async () => acts(), 50).toEqual([wanted[0]]);
    await page.keyboard.press('Space');
    await seen(async () => acts(), 50).toEqual([...wanted]);
    await page.clock.runFor(1000);
    expect(acts()).toEqual([...wanted]);
    expect(await page.locator('.toast').allInnerTexts()).toEqual([]);
  });
});

describe('the keys', () => {
  it('printed on a button do what it says, also after a click on a place of the table', async () => {
    await open('discards', { autoHome: 'never', oneTap: 'no' }, 'rouge-et-noir');
    // The card in hand is moved to the discard pile, so that the pile has the focus.
    await page.locator('[data-pile=hand] .card').click();
    await page.locator('[data-pile=discard] .slot').click();
    await seen(async () => acts()).toEqual(['hand discard']);
    await page.keyboard.press('Space');
    await seen(async () => acts()).toEqual(['hand discard', 'turn']);
  });

  it('← and → go to the hand where nothing has the focus', async () => {
    await open('first', {}, 'schwarze-dame');
    await seen(() => page.locator('[data-pile=hand] .card.tap').count()).toBeGreaterThan(1);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await page.keyboard.press('ArrowRight');
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-pile]')?.getAttribute('data-pile'));
    expect(await focused()).toBe('hand');
  });

  it('of a game are listed on every turn, and a line to type on is the first thing that Tab comes to', async () => {
    await open('waiting');
    await seen(() => page.locator('[data-pile=hand] .card').count()).toBeGreaterThan(0);
    expect(await page.locator('[data-do=pass]').count(), 'it is another’s turn').toBe(0);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset['do'])).toBe('line');
    await page.keyboard.press('Enter');
    await seen(() => page.evaluate(() => document.activeElement?.id)).toBe('line');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await seen(() =>
      page
        .locator('dialog .keys div')
        .allInnerTexts()
        .then((all) => all.map((one) => one.replace(/\s+/g, ' '))),
    ).toEqual(
      expect.arrayContaining([
        'b Bet …',
        'x Give … to …',
        '⇧S Stop',
        'p Pass',
        's sort your hand',
        '⇧ ← → move a card along your hand',
      ]),
    );
    await page.keyboard.press('Escape');
  });

  it('typed before the line to type on is there stand in the line, and do nothing else', async () => {
    await open('cannot');
    await seen(() => page.locator('[data-do=pass]').count()).toBe(1);
    let arrive = () => {};
    const there = new Promise<void>((done) => {
      arrive = done;
    });
    await page.route('**/commandLine-*', async (asked) => {
      await there;
      await asked.fallback();
    });
    await page.locator('#board').focus();
    for (const key of [':', 'p', 'a', 's', 'x', 'Backspace', 'Enter']) await page.keyboard.press(key);
    await page.clock.runFor(1000);
    expect(await page.locator('#line').count()).toBe(0);
    arrive();
    await seen(() => page.locator('#line:focus').count()).toBe(1);
    await page.keyboard.press('s');
    expect(await page.locator('#line').inputValue()).toBe('pass');
    expect(acts()).toEqual([]);
    await page.keyboard.press('Enter');
    await seen(async () => acts()).toEqual(['pass']);
    // If the field for typed actions is closed before its code has loaded, keys belong to the game again.
    await open('cannot');
    await seen(() => page.locator('[data-do=pass]').count()).toBe(1);
    for (const key of [':', 'Escape', 'p']) await page.keyboard.press(key);
    await seen(async () => acts()).toEqual(['pass']);
    await page.unroute('**/commandLine-*');
  });
});
