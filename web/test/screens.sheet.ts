// Every screen on one page of pictures, in both themes and at six sizes. `cargo xtask look` writes
// target/look/index.html, keeps the pictures of the previous run in target/look/before, and marks those that differ.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, inject, it } from 'vitest';
import { startServer, type TestServer } from './cardroom';
import { played } from './played';

const folder = join(decodeURIComponent(new URL('../..', import.meta.url).pathname), 'target/look');
const [NOW, BEFORE] = [join(folder, 'now'), join(folder, 'before')];
const THEMES = ['dark', 'light'] as const;
/** The sizes of touch screens and of desktops. The last desktop is a laptop at 200 % zoom. */
const TOUCH = ['360x640', '768x1024', '844x390'];
const DESK = ['1440x900', '1920x1080', '720x450'];
/** The frames of each game to take: the beginning, a decision, the middle of play. */
const FRAMES: Record<string, number[]> = {
  hearts: [0, 3, 5],
  kael: [0, 1, 3],
  'la-dame-noire': [0, 1, 4],
  'rouge-et-noir': [0, 3, 7],
  'schwarze-dame': [0, 6, 10],
};
/** Takes only screens whose name contains this. */
const ONLY = process.env['CARDROOM_LOOK'] ?? '';

let room: TestServer;
const taken = new Map<string, string[]>();

beforeAll(async () => {
  room = await startServer();
  if (!ONLY) {
    rmSync(BEFORE, { recursive: true, force: true });
    if (existsSync(NOW)) renameSync(NOW, BEFORE);
  }
  mkdirSync(NOW, { recursive: true });
});
afterAll(async () => {
  await room.close();
  writeFileSync(join(folder, 'index.html'), sheet());
});

/** Takes the screen at each size and in each theme. The page adapts to the window as on a turned phone. */
async function take(page: Page, name: string, sizes: readonly string[]): Promise<void> {
  if (!name.includes(ONLY)) return;
  for (const size of sizes) {
    const [width, height] = size.split('x').map(Number) as [number, number];
    await page.setViewportSize({ width, height });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Waits two frames: in the first the board measures its box, in the second it has its new size.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const file = `${name}-${size}-${colorScheme}.jpg`;
      writeFileSync(join(NOW, file), await page.screenshot({ type: 'jpeg', quality: 80, animations: 'disabled' }));
      taken.set(name, [...(taken.get(name) ?? []), file]);
    }
  }
}

type Walk = (page: Page, take: (name: string) => Promise<void>) => Promise<void>;

/** Takes the tables over fixed frames. */
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

/** Takes the other screens, on a server. */
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

/** Returns the page of pictures: a row for each screen, with a mark and the previous picture for those that
 * differ. */
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
