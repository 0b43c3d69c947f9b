// The drawing of a frame by the boards: a labelled badge for every seat, the possible choices, and the count of a deal.

import { describe, expect, it } from 'vitest';
import { acts, card, DESK, EDGE, framesOf, load, open, page, PHONE, seen, showFrames } from './frames';
import { LONG } from './long';

showFrames();

describe('every seat has a plate, the own one too', () => {
  for (const [game, words] of [
    ['schwarze-dame', ['deal', 'total']],
    ['hearts', ['deal', 'total']],
    ['la-dame-noire', ['points', 'total']],
    ['kael', ['total']],
  ] as const) {
    it(`of ${game}: its figures are labelled, bots are marked`, async () => {
      for (const size of [PHONE, DESK, { width: 844, height: 390 }]) {
        await open(game, 1, size);
        await seen(() => page.locator('.seat').count()).toBe(4);
        const labels = await page
          .locator('.seat')
          .evaluateAll((all) =>
            all.map((seat) => [...seat.querySelectorAll('.seat-points small')].map((small) => small.textContent)),
          );
        expect(labels).toEqual([words, words, words, words]);
        expect(await page.locator('.seat', { hasText: 'You' }).count()).toBe(1);
        expect(
          await page
            .locator('.seat .seat-bot')
            .evaluateAll((all) => all.map((sign) => sign.getAttribute('aria-label'))),
        ).toEqual(['Bot', 'Bot', 'Bot']);
        // A spectator sees the same four badges.
        await open(game, 1, size, {}, true);
        await seen(() => page.locator('.seat').count()).toBe(4);
        expect(await page.locator('.seat').allInnerTexts()).not.toContain('You');
        expect(await page.locator('.seat .seat-points small').allTextContents()).toEqual(
          Array(4).fill(words).flat() as string[],
        );
        expect(await page.locator('[data-pile=hand] .card.tap').count()).toBe(0);
        // The badges have the least place on a phone. Long runs look at all languages on a desktop too.
        for (const language of size !== DESK || LONG ? ['en', 'fr', 'de'] : ['en']) {
          // The spectator's frame above was in English, so the frame is opened once more in this language.
          if (language !== 'en') await open(game, 1, size, { language });
          await seen(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
          await seen(() => page.locator('.seat').count()).toBe(4);
          // No part of a badge is wider than the badge.
          expect(
            await page
              .locator('.seat')
              .evaluateAll(
                (all) =>
                  all.filter((seat) =>
                    [...seat.querySelectorAll('.seat-facts > *')].some(
                      (part) =>
                        part.getBoundingClientRect().right > seat.getBoundingClientRect().right ||
                        part.getBoundingClientRect().left < seat.getBoundingClientRect().left,
                    ),
                  ).length,
              ),
            language,
          ).toBe(0);
        }
      }
    });
  }
});

describe("the reader's own points", () => {
  for (const [game, at, points] of [
    ['schwarze-dame', 0, '+12'],
    ['hearts', 4, '+3'],
  ] as const) {
    it(`stand on the own plate: ${game}`, async () => {
      for (const size of [PHONE, DESK]) {
        await open(game, at, size);
        const own = page.locator('.seat', { has: page.getByText('You', { exact: true }) });
        await seen(() => own.locator('.seat-points b').first().textContent()).toBe(points);
      }
    });
  }
});

/** The frames are a pass in Hearts, a lay in Kaël, a trade and a trick in La Dame Noire, and a trick in Schwarze
 * Dame. */
describe('a chosen card stands higher, in German on a phone too', () => {
  for (const [game, at] of [
    ['hearts', 0],
    ['kael', 1],
    ['la-dame-noire', 17],
    ['la-dame-noire', 4],
    ['schwarze-dame', 0],
  ] as const) {
    it(`and covers no plate, line or button: ${game}, ${at}`, async () => {
      await open(game, at, PHONE, { language: 'de' });
      await seen(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
      const cards = page.locator('[data-pile=hand] .card');
      await seen(() => cards.count()).toBeGreaterThan(3);
      const lifted = await page.evaluate(() => {
        const box = (el: Element) => el.getBoundingClientRect();
        // The upper edge of a chosen card, which is raised by 12 px and has a ring of 5 px.
        const top = Math.min(...[...document.querySelectorAll('[data-pile=hand] .card')].map((el) => box(el).top)) - 17;
        return [
          ...document.querySelectorAll(
            '.seat, .banner, .board .button, .trick-sum, .kl-worth, .ldn-chip, .ldn-slot, .ldn-stop, .ldn-stake',
          ),
        ]
          .filter((el) => box(el).width > 0 && box(el).top < top + 60 && box(el).bottom > top + 2)
          .map((el) => `${el.className} ${Math.round(box(el).bottom)} below ${Math.round(top)}`);
      });
      expect(lifted).toEqual([]);
    });
  }
});

/** The button that plays the chosen card contains the card's name. The button shares a row with the line above the
 * hand. Both can be long. */
describe('while a card is chosen on a phone', () => {
  for (const game of LONG ? ['hearts', 'schwarze-dame'] : ['schwarze-dame']) {
    it(`the line above the hand covers no plate and no sum: ${game}`, async () => {
      let looked = 0;
      for (const language of LONG ? ['fr', 'de', 'en'] : ['fr']) {
        for (let at = 0; at < (await framesOf(game)); at++) {
          await open(game, at, PHONE, { language, oneTap: 'no' });
          await seen(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
          const legal = page.locator('[data-pile=hand] .card.tap:not(.barred, .leaving)');
          if ((await legal.count()) === 0) continue;
          await legal.last().click(EDGE);
          await page.clock.runFor(200);
          if ((await page.locator('[data-do=play]').count()) === 0) continue;
          looked++;
          const covered = await page.evaluate(() => {
            const box = (el: Element) => el.getBoundingClientRect();
            const line = box(document.querySelector('.trick-bar .banner')!);
            return [...document.querySelectorAll('.seat, .trick-sum')]
              .filter((el) => box(el).width > 0 && line.height > 1)
              .filter((el) => box(el).bottom > line.top + 1 && box(el).top < line.bottom - 1)
              .map((el) => `${el.className} ends at ${box(el).bottom}, the line begins at ${line.top}`);
          });
          expect(covered, `${language}, ${at}`).toEqual([]);
        }
      }
      expect(looked).toBeGreaterThan(3);
    });
  }
});

describe('Hearts', () => {
  it('drops no card in silence: a fourth is refused with a reason', async () => {
    await open('hearts', 0);
    const banner = () => page.locator('.banner.turn').innerText();
    await seen(banner).toMatch(/^Choose three cards for /);
    await card('2c').click(EDGE);
    await seen(banner).toMatch(/^Choose 2 more cards for /);
    for (const face of ['Ks', 'Ah']) await card(face).click(EDGE);
    await card('Jd').click(EDGE);
    await seen(() => page.locator('.toast').innerText()).toBe('Put one of the three back first.');
    expect(
      await page
        .locator('[data-pile=hand] .card.chosen')
        .evaluateAll((all) => all.map((el) => el.querySelector('use')!.getAttribute('href'))),
    ).toEqual(['#card-2c', '#card-Ks', '#card-Ah']);
    await page.keyboard.press('3');
    expect(await page.locator('[data-pile=hand] .card.chosen').count()).toBe(3);
    await page.locator('[data-do=give]').click();
    await seen(async () => acts()).toEqual(['give 2c Ks Ah']);
  });

  it('counts the deal, row by row', async () => {
    await open('hearts', 4);
    await seen(() => page.locator('.trick-count tbody tr').count(), 500).toBe(3);
    const rows = () =>
      page
        .locator('.trick-count tr')
        .evaluateAll((all) => all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)));
    expect(await rows()).toEqual([
      ['Tricks', '2', '1', '3', '0'],
      ['Hearts', '+3', '–', '+10', '–'],
      ['Queen of spades', '–', '+13', '–', '–'],
      ['This deal', '+3', '+13', '+10', '0'],
    ]);
  });
});

describe('Hearts, before cards are chosen', () => {
  it('says to whom they go, and that they are chosen only where they are', async () => {
    await open('hearts', 6);
    await seen(() => page.locator('.banner').innerText()).toBe('Three cards go to Karin.');
    await open('hearts', 1);
    await seen(() => page.locator('.banner').innerText()).toBe(
      'Your cards for Karin are chosen. Waiting for the others.',
    );
  });
});

describe('Schwarze Dame', () => {
  it('counts the deal, row by row', async () => {
    await open('schwarze-dame', 9);
    await seen(() => page.locator('.trick-count tbody tr').count(), 500).toBe(4);
    const rows = () =>
      page
        .locator('.trick-count tr')
        .evaluateAll((all) => all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)));
    expect(await rows()).toEqual([
      ['Tricks', '1', '2', '1', '0'],
      ['For the tricks', '+10', '+20', '+10', '–'],
      ['Hearts', '–', '−14', '−9', '–'],
      ['Queen of spades', '–', '−26', '–', '–'],
      ['This deal', '+10', '−20', '+1', '0'],
    ]);
  });
});

describe('advice', () => {
  it.each([
    ['en', 'about equal', 'too risky', 'About as good: '],
    ['fr', 'à peu près égal', 'trop risqué', 'À peu près aussi bon : '],
    ['de', 'etwa gleich', 'zu riskant', 'Etwa gleich gut: '],
  ])('says in its list what is about equal, and what is too risky: %s', async (language, equal, rash, sentence) => {
    await open('schwarze-dame', 10, DESK, { language });
    await page.locator('[data-do=advice]').click();
    const lines = page.locator('.advice-choices li');
    await seen(() => lines.count()).toBe(3);
    const said = await lines.evaluateAll((all) =>
      all.map((line) => [
        line.querySelector('.advice-name')!.firstChild!.textContent,
        line.querySelector('.advice-name small')?.textContent?.trim() ?? null,
      ]),
    );
    // The first choice is not compared in words. A choice that is too risky is not called equal, whatever its points
    // are.
    expect(said.map(([, word]) => word)).toEqual([null, equal, rash]);
    const [, second, third] = said.map(([name]) => name!);
    const words = (await page.locator('[data-do=equal]').innerText()).replaceAll('\u00a0', ' ');
    expect(words).toBe(`${sentence}${second}.`);
    expect(words).not.toContain(third);
  });
});

describe('an analysis that takes its time', () => {
  it('shows how far it has come, further each time, until it is there', async () => {
    await open('hearts', 4);
    // The button is visible shortly before its sheet has opened.
    await seen(() => page.locator('[data-do=analysis]').isVisible(), 500).toBe(true);
    await page.locator('[data-do=analysis]').click();
    const panel = page.locator('.advice-panel');
    await seen(() => panel.locator('[role=status]').allInnerTexts()).toEqual(['Analysing your decisions…']);
    // At first there is no progress to show.
    expect(await panel.locator('progress').count()).toBe(0);
    const filled: number[] = [];
    for (const words of ['0 of 8', '3 of 8', '6 of 8']) {
      await seen(() => panel.locator('.advice-progress .numbers').allInnerTexts(), 100).toEqual([words]);
      const bar = panel.locator('progress');
      expect(await bar.isVisible()).toBe(true);
      expect((await bar.boundingBox())!.width).toBeGreaterThan(100);
      filled.push(await bar.evaluate((el) => (el as HTMLProgressElement).position));
    }
    expect(filled).toEqual([0, 3 / 8, 6 / 8]);
    await seen(() => panel.innerText(), 100).toContain('There was nothing to decide.');
    expect(await panel.locator('progress').count()).toBe(0);
  });
});

it('the end of a deal has its buttons in one row, on a laptop at 200 % zoom too', async () => {
  for (const language of LONG ? ['en', 'fr', 'de'] : ['de'])
    for (const size of [DESK, { width: 720, height: 450 }]) {
      await open('hearts', 4, size, { language });
      await seen(() => page.locator('.sheet-foot [data-do=next]').count(), 500).toBe(1);
      const tops = await page
        .locator('.sheet-foot .button')
        .evaluateAll((all) => all.map((el) => Math.round(el.getBoundingClientRect().top)));
      expect(tops.length).toBeGreaterThan(2);
      expect([language, size.width, new Set(tops).size]).toEqual([language, size.width, 1]);
    }
});

it('the value of a trick covers no card, plate or button, and is read whole but for a long name', async () => {
  const last = (await framesOf('schwarze-dame')) - 1;
  const words = () =>
    page.evaluate(() => {
      const box = (el: Element) => el.getBoundingClientRect();
      const sum = document.querySelector('.trick-sum')!;
      const [a, b] = [box(sum), box(sum.querySelector('b')!)];
      const over = [...document.querySelectorAll('.seat, .card, .board .button, .board .banner')].filter(
        (el) =>
          Math.min(a.right, box(el).right) - Math.max(a.left, box(el).left) > 2 &&
          Math.min(a.bottom, box(el).bottom) - Math.max(a.top, box(el).top) > 2,
      );
      const parts = sum.querySelector('.sd-parts')!;
      return {
        over: over.map((el) => el.className),
        inside: b.left > a.left && b.right < a.right && a.right <= innerWidth && parts.scrollWidth <= parts.clientWidth,
      };
    });
  for (const [width, height] of [
    [360, 430],
    [360, 640],
    [640, 360],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    await load(`show=frames&game=schwarze-dame&at=${last}&names=Ann,Karin,Maximiliane,Ina`, { speed: 'none' });
    await seen(() => page.locator('[data-pile=trick] .card').count()).toBe(4);
    await seen(async () => [width, height, await words()]).toEqual([width, height, { over: [], inside: true }]);
  }
});

it('the end of a solitaire has its buttons in two rows on a phone, with one main button', async () => {
  const last = (await framesOf('rouge-et-noir')) - 1;
  for (const language of ['en', 'fr', 'de']) {
    await open('rouge-et-noir', last, PHONE, { language });
    await seen(() => page.locator('.sheet-foot [data-do=again]').count(), 500).toBe(1);
    const tops = await page
      .locator('.sheet-foot .button')
      .evaluateAll((all) => all.map((el) => Math.round(el.getBoundingClientRect().top)));
    expect(tops.length).toBeGreaterThan(3);
    expect([language, new Set(tops).size]).toEqual([language, 2]);
    expect(await page.locator('.button.primary').count()).toBe(1);
  }
});

describe('among friends', () => {
  const among = (game: string, query: string, language = 'en') =>
    load(`show=frames&game=${game}&at=0${query}`, { speed: 'none', touched: true, language });

  it('what somebody says stands at the seat, also after a phone was turned', async () => {
    await page.setViewportSize({ width: 640, height: 360 });
    await among('schwarze-dame', '&said=3');
    const place = () =>
      page.evaluate(() => {
        const bubble = document.querySelector('.seat-said');
        if (!bubble) return 'nothing was said';
        const [said, seat] = [bubble, bubble.closest('.seat')!].map((el) => el.getBoundingClientRect()) as [
          DOMRect,
          DOMRect,
        ];
        return {
          inside: said.left >= 0 && said.right <= innerWidth && said.top >= 0 && said.bottom <= innerHeight,
          atTheSeat:
            said.left < seat.right &&
            said.right > seat.left &&
            Math.min(Math.abs(said.top - seat.bottom), Math.abs(said.bottom - seat.top)) < 30,
        };
      });
    for (const [width, height] of [
      [640, 360],
      [360, 640],
      [1440, 900],
      [360, 640],
      [640, 360],
    ] as const) {
      await page.setViewportSize({ width, height });
      await seen(async () => [width, await place()]).toEqual([width, { inside: true, atTheSeat: true }]);
    }
  });

  it('what the reader says covers neither the line of the turn nor the hand', async () => {
    for (const size of [PHONE, { width: 740, height: 360 }]) {
      await page.setViewportSize(size);
      await among('schwarze-dame', '&said=0');
      await seen(() =>
        page.evaluate(() => {
          const bubble = document.querySelector('.seat-said');
          if (!bubble) return 'nothing was said';
          const said = bubble.getBoundingClientRect();
          return [...document.querySelectorAll('.banner, [data-pile=hand] .card')].filter((el) => {
            const box = el.getBoundingClientRect();
            return said.left < box.right && said.right > box.left && said.top < box.bottom && said.bottom > box.top;
          }).length;
        }),
      ).toBe(0);
    }
  });

  for (const game of ['schwarze-dame', 'hearts', 'la-dame-noire', 'kael', 'rouge-et-noir'])
    it(`a spectator reads on a phone that they watch: ${game}`, async () => {
      await page.setViewportSize(PHONE);
      for (const language of ['en', 'fr', 'de']) {
        await among(game, '&watch&said=0', language);
        await seen(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
        await seen(() => page.locator('[data-do=people]').count()).toBe(1);
        const cut = await page.locator('.watching').evaluate((words) => {
          const [at, room] = [words, words.parentElement!].map((el) => el.getBoundingClientRect()) as [
            DOMRect,
            DOMRect,
          ];
          return words.scrollWidth > words.clientWidth || at.top < room.top - 1 || at.bottom > room.bottom + 1;
        });
        expect([language, cut]).toEqual([language, false]);
      }
    });
});

describe('La Dame Noire', () => {
  const EXCHANGED = 17;

  it('keeps the bet readable where its holder has gone', async () => {
    for (const theme of ['dark', 'light']) {
      await open('la-dame-noire', 19, DESK, { theme });
      await seen(() => page.locator('.seat.away .ldn-bet').count()).toBe(1);
      const opacity = await page.locator('.seat.away .ldn-bet').evaluate((bet) => {
        let all = 1;
        for (let el: Element | null = bet; el; el = el.parentElement) all *= Number(getComputedStyle(el).opacity);
        return all;
      });
      expect(opacity, theme).toBe(1);
    }
  });

  it('is advised without a place for cards that no bet has', async () => {
    for (const [at, cards] of [
      [20, 0],
      [21, 3],
    ] as const) {
      await open('la-dame-noire', at, PHONE);
      await page.locator('[data-do=advice]').click();
      await seen(() => page.locator('.advice-choices li').count()).toBe(3);
      expect(await page.locator('.advice-cards').count(), `${at}`).toBe(cards);
    }
  });

  it('has its bets in one row, or in five and four', async () => {
    await open('la-dame-noire', 0, { width: 360, height: 900 });
    for (const width of [360, 768, 1024, 1100, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.clock.runFor(500);
      await seen(() => page.locator('.ldn-stake').count()).toBe(9);
      const rows = await page.locator('.ldn-stake:not([aria-pressed=true])').evaluateAll((all) => {
        const tops = all.map((one) => Math.round(one.getBoundingClientRect().top / 20));
        return [...new Set(tops)].map((top) => tops.filter((one) => one === top).length);
      });
      expect(rows.at(-1), `${width}: ${rows.join()}`).toBeGreaterThan(2);
    }
  });

  it('fades where the row of what can be played goes on', async () => {
    await open('la-dame-noire', 4, PHONE);
    const classes = () => page.locator('.ldn-chips').getAttribute('class');
    await seen(classes).toBe('ldn-chips after');
    await page.locator('.ldn-chips').evaluate((row) => {
      row.scrollLeft = row.scrollWidth;
    });
    await seen(classes).toBe('ldn-chips before');
    await open('la-dame-noire', 4);
    await seen(classes).toBe('ldn-chips');
  });

  it('shows which way cards go and which way play runs', async () => {
    /** Returns true if all arrows run clockwise on the screen. */
    const clockwise = () =>
      page.locator('.ldn-turn > path').evaluateAll((all) => {
        const box = all[0]!.closest('svg')!.getBoundingClientRect();
        const turns = all.map((el) => {
          const path = el as SVGPathElement;
          const [from, to] = [0, path.getTotalLength()].map((at) =>
            path.getPointAtLength(at).matrixTransform(path.getScreenCTM()!),
          );
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          return (from!.x - x) * (to!.y - y) - (from!.y - y) * (to!.x - x) > 0;
        });
        return new Set(turns).size === 1 ? turns[0] : turns;
      });
    /** Returns the contrast between the arrows and the felt, as WCAG defines it. */
    const contrast = () =>
      page
        .locator('.ldn-turn > path')
        .first()
        .evaluate((path) => {
          const paint = document.createElement('canvas').getContext('2d')!;
          const light = (colours: string[]): number => {
            for (const colour of colours) {
              paint.fillStyle = colour;
              paint.fillRect(0, 0, 1, 1);
            }
            const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data].map((part) => {
              const x = part / 255;
              return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
            });
            return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! + 0.05;
          };
          const felt = getComputedStyle(path).getPropertyValue('--felt-lamp');
          const [a, b] = [light([felt]), light([felt, getComputedStyle(path).stroke])];
          return Math.max(a, b) / Math.min(a, b);
        });
    for (const [at, words, way] of [
      [EXCHANGED, 'Cards go to the left, clockwise', true],
      [4, 'Play goes counter-clockwise', false],
    ] as const) {
      await open('la-dame-noire', at);
      await seen(() => page.locator('.ldn-turn').getAttribute('aria-label')).toBe(words);
      expect(await clockwise(), words).toBe(way);
    }
    // The arrows have little contrast after the first player has acted, and enough contrast before.
    for (const theme of ['dark', 'light'])
      for (const at of [EXCHANGED, 4]) {
        await open('la-dame-noire', at, PHONE, { theme });
        await seen(() => page.locator('.ldn-turn').count()).toBe(1);
        expect(await contrast(), `${theme}, ${at}`).toBeLessThan(1.7);
        await page.locator('.ldn-turn').evaluate((el) => el.classList.add('first'));
        expect(await contrast(), `${theme}, ${at}`).toBeGreaterThanOrEqual(3);
      }
    // During the auction the bets are in the place of the arrows.
    await open('la-dame-noire', 0);
    await seen(() => page.locator('.ldn-stake').count()).toBe(9);
    expect(await page.locator('.ldn-turn').count()).toBe(0);
  });

  it('keeps the choice about the coup beside the panel', async () => {
    await open('la-dame-noire', 7);
    await seen(() => page.locator('.ldn-outcome').count()).toBe(4);
    const right = await page.locator('.ldn .sheet').evaluate((el) => el.getBoundingClientRect().right);
    const left = await page.locator('.side').evaluate((el) => el.getBoundingClientRect().left);
    expect(right).toBeLessThanOrEqual(left);
  });
});

describe('Kaël', () => {
  it('has deck and pile in their places before the deal, in the middle', async () => {
    const places = () =>
      page.locator('[data-slot=deck], [data-slot=heap], [data-slot=pile]').evaluateAll((all) =>
        all.map((el) => {
          const box = el.getBoundingClientRect();
          return [box.left, box.right];
        }),
      );
    await open('kael', 0, { width: 1920, height: 1080 });
    const before = await places();
    const board = await page.locator('.table-box').evaluate((el) => {
      const box = el.getBoundingClientRect();
      return [box.left, box.right];
    });
    const middle = ([left, right]: number[]) => (left! + right!) / 2;
    expect(Math.abs(middle([Math.min(...before.flat()), Math.max(...before.flat())]) - middle(board))).toBeLessThan(2);
    await open('kael', 1, { width: 1920, height: 1080 });
    expect(await places()).toEqual(before);
  });

  it('strikes out the total of who is out, where a plate has no room for the word', async () => {
    await open('kael', 3, PHONE);
    await seen(() => page.locator('.seat.out').count()).toBe(2);
    for (const plate of await page.locator('.seat.out').all()) {
      expect(await plate.locator('.seat-points b').isVisible()).toBe(true);
      expect(await plate.innerText()).toContain('Eliminated');
      expect(await plate.locator('.kl-gone').evaluate((word) => word.getBoundingClientRect().width)).toBe(1);
    }
  });

  it('takes all equal cards with one click, and a tap lets one go', async () => {
    await open('kael', 1);
    const chosen = () => page.locator('[data-pile=hand] .card.chosen').count();
    await card('10').first().click(EDGE);
    await seen(chosen).toBe(2);
    expect(await page.locator('[data-do=lay]').innerText()).toContain('10 ×2');
    await card('10').last().click();
    await seen(chosen).toBe(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await page.keyboard.press('0');
    await seen(chosen).toBe(2);
    await page.keyboard.press('Enter');
    await seen(async () => acts()).toEqual(['lay 10 10']);
  });
});

describe('what is typed', () => {
  it('chooses, and Enter plays it, also where a button of the bar had the focus', async () => {
    await open('schwarze-dame', 0, DESK, { oneTap: 'no' });
    await page.locator('[data-do=sort]').focus();
    await page.keyboard.press('5');
    await seen(() => card('5h').getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Enter');
    await seen(async () => acts()).toEqual(['play 5h']);
  });
});

it('has nothing beside the table until there is a score, unless its player wants it', async () => {
  const beside = () => page.locator('aside').count();
  await open('hearts', 0, DESK, { side: undefined });
  expect(await beside()).toBe(0);
  await open('hearts', 0);
  await seen(beside).toBe(1);
  await open('la-dame-noire', 0, DESK, { side: undefined });
  await seen(beside).toBe(1);
  await open('la-dame-noire', 0, DESK, { side: false });
  expect(await beside()).toBe(0);
});

it('has the ring of a pile that is reached by keys on its top card', async () => {
  await open('rouge-et-noir', 0);
  await page.keyboard.press('a');
  const slot = page.locator('.slot.under.target').first();
  await seen(() => slot.count()).toBe(1);
  const drawn = () =>
    slot.evaluate((el) => [
      getComputedStyle(el).outlineStyle,
      getComputedStyle(el.parentElement!.lastElementChild!, '::after').boxShadow,
    ]);
  const [, before] = await drawn();
  await slot.evaluate((el) => (el as HTMLElement).focus());
  const [outline, after] = await drawn();
  expect(outline).toBe('none');
  expect(after).not.toBe(before);
});

it('tells a reader who played which card', async () => {
  await open('schwarze-dame', 0);
  expect(
    await page.locator('[data-pile=trick] .card').evaluateAll((all) => all.map((el) => el.getAttribute('aria-label'))),
  ).toEqual(['8 of hearts, played by Uwe', '2 of hearts, played by Ina']);
});
