// Tests that a toast says, near the hand, why something is impossible. It covers nothing that has to be read or
// pressed, and moves no button.

import { describe, expect, it } from 'vitest';
import { DESK, EDGE, framesOf, open, page, PHONE, say, seen, showFrames } from './frames';
import { LONG } from './long';

showFrames();

/** Two sizes of a phone on its side. */
const ASIDE = { width: 844, height: 390 };
const SMALL_ASIDE = { width: 640, height: 360 };

describe('what comes and goes', () => {
  /** Returns the words and controls that the toast covers. */
  const covered = () =>
    page.evaluate(() => {
      const shown = document.querySelector('.toast')!;
      // Ends the animation of the toast, so that it has its final place.
      shown.getAnimations().forEach((coming) => coming.finish());
      const toast = shown.getBoundingClientRect();
      const over = (el: Element, by: number) => {
        const box = el.getBoundingClientRect();
        return (
          box.width > 0 &&
          Math.min(box.right, toast.right) - Math.max(box.left, toast.left) > by &&
          Math.min(box.bottom, toast.bottom) - Math.max(box.top, toast.top) > by
        );
      };
      return [
        ...document.querySelectorAll(
          '.seat, .board .button, .ldn-head, .trick-sum, .kl-worth, [data-pile=trick] .' +
            'card, [data-pile=pile] .card, [data-pile^=f] .card, [data-pile=stock] .card, .rn-count, .' +
            'ldn-slot, .ldn-stop, .ldn-chip, .ldn-stake, .game-head, .advice-panel > *',
        ),
      ]
        .filter((el) => !el.closest('.toast') && over(el, 3))
        .map((el) => el.className);
    });
  /** Returns the places of the buttons of the board that are visible, by their names. */
  const buttons = () =>
    page.locator('.board button.button').evaluateAll((all) =>
      Object.fromEntries(
        (all as HTMLElement[]).flatMap((el) => {
          const { left, top, right, bottom, width } = el.getBoundingClientRect();
          return width > 0 ? [[el.dataset['do'] ?? el.textContent, [left, top, right, bottom].map(Math.round)]] : [];
        }),
      ),
    );
  /** Returns the places of the buttons once they stay the same, because parts of the board may be drawn later. */
  const drawnButtons = async () => {
    let [last, looks] = ['', 0];
    const looksAlike = async () => {
      const now = JSON.stringify(await buttons());
      looks = now === last ? looks + 1 : 1;
      last = now;
      return looks;
    };
    await seen(looksAlike).toBe(4);
    return JSON.parse(last) as Record<string, unknown>;
  };
  /** Returns the buttons that are visible before and now, but at different places. */
  const moved = async (before: Record<string, unknown>) =>
    Object.entries(await buttons()).filter(([name, at]) => before[name] && String(before[name]) !== String(at));
  const reasons = (file: Record<string, unknown>) =>
    Object.entries(file)
      .filter(([key]) => key.startsWith('refusal.'))
      .map(([, words]) => String(words));
  const files = import.meta.glob<Record<string, unknown>>('../../games/*/lang/??.json', {
    eager: true,
    import: 'default',
  });

  /** The frames include an auction, a trade and a trick of La Dame Noire. */
  for (const [game, at, size] of [
    ['schwarze-dame', 0, PHONE],
    ['hearts', 3, PHONE],
    ['kael', 1, PHONE],
    ['kael', 2, PHONE],
    ['la-dame-noire', 0, PHONE],
    ['la-dame-noire', 17, PHONE],
    ['la-dame-noire', 4, PHONE],
    ['la-dame-noire', 0, DESK],
    ['la-dame-noire', 17, DESK],
    ['la-dame-noire', 4, DESK],
    ['schwarze-dame', 0, ASIDE],
    ['hearts', 3, ASIDE],
    ['schwarze-dame', 0, SMALL_ASIDE],
  ] as const) {
    for (const language of size === PHONE && LONG ? ['en', 'fr', 'de'] : ['de']) {
      const where = `${game}, ${at}, ${size.width}×${size.height}`;
      it(`says why not in ${language} at the hand and covers nobody: ${where}`, async () => {
        await open(game, at, size, { language });
        await seen(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
        await seen(() => page.locator('.banner').count()).toBe(1);
        // The toast shows the longest reasons of the game, with a link to a rule.
        const words = reasons(files[`../../games/${game}/lang/${language}.json`]!)
          .sort((a, b) => b.length - a.length)
          .slice(0, 4);
        const before = await drawnButtons();
        for (const one of words) {
          await say(one, 'K12');
          await seen(() => page.locator('.banner.toast').innerText()).toContain(one);
          expect(await covered(), one).toEqual([]);
          expect(await moved(before), one).toEqual([]);
          expect(
            await page.locator('.visually-hidden[role=status]', { hasText: one }).count(),
            'it is said as well',
          ).toBe(1);
        }
        // The toast disappears, and the banner is visible again.
        await page.clock.runFor(15_000);
        await seen(() => page.locator('.toast').count()).toBe(0);
        expect(await page.locator('.banner').count()).toBe(1);
        expect(await buttons()).toEqual(before);
      });
    }
  }

  it('stands beside the button of a chosen card, which stays where it is', async () => {
    for (const game of ['schwarze-dame', 'hearts'])
      for (const size of [PHONE, ASIDE, DESK]) {
        await open(game, game === 'hearts' ? 3 : 0, size, { language: 'fr', oneTap: 'no' });
        await page.locator('[data-pile=hand] .card.tap:not(.barred)').last().click(EDGE);
        await seen(() => page.locator('[data-do=play]').count()).toBe(1);
        const before = await buttons();
        await say('Bartholomew a quitté la table.');
        await seen(() => page.locator('.banner.toast').count()).toBe(1);
        expect([await covered(), await moved(before)], `${game}, ${size.width}`).toEqual([[], []]);
      }
  });

  it('moves no button: the stock of Rouge et Noir is turned at one place', async () => {
    for (const size of LONG ? [PHONE, ASIDE, DESK] : [PHONE]) {
      const places = new Set<string>();
      for (let at = 0; at < (await framesOf('rouge-et-noir')); at++) {
        await open('rouge-et-noir', at, size);
        const { hint, turn, finish } = await buttons();
        if (hint && turn && !finish) places.add(String(turn));
      }
      expect(places.size, `${size.width}`).toBe(1);
    }
  });

  it('covers nothing at a table without a banner, and moves no button: Rouge et Noir', async () => {
    for (const size of [PHONE, { width: 768, height: 1024 }, DESK, { width: 844, height: 390 }]) {
      await open('rouge-et-noir', 0, size, { language: 'de' });
      const before = await buttons();
      const words = 'Der Tisch hat sich geändert. Wähle noch einmal.';
      await say(words);
      await seen(() => page.locator('.toast').count()).toBe(1);
      expect(await covered(), `${size.width}`).toEqual([]);
      expect(await buttons(), `${size.width}`).toEqual(before);
    }
  });

  it.each([
    ['the end of a deal', 'hearts', 4, async () => {}],
    ['the list of keys', 'hearts', 0, () => page.keyboard.press('?')],
  ] as const)('has a row of its own in a sheet, under its title: %s', async (_, game, at, show) => {
    for (const size of [PHONE, DESK]) {
      await open(game, at, size);
      await show();
      await seen(() => page.locator('dialog[open]').count(), 500).toBe(1);
      await say('The table has changed.');
      await seen(() => page.locator('dialog .toast').count()).toBe(1);
      const parts = await page.locator('dialog > *').evaluateAll((all) =>
        all.flatMap((el) => {
          const { top, bottom, height } = el.getBoundingClientRect();
          return height > 0 ? [{ is: el.className, top, bottom }] : [];
        }),
      );
      expect(parts.map((part) => part.is).slice(0, 3)).toEqual(['sheet-head', 'sheet-body', 'toast-place']);
      parts.slice(1).forEach((part, i) => expect(part.top, part.is).toBeGreaterThanOrEqual(parts[i]!.bottom - 1));
      expect(parts.at(-1)!.bottom).toBeLessThanOrEqual(size.height + 1);
    }
  });

  it('leaves open advice to be read', async () => {
    for (const size of [PHONE, { width: 768, height: 1024 }, DESK]) {
      await open('schwarze-dame', 10, size);
      await page.locator('[data-do=advice]').click();
      await seen(() => page.locator('.advice-panel').count()).toBe(1);
      // A long text gives the analysis its largest height.
      await page.locator('.advice-body').evaluate((body) => {
        body.append('Nobody knows. '.repeat(500));
      });
      await say('The table has changed.');
      await seen(() => page.locator('.toast').count()).toBe(1);
      expect(await covered(), `${size.width}`).not.toContain('advice-body');
      const { y, height } = (await page.locator('.toast').boundingBox())!;
      expect(y + height).toBeLessThan(size.height);
    }
  });
});
