// Checks of a screen in both themes. axe-core finds no fault. Controls are large enough for a thumb. Nothing is wider
// than the window. The words of buttons are not cut off. Values are near their labels. A phone is also checked in
// landscape and in the size of a tablet. A desktop is also checked in the size of a laptop. Long runs save pictures.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { picture as always } from './cardroom';
import { LONG } from './long';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TABLET = { width: 768, height: 1024 };
const LAPTOP = { width: 1440, height: 900 };
const ON_ITS_SIDE = { width: 740, height: 360 };

/** Returns the faults that axe-core finds, with the names of the elements. It checks all its rules, or only those in
 * `rules`. */
export async function faults(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (only) => {
    type Result = {
      violations: {
        id: string;
        help: string;
        nodes: { target: string[]; html: string; any: { message: string }[] }[];
      }[];
    };
    const options = { resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) };
    const found = await (globalThis as unknown as { axe: { run(options: object): Promise<Result> } }).axe.run(options);
    return found.violations.flatMap((v) =>
      v.nodes.map(
        (n) => `${v.id}: ${v.help}: ${n.target.join(' ')} ${n.html.slice(0, 120)} ${n.any[0]?.message ?? ''}`,
      ),
    );
  }, rules);
}

/** Returns the controls that are too small for a thumb. For a card in a fan, only the height counts, because other
 * cards cover its width. */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, summary')].flatMap((el) => {
      const hit = el.matches('input[type=radio], input[type=checkbox]') ? (el.closest('label') ?? el) : el;
      const box = hit.getBoundingClientRect();
      const seen =
        box.width > 0 &&
        box.height > 0 &&
        getComputedStyle(el).visibility !== 'hidden' &&
        el.getAttribute('aria-hidden') !== 'true' &&
        !el.closest('[aria-hidden=true]');
      // Links in the text of the rules, and elements that are visible only when focused, are not meant for a thumb.
      if (!seen || el.matches('.skip, .slot, .rules a') || box.bottom < 0) return [];
      if (el.matches('.card:not(.tap)')) return [];
      if (el.matches('.card')) return box.height < 44 ? [`card ${el.getAttribute('aria-label')} ${box.height}`] : [];
      return box.height < 43.5 || box.width < 43.5
        ? [`${el.outerHTML.slice(0, 110)} ${Math.round(box.width)}×${Math.round(box.height)}`]
        : [];
    }),
  );

/** Returns the elements that are wider than the window. Such elements make a page shrink on a phone, or give a sheet a
 * scroll bar. */
const wide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      document.documentElement,
      ...document.querySelectorAll<HTMLElement>(
        'dialog[open], .sheet, .sheet-body, .sheet-foot, .game-head, .lost, .strip, .toast, .seat-row, .notice',
      ),
    ].flatMap((el) =>
      el.scrollWidth > el.clientWidth + 1
        ? [`${el.tagName}.${el.className} ${el.scrollWidth} in ${el.clientWidth}`]
        : [],
    ),
  );

/** Returns the buttons with cut or broken words. Words can be cut off by the button, by an element around it, or by the
 * window. A single word can be broken in two. */
export const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = (el: Element) =>
      // A box of one pixel contains words for screen readers only.
      el.getBoundingClientRect().width > 1 &&
      getComputedStyle(el).visibility !== 'hidden' &&
      !el.closest('.visually-hidden, .card, [aria-hidden=true]');
    /** Returns the left and the right limit between which the words of an element are visible. A part to which one can
     * scroll is not cut off. */
    const edges = (el: Element): [number, number] => {
      let [left, right] = [0, innerWidth];
      for (let at: Element | null = el; at && at !== document.body; at = at.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(at);
        if (overflowX === 'auto' || overflowX === 'scroll') return [left === 0 ? -Infinity : left, Infinity];
        // A name that is too long may end with an ellipsis.
        if (textOverflow === 'ellipsis') return [-Infinity, Infinity];
        if (overflowX === 'visible' && at !== el) continue;
        const box = at.getBoundingClientRect();
        [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      }
      return [left, right];
    };
    return [...document.querySelectorAll<HTMLElement>('button, .button, summary, [role=tab], .choice span')]
      .filter(shown)
      .flatMap((el) => {
        const [left, right] = edges(el);
        const texts = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
        const wrong: string[] = [];
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          if (!shown(text.parentElement!)) continue;
          for (const word of (text.textContent ?? '').matchAll(/[^\s\-\u00ad\u2010-\u2014/]+/g)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
            const broken = boxes.some((box) => Math.abs(box.top - boxes[0]!.top) > box.height / 2);
            const outside = boxes.some((box) => box.left < left - 1.5 || box.right > right + 1.5);
            if (broken || outside) wrong.push(`${word[0]} in ${el.outerHTML.slice(0, 120)}`);
          }
        }
        return wrong;
      });
  });

/** Saves a picture in long runs. For single pictures there is `cargo xtask look`. */
const picture = async (page: Page, name: string): Promise<void> => {
  if (LONG) await always(page, name);
};

/** The largest distance in pixels between a value and its label on one line. */
const READ_TOGETHER = 400;

/** Returns values that are too far from their labels. */
export const far = (page: Page): Promise<string[]> =>
  page.evaluate((most) => {
    const words = (el: Element) => {
      const range = document.createRange();
      range.selectNodeContents(el);
      const boxes = [...range.getClientRects(), ...(el.matches('input') ? [el.getBoundingClientRect()] : [])].filter(
        (box) => box.width > 0,
      );
      return {
        left: Math.min(...boxes.map((box) => box.left)),
        right: Math.max(...boxes.map((box) => box.right)),
        top: Math.min(...boxes.map((box) => box.top)),
        bottom: Math.max(...boxes.map((box) => box.bottom)),
      };
    };
    const pairs = [...document.querySelectorAll('dt + dd, th[scope=row] + td, .row-words + input[role=switch]')].map(
      (value) => [value.previousElementSibling!, value] as const,
    );
    return pairs.flatMap(([label, value]) => {
      const [a, b] = [words(label), words(value)];
      const sameLine = a.bottom > b.top && b.bottom > a.top;
      return sameLine && b.left - a.right > most
        ? [`${label.textContent?.trim()} ${Math.round(b.left - a.right)} px ${value.textContent?.trim()}`]
        : [];
    });
  }, READ_TOGETHER);

/** Waits until nothing moves any more, because elements that fade or fly do not yet have their final place and
 * colour. */
const still = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const end = performance.now() + 3000;
        let last = performance.now();
        const watch = new MutationObserver(() => {
          last = performance.now();
        });
        watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        const ask = () => {
          const now = performance.now();
          const moves = document
            .getAnimations()
            .some((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime));
          if (now > end || (!moves && now - last > 50)) {
            watch.disconnect();
            done();
          } else setTimeout(ask, 20);
        };
        ask();
      }),
  );

/** Changes the theme, and waits until the page has applied it, which takes a frame. */
async function light(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((theme) => document.documentElement.dataset['theme'] === theme, colorScheme);
  await still(page);
}

/** Repeats a check until it finds no fault, because a board gets its new size a frame or more later than the window. */
const settled = (found: (page: Page) => Promise<string[]>) => async (page: Page) => {
  const end = Date.now() + 5000;
  let wrong = await found(page);
  while (wrong.length > 0 && Date.now() < end) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    wrong = await found(page);
  }
  return wrong;
};

/** Checks that `found` returns no faults on a screen. `where` names the size and the theme. */
type Fine = (where: string, found: (page: Page) => Promise<string[]>) => Promise<void>;

const formOf = (page: Page): 'phone' | 'desktop' => (page.viewportSize()!.width < 500 ? 'phone' : 'desktop');

const fineOn =
  (page: Page, name: string): Fine =>
  async (where, found) => {
    expect.soft(await found(page), `${name}, ${where}`).toEqual([]);
  };

/** Checks the screen in its own size and in the dark theme. */
async function asItIs(page: Page, name: string, fine: Fine): Promise<void> {
  const form = formOf(page);
  await light(page, 'dark');
  await fine(form, faults);
  await fine(`${form}, 44 px`, small);
  await fine(`${form}, wider than its place`, wide);
  await fine(`${form}, words that are cut`, settled(cut));
  await fine(`${form}, values far from their labels`, far);
  await picture(page, `${name}-${form}-dark`);
}

/** Checks a screen of a kind that other tests check completely, such as another moment of a board or another step of a
 * lesson. Short runs check it only in its own size and in the dark theme. */
export async function glance(page: Page, name: string): Promise<void> {
  if (LONG) await look(page, name);
  else await asItIs(page, name, fineOn(page, name));
}

/** Checks the present screen completely. `name` describes its content. Afterwards the page has its own size and the
 * dark theme again. */
export async function look(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()!;
  const form = formOf(page);
  const fine = fineOn(page, name);
  await asItIs(page, name, fine);
  if (form === 'desktop') {
    if (!LONG) return;
    await page.setViewportSize(LAPTOP);
    await still(page);
    await fine('laptop, wider than its place', wide);
    await fine('laptop, words that are cut', settled(cut));
    await fine('laptop, values far from their labels', far);
    await picture(page, `${name}-laptop-dark`);
    await fine('laptop', faults);
    await light(page, 'light');
    await fine('laptop, light', faults);
    await picture(page, `${name}-laptop-light`);
    await page.setViewportSize(size);
    await still(page);
  }
  await light(page, 'light');
  // Another theme changes only colours, so only the rules on colours are checked.
  await fine(`${form}, light`, (there) => faults(there, ['color-contrast', 'link-in-text-block']));
  await picture(page, `${name}-${form}-light`);
  if (form === 'phone' && LONG) {
    await page.setViewportSize(ON_ITS_SIDE);
    await still(page);
    await fine('a phone on its side, wider than its place', wide);
    await fine('a phone on its side, words that are cut', settled(cut));
    await page.setViewportSize(TABLET);
    await still(page);
    await fine('tablet, 44 px', small);
    await fine('tablet, wider than its place', wide);
    await fine('tablet, words that are cut', settled(cut));
    await fine('tablet, values far from their labels', far);
    await picture(page, `${name}-tablet-light`);
    await fine('tablet, light', faults);
    await light(page, 'dark');
    await fine('tablet', faults);
    await picture(page, `${name}-tablet-dark`);
    await page.setViewportSize(size);
  }
  await light(page, 'dark');
}
