import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cut, far } from './look';
import { mockBrowser } from './mockBrowser';

const browser = await mockBrowser();
afterAll(() => browser.close());

describe('a table', () => {
  let page: Page;
  const hand = () => page.locator('[data-pile=hand] .card:not(.leaving)');
  const trick = () => page.locator('[data-pile=trick] .card:not(.leaving)');
  const card = (name: string) => page.locator(`.card[aria-label^="${name}"]`);
  /** A position near the left edge of a card, which is visible even in a fan. */
  const edge = { position: { x: 8, y: 40 } };

  describe('With a mouse only', () => {
    beforeAll(async () => {
      page = await browser.open('show=game');
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
      expect(await page.locator('.toast').innerText()).toContain('follow suit');
      expect(await page.locator('.toast button').getAttribute('data-rule')).toBe('S3');
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
      // The card of the previous drag may still be moving back, and the toast of the previous refusal may cover the
      // card.
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
      // The card is in the trick, or already gone with it, because a busy machine may draw no frame in between.
      await page.waitForFunction((n) => !document.querySelector(`[data-pile=hand] [aria-label="${n}"]`), name);
    });
  });

  describe('by keyboard', () => {
    beforeAll(async () => {
      page = await browser.open('show=game');
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
      page = await browser.open('show=game', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
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
      page = await browser.open('show=game', { reducedMotion: 'reduce' });
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
    const page = await browser.open('show=start');
    await page.locator('.tile:not(.waiting)').first().waitFor();
    expect(await page.locator('.tile').count()).toBe(5);
    await page.getByRole('button', { name: 'Play: Schwarze Dame' }).click();
    await page.locator('[data-pile=hand] .card').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/t/mock');
    await page.getByRole('link', { name: 'Back to start' }).click();
    await page.locator('.tile').first().waitFor();
  });
});

describe('the score', () => {
  it('is the same number beside a seat and on the sheet', async () => {
    const page = await browser.open('show=game');
    const beside = () =>
      page
        .locator('.seat')
        .evaluateAll((all) =>
          all.map((seat) => [
            seat.querySelector('.seat-who')!.textContent,
            [...seat.querySelectorAll('.seat-points')].at(-1)!.querySelector('b')!.textContent,
          ]),
        );
    const sheet = () =>
      page
        .locator('#side-panel .score')
        .evaluate((table) =>
          [...table.querySelectorAll('thead th')]
            .slice(1)
            .map((head, i) => [head.textContent, [...table.querySelectorAll('tfoot td')][i]!.textContent]),
        );
    await page.locator('#side-panel .score tfoot').waitFor();
    const totals = await sheet();
    expect(totals.map(([, points]) => points)).toEqual(['\u221210', '20', '\u221212', '2']);
    const seats = await beside();
    expect(seats.length).toBe(3);
    for (const seat of seats) expect(totals).toContainEqual(seat);
    await page.context().close();
  });

  it.each([
    ['deal', 'You can check the shuffle when the match is over.'],
    ['over', 'The record of the match now shows the shuffle.'],
  ])('says of the shuffle what is true then: %s', async (phase, words) => {
    const page = await browser.open(`show=game&phase=${phase}`);
    await page.locator('[data-do=seal] summary').click();
    await page.locator('[data-do=seal] p', { hasText: words }).waitFor();
    await page.context().close();
  });
});

describe('signs', () => {
  it('of the options and of the settings differ', async () => {
    const page = await browser.open('show=start');
    await page.locator('.tile:not(.waiting) [data-do=options]').first().waitFor();
    const drawn = (button: string) =>
      page
        .locator(button)
        .first()
        .evaluate((el) => el.querySelector('svg')!.innerHTML);
    const settings = await drawn('.start-head .icon-button[aria-label=Settings]');
    const options = await drawn('.tile [data-do=options]');
    expect(settings.length).toBeGreaterThan(20);
    expect(options).not.toBe(settings);
    expect(await page.locator('.tile [data-do=options]').count()).toBe(5);
    await page.context().close();
  });
});

describe('an invitation', () => {
  for (const game of ['schwarze-dame', 'hearts', 'la-dame-noire', 'kael', 'rouge-et-noir'])
    it(`has the whole emblem of its game, and nothing over it: ${game}`, async () => {
      const page = await browser.open(`show=invitation&game=${game}`);
      await page.locator('.invitation h1', { hasText: /\S/ }).waitFor();
      for (const [width, height] of [
        [360, 640],
        [640, 360],
        [768, 1024],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height });
        const wrong = await page.evaluate(() => {
          const box = (el: Element) => el.getBoundingClientRect();
          const emblem = document.querySelector('.invitation .emblem')!;
          // The box of the emblem contains the whole drawing, and is not higher than necessary.
          const { left, right, top, bottom } = box(emblem);
          const parts = [...emblem.querySelectorAll('svg, svg *')].filter(
            (el) =>
              el instanceof SVGGraphicsElement && box(el).width > 0 && !el.closest('defs, clipPath, mask, symbol'),
          );
          const beyond = (el: Element, by: { left: number; right: number; top: number; bottom: number }) =>
            box(el).left < by.left - 1 ||
            box(el).right > by.right + 1 ||
            box(el).top < by.top - 1 ||
            box(el).bottom > by.bottom + 1;
          const words = [...document.querySelectorAll('.invitation .paper > :not(.emblem)')].map(box);
          const drawing = emblem.querySelector('svg')!;
          const clips =
            getComputedStyle(drawing).overflow !== 'visible' || getComputedStyle(emblem).overflow !== 'visible';
          const out = parts.filter(
            (el) =>
              beyond(el, { left, right, top, bottom }) ||
              (clips && beyond(el, box(drawing))) ||
              words.some((one) => one.top < bottom - 1 && one.bottom > top + 1),
          );
          return [parts.length > 3 ? [] : ['no emblem'], out.map((el) => `${el.tagName} ${el.getAttribute('d') ?? ''}`)]
            .flat()
            .slice(0, 3);
        });
        expect([width, wrong]).toEqual([width, []]);
      }
      await page.context().close();
    });
});

describe('statistics', () => {
  it('have their values near their labels, however wide the window', async () => {
    const page = await browser.open('show=statistics');
    await page.locator('.paper .score tbody tr').first().waitFor();
    for (const width of [360, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.locator('.paper .score tbody tr').count()).toBeGreaterThan(4);
      expect([width, await far(page), await cut(page)]).toEqual([width, [], []]);
    }
    await page.context().close();
  });
});

describe('a look at a screen', () => {
  it('finds words that are cut and values far from their labels, and nothing where all is well', async () => {
    const page = await browser.open('show=game');
    await page.locator('.side .score').waitFor();
    expect([await cut(page), await far(page)]).toEqual([[], []]);
    const add = (html: string) =>
      page.evaluate((text) => {
        document.body.insertAdjacentHTML('beforeend', `<div id="added" style="position:fixed;top:0">${text}</div>`);
      }, html);
    const without = () => page.evaluate(() => document.getElementById('added')!.remove());
    for (const [words, html] of [
      ['in two parts', '<button style="width:44px;overflow-wrap:anywhere">History</button>'],
      ['beyond its button', '<button style="width:44px;overflow:hidden;padding:0;text-align:left">History</button>'],
      ['beyond what it stands in', '<div style="width:40px;overflow:hidden"><button>History</button></div>'],
      ['beyond the window', '<button style="position:fixed;left:calc(100vw - 40px)">History</button>'],
    ] as const) {
      await add(html);
      expect([words, (await cut(page)).length]).toEqual([words, 1]);
      await without();
    }
    for (const html of [
      '<button>Play again</button>',
      '<button style="width:70px">Play again</button>',
      '<div style="width:60px;overflow-x:auto"><button style="width:200px">Play again</button></div>',
    ]) {
      await add(html);
      expect([html, await cut(page)]).toEqual([html, []]);
      await without();
    }
    for (const [html, n] of [
      ['<dl style="width:900px;display:flex;justify-content:space-between"><dt>Won</dt><dd>7</dd></dl>', 1],
      ['<table style="width:500px"><tr><th scope="row" style="text-align:left">Won</th><td>7</td></tr></table>', 0],
      ['<dl style="width:300px;display:flex;justify-content:space-between"><dt>Won</dt><dd>7</dd></dl>', 0],
    ] as const) {
      await add(html);
      expect([html, (await far(page)).length]).toEqual([html, n]);
      await without();
    }
    await page.context().close();
  });
});
