// Tests that hold for every frame of every board: names are isolated, and words are neither covered nor cut off.

import { describe, expect, it } from 'vitest';
import { together } from './apart';
import { cut } from './look';
import { DESK, framesOf, next, open, origin, page, PHONE, seen, showFrames } from './frames';
import { LONG } from './long';

showFrames();

describe('a name that is written from right to left', () => {
  const NAMES = ['רחל', 'שרה', 'דוד', 'נעמי'];
  const apart = async (where: string, least: number) => {
    const found = await together(page, NAMES);
    expect([where, found.together]).toEqual([where, []]);
    expect(found.shown, where).toBeGreaterThanOrEqual(least);
  };

  for (const game of LONG ? ['schwarze-dame', 'hearts', 'la-dame-noire', 'kael'] : ['la-dame-noire']) {
    it(`stands by itself on every picture of the board, in the log and on the score sheet: ${game}`, async () => {
      await page.setViewportSize(DESK);
      const frames = await framesOf(game);
      for (const watch of ['', '&watch']) {
        await page.goto(`${origin()}/dev.html?show=frames&game=${game}&names=${NAMES.join()}${watch}`);
        await seen(() => page.locator('.seat').count()).toBeGreaterThan(1);
        for (let n = 1; n <= frames; n++) {
          for (const tab of ['log', 'score']) {
            await page.locator(`#tab-${tab}`).evaluate((el) => (el as HTMLElement).click());
            await page.clock.runFor(100);
            await apart(`${game} ${n} ${tab} ${watch}`, 3);
          }
          await next();
          await page.clock.runFor(3000);
        }
      }
    });
  }

  it('stands by itself on the start page, and where it invites', async () => {
    await page.goto(`${origin()}/dev.html?show=start&names=${NAMES.join()}`);
    await seen(() => page.locator('.name').count()).toBe(1);
    await page.clock.runFor(500);
    await apart('start', 3);
    await page.goto(`${origin()}/dev.html?show=invitation&game=kael&names=${NAMES.join()}`);
    await seen(() => page.locator('.invitation-seats li').count()).toBe(3);
    await page.clock.runFor(500);
    await apart('invitation', 3);
  });
});

describe('a phone on its side', () => {
  const SIDEWAYS = { width: 640, height: 360 };
  /** Returns the words of the board that are covered by the banner or by the buttons of the action bar. */
  const under = () =>
    page.evaluate(() => {
      // A sheet with a choice may cover the table.
      if (document.querySelector('.board .sheet')) return [];
      const bars = [...document.querySelectorAll('.board .banner, .board .action-bar > .button')];
      const texts = document.createTreeWalker(document.querySelector('.board')!, NodeFilter.SHOW_TEXT);
      // The banner itself must not be cut off.
      const found = [...document.querySelectorAll('.board .banner, .board .banner *')]
        .filter((el) => el.clientWidth > 0 && el.scrollWidth > el.clientWidth + 1 && !el.closest('.visually-hidden'))
        .map((el) => `${el.textContent} is cut`);
      /** Returns the part of a box that is visible. The elements around it may cut off the rest. */
      const seenOf = (box: DOMRect, el: Element) => {
        let { left, right, top, bottom } = box;
        for (let at: Element | null = el; at && !at.matches('.board'); at = at.parentElement) {
          if (getComputedStyle(at).overflow === 'visible') continue;
          const edge = at.getBoundingClientRect();
          [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
          [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        }
        return { left, right, top, bottom };
      };
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const el = text.parentElement!;
        if (!text.textContent!.trim() || el.closest('.visually-hidden, .toast, svg')) continue;
        if (getComputedStyle(el).visibility === 'hidden') continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
        if (boxes.some((box) => box.left < 0 || box.right > innerWidth))
          found.push(`${text.textContent} beyond the window`);
        for (const bar of bars.filter((one) => !one.contains(el))) {
          const there = bar.getBoundingClientRect();
          const covered = boxes
            .map((box) => seenOf(box, el))
            .some(
              (box) =>
                Math.min(box.right, there.right) - Math.max(box.left, there.left) > 2 &&
                Math.min(box.bottom, there.bottom) - Math.max(box.top, there.top) > 2,
            );
          if (covered) found.push(`${text.textContent!.trim()} under ${bar.className}`);
        }
      }
      return found;
    });

  for (const game of ['schwarze-dame', 'hearts', 'la-dame-noire', 'kael', 'rouge-et-noir'])
    it(`has no words under the line that says what to do: ${game}`, async () => {
      const frames = await framesOf(game);
      const bars: number[] = [];
      for (const language of LONG ? ['en', 'de'] : ['de']) {
        await open(game, 0, SIDEWAYS, { language });
        await seen(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
        for (let n = 0; n < frames; n++) {
          // A board gets its new size one frame later than the window.
          await seen(async () => [language, n, await under()]).toEqual([language, n, []]);
          bars.push(await page.locator('.board .banner, .board .action-bar').count());
          await next();
          await page.clock.runFor(3000);
        }
      }
      expect(Math.max(...bars)).toBeGreaterThan(0);
    });
});

describe('a plate', () => {
  const lying = () =>
    page.evaluate(() => {
      const box = (el: Element) => el.getBoundingClientRect();
      const cards = [...document.querySelectorAll('.card:not(.leaving)')].map((el) => ({ el, at: box(el) }));
      return [...document.querySelectorAll('.seat')].flatMap((seat) => {
        const at = box(seat);
        return cards
          .filter((card) => Math.min(card.at.right, at.right) - Math.max(card.at.left, at.left) > 2)
          .filter((card) => Math.min(card.at.bottom, at.bottom) - Math.max(card.at.top, at.top) > 2)
          .map(({ el }) => `${seat.textContent} on ${el.getAttribute('aria-label')}`);
      });
    });
  for (const game of ['schwarze-dame', 'hearts', 'la-dame-noire', 'kael'])
    it(`never lies on a card: ${game}`, async () => {
      const frames = await framesOf(game);
      // Two sizes of a phone in landscape, a laptop at a zoom of 200 %, a phone, a tablet, and two desktops.
      const all = ['640x360', '844x390', '720x450', '360x640', '768x1024', '1440x900', '1920x1080'];
      // The shortest, the narrowest and one wide window hold the places of the rest; long runs look at all.
      const sizes = LONG ? all : ['640x360', '360x640', '1440x900'];
      await open(game, 0);
      for (const [way, words] of sizes.entries()) {
        const [width, height] = words.split('x').map(Number) as [number, number];
        await page.setViewportSize({ width, height });
        for (let n = 0; n < frames; n++) {
          await page.clock.runFor(3000);
          await seen(async () => [words, way, n, await lying()]).toEqual([words, way, n, []]);
          if (n < frames - 1) await next(way % 2 ? '[' : ']');
        }
      }
    });
});

describe('the words of every button', () => {
  for (const game of ['schwarze-dame', 'hearts', 'la-dame-noire', 'kael', 'rouge-et-noir'])
    it(`are read whole: ${game}`, async () => {
      const frames = await framesOf(game);
      for (const language of LONG ? ['en', 'fr', 'de'] : ['de']) {
        await open(game, 0, PHONE, { language });
        await seen(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
        // Goes through the frames forwards and backwards in turn, each time in another size.
        const all = [PHONE, { width: 640, height: 360 }, { width: 768, height: 1024 }, DESK];
        for (const [way, size] of (LONG ? all : all.slice(0, 2)).entries()) {
          await page.setViewportSize(size);
          for (let n = 0; n < frames; n++) {
            await page.clock.runFor(3000);
            expect.soft([language, size.width, way, n, await cut(page)]).toEqual([language, size.width, way, n, []]);
            if (n < frames - 1) await next(way % 2 ? '[' : ']');
          }
        }
      }
    });
});
