// A look at a screen: axe-core finds nothing, targets are large enough for a thumb, and a picture is kept.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { picture } from './cardroom';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds, in lines that name the element. Every rule that it has is on. */
export async function faults(page: Page): Promise<string[]> {
  // A page that stays has it already: it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async () => {
    type Result = { violations: { id: string; help: string; nodes: { target: string[]; html: string; any: { message: string }[] }[] }[] };
    const found = await (globalThis as unknown as { axe: { run(): Promise<Result> } }).axe.run();
    return found.violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${v.help}: ${n.target.join(' ')} ${n.html.slice(0, 120)} ${n.any[0]?.message ?? ''}`));
  });
}

/** Controls that are smaller than a thumb. A card in a fan counts by its height: its neighbours cover the rest. */
const small = (page: Page): Promise<string[]> => page.evaluate(() =>
  [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, summary')].flatMap((el) => {
    const hit = el.matches('input[type=radio], input[type=checkbox]') ? el.closest('label') ?? el : el;
    const box = hit.getBoundingClientRect();
    const seen = box.width > 0 && box.height > 0 && getComputedStyle(el).visibility !== 'hidden' && el.getAttribute('aria-hidden') !== 'true' && !el.closest('[aria-hidden=true]');
    // Words in a running text, and what is only seen when focused, are no targets of a thumb.
    if (!seen || el.matches('.skip, .slot, p .link, .toast .link, .lost .link, .rules a') || box.bottom < 0) return [];
    if (el.matches('.card:not(.tap)')) return [];
    if (el.matches('.card')) return box.height < 44 ? [`card ${el.getAttribute('aria-label')} ${box.height}`] : [];
    return box.height < 43.5 || box.width < 43.5 ? [`${el.outerHTML.slice(0, 110)} ${Math.round(box.width)}×${Math.round(box.height)}`] : [];
  }));

export async function look(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(250);   // a sheet that fades in has no colours yet
  expect.soft(await faults(page), name).toEqual([]);
  expect.soft(await small(page), `${name}: targets of 44 px`).toEqual([]);
  await picture(page, name);
}
