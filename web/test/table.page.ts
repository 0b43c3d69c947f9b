import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { room, type Room } from './room';

const found: Room = await room(decodeURIComponent(new URL('../../vite.config.ts', import.meta.url).pathname));
afterAll(() => found.close());

describe('a table', () => {
  let page: Page;
  const hand = () => page.locator('[data-pile=hand] .card:not(.leaving)');
  const trick = () => page.locator('[data-pile=trick] .card:not(.leaving)');
  const card = (name: string) => page.locator(`.card[aria-label^="${name}"]`);
  /** A fan shows the left edge of each card. */
  const edge = { position: { x: 8, y: 40 } };

  describe('With a mouse only', () => {
    beforeAll(async () => {
      page = await found.open('show=game');
      await hand().first().waitFor();
    });

    it('one click plays a card, and it keeps its place in the page', async () => {
      expect(await hand().count()).toBe(13);
      await card('9 of clubs').click(edge);
      await page.waitForFunction(() => document.querySelector('[data-pile=trick] [aria-label="9 of clubs"]'));
      expect(await hand().count()).toBe(12);
    });

    it('a full trick rests before it goes', async () => {
      await page.waitForFunction(
        () => document.querySelectorAll('[data-pile=trick] .card:not(.leaving)').length === 4,
        null,
        { timeout: 5000 },
      );
      await page.waitForFunction(
        () => document.querySelectorAll('[data-pile=trick] .card:not(.leaving)').length < 4,
        null,
        { timeout: 5000 },
      );
    });

    it('a card against the rules says why, with the rule', async () => {
      await page.waitForFunction(() => document.querySelectorAll('.card.barred').length > 0, null, { timeout: 8000 });
      await page.locator('.card.barred').first().click(edge);
      expect(await page.locator('.toast').innerText()).toContain('Follow suit');
      expect(await page.locator('.toast button').innerText()).toContain('S3');
    });

    it('a small shake is a click, a drag into nowhere slides back', async () => {
      const first = page.locator('.card.draggable').first();
      const name = await first.getAttribute('aria-label');
      const box = (await first.boundingBox())!;
      await page.mouse.move(box.x + 8, box.y + 40);
      await page.mouse.down();
      await page.mouse.move(box.x + 8, box.y - 300, { steps: 5 });
      expect(await page.locator('.card.lifted').count()).toBe(1);
      await page.mouse.move(60, box.y - 60, { steps: 5 });
      await page.mouse.up();
      expect(await page.locator(`[data-pile=hand] [aria-label="${name}"]`).count()).toBe(1);
      const way = async () => {
        const { x, y } = (await first.boundingBox())!;
        return Math.hypot(x - box.x, y - box.y);
      };
      await expect.poll(way).toBeLessThan(2);
    });

    it('a drag onto the trick plays', async () => {
      const first = page.locator('.card.draggable').first();
      const name = await first.getAttribute('aria-label');
      let box = (await first.boundingBox())!;
      // The last drag's card may still slide back, and the toast of the last refusal may lie over it.
      const grabbed = async () => {
        const { x, y } = (box = (await first.boundingBox())!);
        return page.evaluate(
          ([x, y]) => document.elementFromPoint(x!, y!)?.closest('.card:not(.moving)')?.getAttribute('aria-label'),
          [x + 8, y + 40],
        );
      };
      await expect.poll(grabbed).toBe(name);
      const trickBox = (await page.locator('[data-slot=trick]').boundingBox())!;
      await page.mouse.move(box.x + 8, box.y + 40);
      await page.mouse.down();
      await page.mouse.move(trickBox.x + trickBox.width / 2, trickBox.y + trickBox.height / 2, { steps: 8 });
      await page.mouse.up();
      // In the trick, or gone with it: a busy machine may show no picture in between.
      await page.waitForFunction((n) => !document.querySelector(`[data-pile=hand] [aria-label="${n}"]`), name);
    });
  });

  describe('by keyboard', () => {
    beforeAll(async () => {
      page = await found.open('show=game');
      await hand().first().waitFor();
    });
    const focus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

    it('is one stop for Tab; arrows walk, Enter plays, and the focus stays at the table', async () => {
      expect(await page.locator('.table [tabindex="0"]').count()).toBe(1);
      await page.locator('.table [tabindex="0"]').focus();
      expect(await focus()).toBe('queen of spades');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      expect(await focus()).toBe('ace of hearts');
      await page.keyboard.press('End');
      await page.keyboard.press('Home');
      expect(await focus()).toBe('queen of spades');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.querySelector('[data-pile=trick] [aria-label="queen of spades"]'));
      expect(await page.evaluate(() => document.activeElement?.closest('.table') !== null)).toBe(true);
    });
  });

  describe('with a finger', () => {
    beforeAll(async () => {
      page = await found.open('show=game', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
      await hand().first().waitFor();
    });

    it('the first tap lifts, the second plays', async () => {
      await card('9 of clubs').tap(edge);
      expect(await page.locator('.card.chosen').getAttribute('aria-label')).toBe('9 of clubs');
      expect(await trick().count()).toBe(0);
      await page.waitForTimeout(400);
      await card('9 of clubs').tap(edge);
      await page.waitForFunction(() => document.querySelector('[data-pile=trick] [aria-label="9 of clubs"]'));
    });
  });

  describe('where less motion is asked for', () => {
    beforeAll(async () => {
      page = await found.open('show=game', { reducedMotion: 'reduce' });
      await hand().first().waitFor();
    });

    it('nothing travels', async () => {
      await card('9 of clubs').click(edge);
      await page.waitForFunction(() => document.querySelector('[data-pile=trick] [aria-label="9 of clubs"]'));
      expect(
        await page.evaluate(() =>
          document
            .getAnimations()
            .some((a) =>
              (a.effect as KeyframeEffect)
                .getKeyframes()
                .some((k) => 'transform' in k && (a.effect as KeyframeEffect).target?.classList.contains('card')),
            ),
        ),
      ).toBe(false);
    });
  });
});

describe('the start page', () => {
  it('plays at one press, and comes back', async () => {
    const page = await found.open('show=start');
    await page.locator('.tile:not(.waiting)').first().waitFor();
    expect(await page.locator('.tile').count()).toBe(5);
    await page.getByRole('button', { name: 'Play: Schwarze Dame' }).click();
    await page.locator('[data-pile=hand] .card').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/t/mock');
    await page.getByRole('link', { name: 'Back to start' }).click();
    await page.locator('.tile').first().waitFor();
  });
});

if (!found) it('is not looked at: there is no Chromium here', () => {});
