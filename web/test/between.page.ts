// Tests of the motion between two frames. Cards that the player receives are lifted for a moment. The player who called
// stop is shown. A card turns over.

import { describe, expect, it } from 'vitest';
import { card, DESK, next, open, page, seen, showFrames } from './frames';

showFrames();

describe('Hearts', () => {
  const raised = () =>
    page
      .locator('[data-pile=hand] .card.fresh')
      .evaluateAll((all) => all.map((el) => Math.round(el.getBoundingClientRect().top)));
  const others = () =>
    page
      .locator('[data-pile=hand] .card:not(.fresh)')
      .first()
      .evaluate((el) => Math.round(el.getBoundingClientRect().top));

  it('shows what was passed to us, lifted, for two seconds: also where nothing moves', async () => {
    await open('hearts', 1);
    await next();
    await seen(() => page.locator('.card.fresh').count()).toBe(3);
    const top = await others();
    expect(await raised()).toEqual([top - 12, top - 12, top - 12]);
    expect(await page.locator('.banner').innerText()).toBe('Ina passed you 6♦ Q♠ 2♥.');
    await page.clock.runFor(1800);
    expect(await raised()).toEqual([top - 12, top - 12, top - 12]);
    await page.clock.runFor(300);
    await expect.poll(async () => (await raised()).join()).toBe([top, top, top].join());
  });

  it('goes on at a key or a tap', async () => {
    for (const go of [() => page.keyboard.press('Enter'), () => page.mouse.click(500, 300)]) {
      await open('hearts', 1);
      await next();
      await seen(() => page.locator('.card.fresh').count()).toBe(3);
      expect(await raised()).toEqual(Array(3).fill((await others()) - 12));
      await go();
      await page.clock.runFor(50);
      await expect
        .poll(async () => (await raised()).join())
        .toBe(
          Array(3)
            .fill(await others())
            .join(),
        );
    }
  });
});

describe('La Dame Noire', () => {
  const EXCHANGED = 17;

  it('tells who said stop, and what the last exchange brought, before play begins', async () => {
    await open('la-dame-noire', EXCHANGED);
    await seen(() => page.locator('.ldn-round').count()).toBe(1);
    await next();
    await seen(() => page.locator('.ldn-big').innerText()).toBe('Bo called Stop');
    expect(await page.locator('.ldn-tag.stop').innerText()).toBe('Stop');
    expect(await page.locator('.ldn-chips').count(), 'the board is still that of the trade').toBe(0);
    expect(await card('Ts').getAttribute('class')).toContain('fresh');
    await page.clock.runFor(2100);
    await seen(() => page.locator('.ldn-chips').count()).toBe(1);
    expect(await card('Ts').getAttribute('class'), 'still marked').toContain('fresh');
  });
});

it('turns the edge of a card with the card', async () => {
  await page.setViewportSize(DESK);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open('schwarze-dame', 0, DESK, { speed: 'normal' });
  const turns = () =>
    page.evaluate(() =>
      document.getAnimations().flatMap((one) => {
        const effect = one.effect as KeyframeEffect;
        return effect.getKeyframes().some((frame) => String(frame['transform']).includes('scaleX'))
          ? [effect.pseudoElement ?? 'card']
          : [];
      }),
    );
  await page.evaluate(() => {
    HTMLElement.prototype.animate = new Proxy(HTMLElement.prototype.animate, {
      apply(target, el, args) {
        const made = Reflect.apply(target, el, args) as Animation;
        made.pause();
        return made;
      },
    });
  });
  for (let i = 0; i < 4; i++) {
    await next();
    await page.clock.runFor(5000);
  }
  await seen(turns).toContain('::after');
  await page.emulateMedia({ reducedMotion: 'reduce' });
});
