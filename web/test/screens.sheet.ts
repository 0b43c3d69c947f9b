// Pictures of every screen on one page, in both themes and at six sizes. `cargo xtask look` writes
// target/look/index.html, moves the pictures of the previous run to target/look/before, and marks those that differ.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, inject, it } from 'vitest';
import { all, begin, guest, hurryOn, meet, person, room, row, table, tryToPlay } from './people';
import { played } from './played';
import { there } from './plays';

const folder = join(decodeURIComponent(new URL('../..', import.meta.url).pathname), 'target/look');
const [NOW, BEFORE] = [join(folder, 'now'), join(folder, 'before')];
const THEMES = ['dark', 'light'] as const;
/** The sizes of touch screens, and of desktops. The last desktop is a laptop at a zoom of 200 %. */
const TOUCH = ['360x640', '768x1024', '740x360'];
const DESK = ['1440x900', '1920x1080', '720x450'];
/** For each game, the indices of the frames of which pictures are taken: the beginning, a decision, the middle of
 * play. */
const FRAMES: Record<string, number[]> = {
  hearts: [0, 3, 5],
  kael: [0, 1, 3],
  'la-dame-noire': [0, 1, 4],
  'rouge-et-noir': [0, 3, 7],
  'schwarze-dame': [0, 6, 10],
};
/** Pictures are taken only of screens whose name contains this text. */
const ONLY = process.env['CARDROOM_LOOK'] ?? '';

const taken = new Map<string, string[]>();

meet();
beforeAll(() => {
  if (!ONLY) {
    rmSync(BEFORE, { recursive: true, force: true });
    if (existsSync(NOW)) renameSync(NOW, BEFORE);
  }
  mkdirSync(NOW, { recursive: true });
});
afterAll(() => writeFileSync(join(folder, 'index.html'), sheet()));

/** Takes pictures of a screen at each size and in each theme. The page adapts to the window as when a phone is
 * turned. */
async function take(page: Page, name: string, sizes: readonly string[]): Promise<void> {
  if (!name.includes(ONLY)) return;
  for (const size of sizes) {
    const [width, height] = size.split('x').map(Number) as [number, number];
    await page.setViewportSize({ width, height });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Waits for two frames: in the first the board measures its box, and in the second it has its new size.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const file = `${name}-${size}-${colorScheme}.jpg`;
      writeFileSync(join(NOW, file), await page.screenshot({ type: 'jpeg', quality: 80, animations: 'disabled' }));
      taken.set(name, [...(taken.get(name) ?? []), file]);
    }
  }
}

type Walk = (page: Page, take: (name: string) => Promise<void>) => Promise<void>;

/** Takes pictures of the tables with mock frames. */
const tables: Walk = async (page, take) => {
  for (const [game, frames] of Object.entries(FRAMES))
    for (const [i, at] of frames.entries()) {
      if (!`${game}-${i + 1}`.includes(ONLY)) continue;
      await page.goto(`${inject('devPage')}dev.html?show=frames&game=${game}&at=${at}`);
      await page.locator('.seat, .rn-facts').first().waitFor();
      await take(`${game}-${i + 1}`);
    }
};

const body = (game: string) => ({ game, ...(game === 'schwarze-dame' ? { options: { deals: 2 } } : {}) });

/** Takes pictures of all other screens, on a real server. */
const screens: Walk = async (page, take) => {
  const at = (path: string, sight: string) =>
    page.goto(room.room.url + path).then(() => page.locator(sight).first().waitFor());
  const shut = () => page.keyboard.press('Escape');
  await at('/', '.tile [data-do=play]:not([aria-disabled])');
  await take('start');
  await page.locator('.start-head .icon-button').last().click();
  await take('settings');
  await shut();
  for (const does of ['options', 'rules', 'friends']) {
    await page.locator(`.tile[data-game=kael] [data-do=${does}]`).click();
    await page.locator('dialog[open]').waitFor();
    await take(does);
    await shut();
  }
  await at('/learn/la-dame-noire', '.lesson-panel');
  await take('lesson');
  await at('/statistics', '.statistics');
  await take('statistics-empty');
  await at('/', '.tile [data-do=play]:not([aria-disabled])');
  const table = await page.evaluate(
    async (body) => {
      const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      return ((await (await fetch('/api/v1/tables', asked)).json()) as { id: string }).id;
    },
    { ...body('schwarze-dame'), open: 'friends', chat: 'free' },
  );
  await at(`/t/${table}`, '.waiting');
  await take('waiting-room');
  const between = await played(page, body('schwarze-dame'), 1);
  await at(`/t/${between}`, '.sheet-foot [data-do=next]');
  await take('deal-ended');
  const over = await played(page, body('schwarze-dame'), 2);
  await at(`/t/${over}`, '.sheet-foot [data-do=again]');
  await take('match-ended');
  await page.locator('[data-do=fair]').first().click();
  await page.locator('.fair-sum').waitFor();
  await take('fairness');
  await at(`/t/${over}`, '.sheet-foot [data-do=analysis]');
  await page.locator('.sheet-foot [data-do=analysis]').click();
  await page.locator('.advice-steps').waitFor();
  await take('analysis');
  await at(`/t/${over}/replay/1?at=6`, '[data-pile=hand] .card');
  await take('replay');
  await at('/statistics', '.statistics .score');
  await take('statistics');
  await at('/', '.tile [data-do=play]:not([aria-disabled])');
  await take('start-again');
};

/** Takes pictures of the screens for several people. The words of these screens are longest in German and in French. */
async function together(sizes: readonly string[], options: BrowserContextOptions): Promise<void> {
  const shot = (page: Page, name: string) => take(page, `people-${name}`, sizes);
  const ann = await person('Ann', '/', options);
  const { id, link } = await table(ann, {
    game: 'schwarze-dame',
    clock: 'relaxed',
    chat: 'free',
    options: { deals: 1 },
  });
  await shot(ann.page, 'alone');
  const visitor = await person('', new URL(link).pathname, options);
  await visitor.page.locator('.invitation form').waitFor();
  await shot(visitor.page, 'invitation');
  const path = await room.path();
  const bo = await guest('Bo', link, options, path.url);
  const cy = await guest('Bartholomew of the Hill', link, options);
  const di = await person('Di', `/t/${id}`, options);
  await di.page.locator('[data-do=ask-for-seat]').click();
  await di.page.locator('.ask-seat input').fill('Di');
  await shot(di.page, 'ask-for-seat');
  await di.page.locator('[data-do=ask-now]').click();
  await di.page.locator('[data-phrase=applause]').click();
  await ann.page.locator('.requests').waitFor();
  await shot(ann.page, 'waiting');
  await shot(bo.page, 'waiting-guest');
  await begin(ann);
  for (const { page } of [ann, bo, cy]) await page.locator('[data-pile=hand] .card').first().waitFor();
  await shot(ann.page, 'request');
  await ann.page.locator('.strip [data-do=turn-away]').click();
  await bo.page.locator('[data-do=people]').click();
  await bo.page.locator('[data-phrase=one_moment]').click();
  await ann.page.locator('.seat-said').waitFor();
  await shot(ann.page, 'said');
  await ann.page.locator('[data-do=people]').click();
  await ann.page.locator('.people').waitFor();
  await shot(ann.page, 'players');
  if (await there(ann.page.locator('dialog.sheet'))) await ann.page.keyboard.press('Escape');
  await shot(di.page, 'spectator');
  await bo.page.locator('.people [data-do=pause]').click();
  await ann.page.locator('.strip [data-do=agree]').waitFor();
  await shot(ann.page, 'pause-wanted');
  await bo.page.locator('.people [data-do=pause]').click();
  if (await there(bo.page.locator('dialog.sheet'))) await bo.page.keyboard.press('Escape');
  await cy.page.goto(`${room.room.url}/nowhere`);
  const asks = ann.page.locator('.strip [data-do=let-bot-play]');
  while (!(await there(asks))) for (const { page } of [ann, bo]) await tryToPlay(page);
  await shot(bo.page, 'away');
  await bo.page.locator('.strip [data-do=let-bot-play]').click();
  await ann.page.locator('.strip', { hasText: /: Bo/ }).waitFor();
  await shot(ann.page, 'away-wanted');
  await asks.click();
  path.cut();
  await bo.page.locator('.lost').waitFor();
  await shot(bo.page, 'lost');
  path.mend();
  await hurryOn([ann, bo], id, '.sheet-foot [data-do=again]');
  await ann.page.locator('.sheet-foot [data-do=again]').click();
  await bo.page.locator('.waits', { hasText: /./ }).waitFor();
  await shot(bo.page, 'rematch');
  await bo.page.locator('.sheet-foot [data-do=again]').click();
  await bo.page.locator('.waiting').waitFor();
  await shot(ann.page, 'rematch-waiting');
  const eight = await table(ann, { game: 'kael', seats: 8 });
  const guests = [await guest('Bo', eight.link, options), await guest('Chloé', eight.link, options)];
  await row(ann.page, 3).locator('[data-do=bot]').click();
  await row(ann.page, 3).locator('.face.bot').waitFor();
  await shot(ann.page, 'eight');
  await begin(ann);
  await guests[0]!.page.locator('#board .seat').first().waitFor();
  await shot(guests[0]!.page, 'eight-table');
  await all([ann, visitor, bo, cy, di, ...guests]);
}

async function walk(walk: Walk, sizes: readonly string[], options: BrowserContextOptions): Promise<void> {
  const context: BrowserContext = await room.browser.newContext({ ...options, serviceWorkers: 'block' });
  await context.addInitScript(() => {
    if (!localStorage.getItem('cardroom.settings'))
      localStorage.setItem('cardroom.settings', JSON.stringify({ speed: 'none', trickPause: 0.3, touched: true }));
  });
  await context.request.get(`${room.room.url}/api/v1/games`);
  const page = await context.newPage();
  await walk(page, (name) => take(page, name, sizes));
  await context.close();
}

for (const [what, way] of [
  ['tables', tables],
  ['screens', screens],
] as const) {
  it.concurrent(`${what} in the hand`, () => walk(way, TOUCH, { hasTouch: true, isMobile: true }));
  it.concurrent(`${what} on a desk`, () => walk(way, DESK, {}));
}
it('people in the hand', () => together(TOUCH, { hasTouch: true, isMobile: true, locale: 'de' }));
it('people on a desk', () => together(DESK, { locale: 'fr' }));

/** Returns the page of pictures, with a row for each screen. Pictures that differ from the previous run are marked, and
 * the previous ones are beside them. */
function sheet(): string {
  const rows = [...taken].map(([name, files]) => {
    const pictures = [...files].sort().map((file) => {
      const before = join(BEFORE, file);
      const differs = existsSync(before) && !readFileSync(before).equals(readFileSync(join(NOW, file)));
      const mark = differs ? ` <a href="before/${file}">differs: before</a>` : '';
      const words = `${file.slice(name.length + 1, -4)}${mark}`;
      const picture = `<a href="now/${file}"><img loading="lazy" src="now/${file}" alt=""></a>`;
      return `<figure>${picture}<figcaption>${words}</figcaption></figure>`;
    });
    return `<h2 id="${name}">${name}</h2><div>${pictures.join('')}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Every screen</title><style>
body{font:14px system-ui;background:#777;margin:16px}div{display:flex;flex-wrap:wrap;gap:12px;align-items:end}
figure{margin:0}img{display:block;height:260px}a{color:#ff0}</style>${rows.join('\n')}`;
}
