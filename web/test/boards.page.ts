// What the boards of four players show: a labelled plate for every seat, a reason why not that covers nothing, what was
// passed to us, and who said stop.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { together } from './apart';
import { cut } from './look';
import { room, type Room } from './room';

const found: Room = await room(decodeURIComponent(new URL('../../vite.config.ts', import.meta.url).pathname));
afterAll(() => found.close());

let page: Page;
let sent: string[] = [];
beforeAll(async () => {
  page = await found.open('show=frames&game=hearts', { reducedMotion: 'reduce' }, async (fresh) => {
    await fresh.clock.install({ time: 0 });
    await fresh.clock.pauseAt(1000);
  });
  page.on('console', (line) => {
    if (line.text().startsWith('sent ')) sent.push(line.text().slice('sent '.length));
  });
});
afterAll(() => page.context().close());

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1440, height: 900 };

/** The table at one of the frames of its game. Time goes on only where a test says so. */
async function open(game: string, at = 0, size = DESK, settings: object = {}, watch = false): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate((kept) => localStorage.setItem('cardroom.settings', JSON.stringify(kept)), {
    speed: 'none',
    ...settings,
  });
  sent = [];
  await page.goto(`${new URL(page.url()).origin}/dev.html?show=frames&game=${game}&at=${at}${watch ? '&watch' : ''}`);
  await seen(() => page.locator('.seat, .rn-facts').count()).toBeGreaterThan(0);
  // What the page does after its first look is done: it hears keys, and knows what to show between two frames.
  await page.clock.runFor(200);
}

/** What is to be seen shortly. */
const seen = <What>(what: () => Promise<What>, ms = 20) =>
  expect.poll(async () => {
    await page.clock.runFor(ms);
    return what();
  });
const acts = (): string[] =>
  sent
    .map((text) => JSON.parse(text) as { t: string; action?: string })
    .flatMap((one) => (one.t === 'act' ? [one.action!] : []));
/** The next frame comes, without a key that the page would hear. */
const next = () =>
  page.evaluate(() => {
    const far = document.body.appendChild(document.createElement('input'));
    far.dispatchEvent(new KeyboardEvent('keydown', { key: ']', bubbles: true }));
    far.remove();
  });
const card = (face: string) => page.locator(`[data-pile=hand] .card:not(.leaving):has([href="#card-${face}"])`);
const EDGE = { position: { x: 8, y: 40 } };

describe('every seat has a plate, the own one too', () => {
  for (const [game, words] of [
    ['schwarze-dame', ['deal', 'match']],
    ['hearts', ['deal', 'match']],
    ['la-dame-noire', ['pile', 'match']],
    ['kael', ['match']],
  ] as const) {
    it(`of ${game}: its figures are labelled, bots are marked`, async () => {
      for (const size of [PHONE, DESK]) {
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
        // A spectator sees the same four.
        await open(game, 1, size, {}, true);
        await seen(() => page.locator('.seat').count()).toBe(4);
        expect(await page.locator('.seat').allInnerTexts()).not.toContain('You');
        expect(await page.locator('.seat .seat-points small').allTextContents()).toEqual(
          Array(4).fill(words).flat() as string[],
        );
        expect(await page.locator('[data-pile=hand] .card.tap').count()).toBe(0);
        for (const language of ['en', 'fr', 'de']) {
          await open(game, 1, size, { language });
          await seen(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
          await seen(() => page.locator('.seat').count()).toBe(4);
          // Nothing of a plate is wider than the plate.
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

/** A gift of Hearts, a lay of Kaël, a trade and a trick of La Dame Noire, a trick of Schwarze Dame. */
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
        // As high as a chosen card can stand: 12 px and a ring of 5.
        const top = Math.min(...[...document.querySelectorAll('[data-pile=hand] .card')].map((el) => box(el).top)) - 17;
        return [
          ...document.querySelectorAll(
            '.seat, .banner, .board .button, .sd-sum, .ht-sum, .kl-worth, .ldn-chip, .ldn-slot, .ldn-stop, .ldn-stake',
          ),
        ]
          .filter((el) => box(el).width > 0 && box(el).top < top + 60 && box(el).bottom > top + 2)
          .map((el) => `${el.className} ${Math.round(box(el).bottom)} below ${Math.round(top)}`);
      });
      expect(lifted).toEqual([]);
    });
  }
});

describe('a word that comes and goes', () => {
  /** What the toast lies over, of what is there to be read and pressed. */
  const covered = () =>
    page.evaluate(() => {
      const toast = document.querySelector('.toast')!.getBoundingClientRect();
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
          '.seat, .board .button, .ldn-head, .sd-sum, .ht-sum, .kl-worth, [data-pile=trick] .' +
            'card, [data-pile=pile] .card, [data-pile^=f] .card, [data-pile=stock] .card, .rn-counts, .' +
            'ldn-slot, .ldn-stop, .ldn-chip, .ldn-stake, .game-head, .advice-panel',
        ),
      ]
        .filter((el) => !el.closest('.toast') && over(el, 3))
        .map((el) => el.className);
    });
  const reasons = (file: Record<string, unknown>) =>
    Object.entries(file)
      .filter(([key]) => key.startsWith('refusal.'))
      .map(([, words]) => String(words));
  const files = import.meta.glob<Record<string, unknown>>('../../games/*/lang/??.json', {
    eager: true,
    import: 'default',
  });

  /** An auction, a trade and a trick of La Dame Noire. */
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
  ] as const) {
    for (const language of size === PHONE ? ['en', 'fr', 'de'] : ['de']) {
      it(`says why not in ${language} at the hand and covers nobody: ${game}, ${at}, ${size.width}`, async () => {
        await open(game, at, size, { language });
        await seen(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
        await seen(() => page.locator('.banner').count()).toBe(1);
        // The longest reasons of the game, with a rule to read.
        const words = reasons(files[`../../games/${game}/lang/${language}.json`]!)
          .sort((a, b) => b.length - a.length)
          .slice(0, 4);
        for (const one of words) {
          await page.evaluate(`import('/src/ui/toast.tsx').then(({ toast }) => toast(${JSON.stringify(one)}, 'K12'))`);
          await seen(() => page.locator('.banner.toast').innerText()).toContain(one);
          expect(await covered(), one).toEqual([]);
          expect(
            await page.locator('.visually-hidden[role=status]', { hasText: one }).count(),
            'it is said as well',
          ).toBe(1);
        }
        // It goes, and the banner is back.
        await page.clock.runFor(15_000);
        await seen(() => page.locator('.toast').count()).toBe(0);
        expect(await page.locator('.banner').count()).toBe(1);
      });
    }
  }

  it('covers nothing at a table without a banner, and moves no button: Rouge et Noir', async () => {
    for (const size of [PHONE, { width: 768, height: 1024 }, DESK, { width: 844, height: 390 }]) {
      await open('rouge-et-noir', 0, size, { language: 'de' });
      const buttons = () =>
        page.locator('.board .button').evaluateAll((all) =>
          all.map((el) => {
            const { left, top, right, bottom } = el.getBoundingClientRect();
            return [left, top, right, bottom].map(Math.round);
          }),
        );
      const before = await buttons();
      const words = 'Der Tisch hat sich geändert. Wähle noch einmal.';
      await page.evaluate(`import('/src/ui/toast.tsx').then(({ toast }) => toast(${JSON.stringify(words)}))`);
      await seen(() => page.locator('.toast').count()).toBe(1);
      expect(await covered(), `${size.width}`).toEqual([]);
      expect(await buttons(), `${size.width}`).toEqual(before);
    }
  });

  it('leaves open advice to be read', async () => {
    for (const size of [PHONE, { width: 768, height: 1024 }, DESK]) {
      await open('rouge-et-noir', 0, size);
      await page.locator('[data-do=advice]').click();
      await seen(() => page.locator('.advice-panel').count()).toBe(1);
      // As tall as an analysis can be.
      await page.locator('.advice-body').evaluate((body) => {
        body.append('Nobody knows. '.repeat(500));
      });
      await page.evaluate(`import('/src/ui/toast.tsx').then(({ toast }) => toast('The table has changed.'))`);
      await seen(() => page.locator('.toast').count()).toBe(1);
      expect(await covered(), `${size.width}`).not.toContain('advice-panel');
      const { y, height } = (await page.locator('.toast').boundingBox())!;
      expect(y + height).toBeLessThan(size.height);
    }
  });
});

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
    // The first has no rival in words; what is too risky is not called equal, whatever it is worth.
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
    await seen(() => page.locator('[data-do=analysis]').count(), 500).toBe(1);
    await page.locator('[data-do=analysis]').click();
    const panel = page.locator('.advice-panel');
    await seen(() => panel.locator('[role=status]').allInnerTexts()).toEqual(['Analysing your decisions…']);
    // The first moments have nothing to show.
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

  it('has its bets in one row, or in five and four', async () => {
    for (const width of [360, 768, 1024, 1100, 1280, 1440, 1920]) {
      await open('la-dame-noire', 0, { width, height: 900 });
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
    /** Whether all arrows run clockwise on the screen. */
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
    /** How the arrows stand out from the felt, as WCAG counts it. */
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
    for (const theme of ['dark', 'light'])
      for (const at of [EXCHANGED, 4]) {
        await open('la-dame-noire', at, PHONE, { theme });
        await seen(() => page.locator('.ldn-turn').count()).toBe(1);
        expect(await contrast(), `${theme}, ${at}`).toBeGreaterThanOrEqual(3);
      }
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

it('tells a reader who played which card', async () => {
  await open('schwarze-dame', 0);
  expect(
    await page.locator('[data-pile=trick] .card').evaluateAll((all) => all.map((el) => el.getAttribute('aria-label'))),
  ).toEqual(['8 of hearts, played by Uwe', '2 of hearts, played by Ina']);
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

describe('a name that is written from right to left', () => {
  const NAMES = ['רחל', 'שרה', 'דוד', 'נעמי'];
  const origin = () => new URL(page.url()).origin;
  const apart = async (where: string, least: number) => {
    const found = await together(page, NAMES);
    expect([where, found.together]).toEqual([where, []]);
    expect(found.shown, where).toBeGreaterThanOrEqual(least);
  };

  const files = import.meta.glob<unknown[]>('../../games/*/web/frames.ts', { import: 'default' });
  for (const game of ['schwarze-dame', 'hearts', 'la-dame-noire', 'kael']) {
    it(`stands by itself on every picture of the board, in the log and on the score sheet: ${game}`, async () => {
      await page.setViewportSize(DESK);
      const frames = (await files[`../../games/${game}/web/frames.ts`]!()).length;
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
  const files = import.meta.glob<unknown[]>('../../games/*/web/frames.ts', { import: 'default' });
  /** Words of the board that lie under the line that says what to do, or under its buttons. */
  const under = () =>
    page.evaluate(() => {
      // A choice on paper lies over the table.
      if (document.querySelector('.board .sheet')) return [];
      const bars = [...document.querySelectorAll('.board .banner, .board .action-bar > .button')];
      const texts = document.createTreeWalker(document.querySelector('.board')!, NodeFilter.SHOW_TEXT);
      // The line itself is read whole.
      const found = [...document.querySelectorAll('.board .banner, .board .banner *')]
        .filter((el) => el.clientWidth > 0 && el.scrollWidth > el.clientWidth + 1 && !el.closest('.visually-hidden'))
        .map((el) => `${el.textContent} is cut`);
      /** What of a box can be seen: the rest is cut by what it stands in. */
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
      const frames = (await files[`../../games/${game}/web/frames.ts`]!()).length;
      const bars: number[] = [];
      for (const language of ['en', 'de']) {
        await open(game, 0, SIDEWAYS, { language });
        await seen(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
        for (let n = 0; n < frames; n++) {
          expect([language, n, await under()]).toEqual([language, n, []]);
          bars.push(await page.locator('.board .banner, .board .action-bar').count());
          await next();
          await page.clock.runFor(3000);
        }
      }
      expect(Math.max(...bars)).toBeGreaterThan(0);
    });
});

describe('the words of every button', () => {
  const files = import.meta.glob<unknown[]>('../../games/*/web/frames.ts', { import: 'default' });
  for (const game of ['schwarze-dame', 'hearts', 'la-dame-noire', 'kael', 'rouge-et-noir'])
    it(`are read whole: ${game}`, async () => {
      const frames = (await files[`../../games/${game}/web/frames.ts`]!()).length;
      for (const language of ['en', 'fr', 'de'])
        for (const size of [PHONE, { width: 640, height: 360 }, { width: 768, height: 1024 }, DESK]) {
          await open(game, 0, size, { language });
          await seen(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
          for (let n = 0; n < frames; n++) {
            expect.soft([language, size.width, n, await cut(page)]).toEqual([language, size.width, n, []]);
            await next();
            await page.clock.runFor(3000);
          }
        }
    });
});
