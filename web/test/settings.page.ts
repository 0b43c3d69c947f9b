// The settings of a reader and of the system: colours, sounds, signals that call back to the table, and the left-handed
// layout.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { faults } from './look';
import { mockBrowser } from './mockBrowser';

const browser = await mockBrowser();
afterAll(() => browser.close());

interface Heard {
  strokes: number;
  buzzes: number[];
  hidden: boolean;
}
const heard = (page: Page): Promise<Heard> =>
  page.evaluate(() => ({ ...(globalThis as unknown as { heard: Heard }).heard }));

/** Opens a table at the reader's turn. Sounds and vibrations are counted and not played. */
async function table(options: BrowserContextOptions = {}, settings: object = {}, clock = false): Promise<Page> {
  const page = await browser.open('show=game', options, async (fresh) => {
    if (clock) {
      await fresh.clock.install({ time: 0 });
      await fresh.clock.pauseAt(1000);
    }
    await fresh.addInitScript((kept) => {
      if (!localStorage.getItem('cardroom.settings')) localStorage.setItem('cardroom.settings', JSON.stringify(kept));
      const heard: Heard = { strokes: 0, buzzes: [], hidden: false };
      const node = {
        connect() {},
        start() {
          heard.strokes++;
        },
        stop() {},
        gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
        frequency: {},
        getChannelData: () => new Float32Array(8),
      };
      Object.assign(globalThis, {
        heard,
        AudioContext: class {
          state = 'running';
          currentTime = 0;
          sampleRate = 80;
          destination = {};
          createGain() {
            return node;
          }
          createOscillator() {
            return { ...node };
          }
          createBufferSource() {
            return { ...node };
          }
          createBuffer() {
            return node;
          }
        },
      });
      Object.defineProperty(navigator, 'vibrate', {
        value: (ms: number) => {
          heard.buzzes.push(ms);
          return true;
        },
        configurable: true,
      });
      Object.defineProperty(document, 'hidden', { get: () => heard.hidden });
    }, settings);
  });
  await expect
    .poll(async () => {
      if (clock) await page.clock.runFor(50);
      return page.locator('[data-pile=hand] .card').count();
    })
    .toBe(13);
  return page;
}

const card = (page: Page, name: string) => page.locator(`[data-pile=hand] .card[aria-label^="${name}"]`);
const edge = { position: { x: 8, y: 40 } };
async function settings(page: Page): Promise<void> {
  await page.locator('#tab-settings').click();
  await page.getByLabel('Left-handed layout').waitFor();
}

describe('forced colours', () => {
  it('leave nothing that cannot be seen: edges for buttons and seats, and cards in their own colours', async () => {
    const page = await table({ forcedColors: 'active', reducedMotion: 'reduce' }, { oneTap: 'no' });
    await settings(page);
    await card(page, '9 of clubs').click(edge);
    await page.locator('.card.chosen').waitFor();
    const look = await page.evaluate(() => {
      const of = (what: string, pseudo?: string) => getComputedStyle(document.querySelector(what)!, pseudo);
      return {
        seat: of('.seat').borderStyle,
        turn: of('.banner.turn').borderTopWidth,
        chosen: of('.card.chosen', '::after').outlineWidth,
        face: of('.card .card-inner').forcedColorAdjust,
      };
    });
    expect(look).toEqual({ seat: 'solid', turn: '2px', chosen: '3px', face: 'none' });
    expect(await faults(page)).toEqual([]);
    await page.context().close();
  });
});

describe('sounds', () => {
  it('are off until wanted', async () => {
    const page = await table({ reducedMotion: 'reduce' });
    await card(page, '9 of clubs').click(edge);
    await page.locator('[data-pile=trick] [aria-label="9 of clubs"]').waitFor();
    expect((await heard(page)).strokes).toBe(0);
    await settings(page);
    await page.getByLabel('Sound').click();
    // When sound is turned on, a sound is played immediately. Then the cards of the other players make sounds.
    await expect.poll(async () => (await heard(page)).strokes).toBeGreaterThan(0);
    const first = (await heard(page)).strokes;
    await expect.poll(async () => (await heard(page)).strokes).toBeGreaterThan(first);
    await page.context().close();
  });
});

describe('at one’s turn', () => {
  it('a phone buzzes, a desk does not, nor a phone whose reader wants none', async () => {
    const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
    for (const [options, kept, buzzes] of [
      [phone, {}, [60]],
      [phone, { vibration: false }, []],
      [{}, {}, []],
    ] as const) {
      const page = await table(options, kept);
      await expect.poll(async () => (await page.title()).startsWith('● Your turn.')).toBe(true);
      expect((await heard(page)).buzzes).toEqual(buzzes);
      await page.context().close();
    }
  });

  it('the title says so, blinks while nobody looks, and stays where less motion is asked for', async () => {
    for (const still of [false, true]) {
      const page = await table(still ? { reducedMotion: 'reduce' } : {}, {}, true);
      const called = '● Your turn. Schwarze Dame';
      await expect
        .poll(async () => {
          await page.clock.runFor(20);
          return page.title();
        })
        .toBe(called);
      const titles = async (): Promise<string[]> => {
        const list: string[] = [];
        for (let i = 0; i < 4; i++) {
          await page.clock.runFor(1000);
          list.push(await page.title());
        }
        return [...new Set(list)].sort();
      };
      expect(await titles(), 'seen').toEqual([called]);
      await page.evaluate(() => {
        (globalThis as unknown as { heard: Heard }).heard.hidden = true;
      });
      expect(await titles(), 'not seen').toEqual(still ? [called] : ['Schwarze Dame', called]);
      await page.context().close();
    }
  });
});

describe('the reader’s table', () => {
  it('has four colours in this game alone, and its side at the other hand, and both are kept', async () => {
    const page = await table({ reducedMotion: 'reduce' });
    const colours = () =>
      page.evaluate(() => {
        const of = (suit: string) =>
          getComputedStyle(document.querySelector('.table-cards')!).getPropertyValue(`--suit-${suit}`).trim();
        return new Set([...'cdhs'].map(of)).size;
      });
    const sideFirst = async () =>
      (await page.locator('.side').boundingBox())!.x < (await page.locator('#board').boundingBox())!.x;
    expect(await colours()).toBe(2);
    expect(await sideFirst()).toBe(false);
    await settings(page);
    await page.getByLabel('Four-colour').click();
    await page.getByLabel('Left-handed layout').click();
    await expect.poll(colours).toBe(4);
    await expect.poll(sideFirst).toBe(true);
    const kept = await page.evaluate(
      () => JSON.parse(localStorage.getItem('cardroom.settings')!) as { fourColours: object; leftHanded: boolean },
    );
    expect(kept.fourColours).toEqual({ 'schwarze-dame': true });
    expect(kept.leftHanded).toBe(true);
    await page.goto(page.url().replace(/\/t\/mock.*/, '/dev.html?show=game&game=hearts'));
    await expect.poll(() => page.locator('[data-pile=hand] .card').count()).toBe(13);
    expect(await colours()).toBe(2);
    expect(await sideFirst()).toBe(true);
    await page.context().close();
  });
});
