// The budgets of the page. Sizes must be within their budgets. Times may be three times their budgets, because machines
// differ. `cargo xtask budgets` prints the measured values.

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, startServer, type TestServer } from './cardroom';
import { PLAYS } from './plays';
import { serveFolder } from './static';
import { LONG } from './long';

const BUDGET = {
  firstLoadKb: 60,
  scriptMs: 1,
  paintMs: 500,
  scrollFrameMs: 1000 / 60,
  fairKb: 6,
  fairMs: 50,
  aloneMs: 1000,
  /** In KB of 1,000 bytes, as all sizes of the page without a server (docs/develop/offline.md). */
  moduleKb: 450,
  wholeKb: 450,
  firstCardKb: 250,
};
const SLACK = 3;
const root = decodeURIComponent(new URL('../..', import.meta.url).pathname);

let room: TestServer;
const lines: string[] = [];
const report = (what: string, value: number, unit: string, budget: number): void => {
  lines.push(
    `${what.padEnd(44)} ${value.toFixed(unit === 'KB' ? 1 : 2).padStart(8)} ${unit}   budget ` +
      `${budget.toFixed(unit === 'KB' ? 0 : 1)} ${unit}`,
  );
};
beforeAll(async () => {
  room = await startServer();
});
afterAll(async () => {
  await room.close();
  mkdirSync(join(root, 'artifacts'), { recursive: true });
  writeFileSync(join(root, 'artifacts/budgets.txt'), `${lines.join('\n')}\n`);
  console.log(`\n${lines.join('\n')}`);
});

const median = (of: readonly number[]): number => [...of].sort((a, b) => a - b)[of.length >> 1]!;

async function table(page: Page, game: string): Promise<string> {
  await page.locator('.tile [data-do=play]:not([aria-disabled])').first().waitFor();
  const body = { game, ...(game === 'rouge-et-noir' ? { deal: 5 } : {}) };
  return page.evaluate(async (wanted) => {
    const answer = await fetch('/api/v1/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    });
    return ((await answer.json()) as { id: string }).id;
  }, body);
}

it('the shell and one board: script and style, packed', async () => {
  const { page, context } = await room.visit('/', { ...DESKTOP, serviceWorkers: 'block' });
  const games = await page.evaluate(async () =>
    ((await (await fetch('/api/v1/games')).json()) as { games: { id: string }[] }).games.map((g) => g.id),
  );
  for (const game of games) {
    const id = await table(page, game);
    // A second browser, with an empty cache and without settings. It opens the table as a spectator, which loads the
    // same files.
    const { cookies } = await context.storageState();
    const fresh = await room.browser.newContext({
      ...DESKTOP,
      serviceWorkers: 'block',
      storageState: { cookies, origins: [] },
    });
    const first = await fresh.newPage();
    const files: Promise<number>[] = [];
    first.on('response', (answer) => {
      if (/\.(js|css)$/.test(new URL(answer.url()).pathname))
        files.push(answer.body().then((body) => gzipSync(body, { level: 9 }).length));
    });
    await first.goto(`${room.room.url}/t/${id}`);
    await first.locator('.board > *').first().waitFor();
    // Files that are loaded automatically after the first drawing count too.
    await first.waitForLoadState('networkidle');
    const kb = (await Promise.all(files)).reduce((sum, n) => sum + n, 0) / 1024;
    report(`first load, ${game}`, kb, 'KB', BUDGET.firstLoadKb);
    expect.soft(kb, game).toBeLessThanOrEqual(BUDGET.firstLoadKb);
    await fresh.close();
    await page.goto(room.room.url);
  }
  await context.close();
});

it('104 cards that all move, a frame', async () => {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    build: { write: false, lib: { entry: join(root, 'web/src/cards/cardTable.ts'), formats: ['iife'], name: 'cards' } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const { code } = (output as { output: { code: string }[] }).output[0]!;
  const { page, context } = await room.visit('/');
  const times = await page.evaluate(async (script) => {
    (0, eval)(`${script};globalThis.cards=cards`);
    type Layout = import('../src/cards/layout').Layout;
    const { createTable } = (globalThis as unknown as { cards: typeof import('../src/cards/cardTable') }).cards;
    document.body.innerHTML = '<div class="table-box" style="height:1000px"><div id="host"></div></div>';
    const made = createTable(document.getElementById('host')!);
    const faces = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
    const pack = [...faces, ...faces];
    const layout = (turn: number): Layout => ({
      card: { w: 80, h: 112 },
      piles: [{ id: 'all', label: 'all', x: 0, y: 0, w: 1900, h: 1000 }],
      places: pack.map((face, i) => ({
        key: `${face}${i}`,
        face,
        pile: 'all',
        x: 900 + 800 * Math.cos(i / 9 + turn / 20),
        y: 440 + 400 * Math.sin(i / 7 + turn / 25),
        z: i,
        rot: 0,
        tap: true,
      })),
    });
    const voice = { name: (face: string | null) => face ?? 'back', barred: 'barred' };
    const taken: number[] = [];
    for (let turn = 0; turn < 150; turn++) {
      await new Promise(requestAnimationFrame);
      const start = performance.now();
      made.show(layout(turn), voice, { ms: 0, reduced: false });
      if (turn >= 30) taken.push(performance.now() - start);
    }
    return taken;
  }, code);
  const ms = median(times);
  report('script a frame, 104 cards moving', ms, 'ms', BUDGET.scriptMs);
  expect(ms).toBeLessThanOrEqual(BUDGET.scriptMs * SLACK);
  await context.close();
});

it('the first paint', async () => {
  const paints: number[] = [];
  for (let round = 0; round < (LONG ? 5 : 3); round++) {
    const { page, context } = await room.visit('/', { ...DESKTOP, serviceWorkers: 'block' });
    paints.push(
      await page.evaluate(
        () =>
          new Promise<number>((done) => {
            new PerformanceObserver((seen) => {
              for (const one of seen.getEntries()) if (one.name === 'first-contentful-paint') done(one.startTime);
            }).observe({ type: 'paint', buffered: true });
          }),
      ),
    );
    await context.close();
  }
  const ms = median(paints);
  report('first paint', ms, 'ms', BUDGET.paintMs);
  expect(ms).toBeLessThanOrEqual(BUDGET.paintMs * SLACK);
});

it('a page without a server draws its start page before it loads the module, and opens a table', async () => {
  const site = await serveFolder(join(root, 'dist/site'));
  try {
    for (const { game, title } of PLAYS) {
      const times: number[] = [];
      for (let round = 0; round < (LONG ? 3 : 1); round++) {
        // A browser with an empty cache.
        const context = await room.browser.newContext({ ...DESKTOP, serviceWorkers: 'block' });
        const page = await context.newPage();
        // The module must be loaded only after the page is drawn, so the test holds the module back until then.
        let asked = 0;
        let release = () => {};
        const held = new Promise<void>((done) => (release = done));
        await page.route(/\.wasm$/, async (route) => {
          asked = Date.now();
          await held;
          await route.continue();
        });
        await page.goto(site.url);
        const drawn = await page.evaluate(
          () =>
            new Promise<number>((done) => {
              new PerformanceObserver((seen) => {
                for (const one of seen.getEntries())
                  if (one.name === 'first-contentful-paint') done(performance.timeOrigin + one.startTime);
              }).observe({ type: 'paint', buffered: true });
            }),
        );
        await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(drawn);
        release();
        const play = page.locator(`.tile[data-game=${game}] [data-do=play]:not([aria-disabled])`);
        await play.waitFor();
        const began = performance.now();
        await play.click();
        await page.locator('.table-cards .card').first().waitFor();
        times.push(performance.now() - began);
        await context.close();
      }
      const ms = median(times);
      report(`without a server, a table of ${title}`, ms, 'ms', BUDGET.aloneMs);
      expect.soft(ms, game).toBeLessThanOrEqual(BUDGET.aloneMs * SLACK);
    }
  } finally {
    await site.stop();
  }
});

it('the module in one piece, before it is split into chunks', () => {
  const target = process.env['CARGO_TARGET_DIR'] ?? join(root, 'target');
  const whole = readFileSync(join(target, 'wasm32-unknown-unknown/site/whole.wasm'));
  const kb = brotliCompressSync(whole).length / 1000;
  report('the whole module in one piece, without nets', kb, 'KB', BUDGET.wholeKb);
  expect(kb).toBeLessThanOrEqual(BUDGET.wholeKb);
});

it('a page without a server: what comes until the first card, and the module', async () => {
  // Returns the size of a file in KB as a browser that accepts brotli receives it.
  const onTheWire = (name: string): number => {
    const file = join(root, 'dist/site', name);
    return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size / 1000;
  };
  const chunkOf = (name: string): string | undefined => /([^/]+)-[\w-]{8}\.wasm$/.exec(name)?.[1];
  const sum = (names: string[]): number => names.reduce((kb, name) => kb + onTheWire(name), 0);
  const site = await serveFolder(join(root, 'dist/site'));
  try {
    for (const { game, title } of PLAYS) {
      const context = await room.browser.newContext({ ...DESKTOP, serviceWorkers: 'block' });
      const page = await context.newPage();
      // All other files come when the browser is idle, and all other chunks of the module after the first card.
      await page.route(/files\.json$/, () => {});
      let release = () => {};
      const held = new Promise<void>((done) => (release = done));
      await page.route(/\.wasm$/, async (route) => {
        if (!['first', game].includes(chunkOf(route.request().url())!)) await held;
        await route.continue();
      });
      const asked = new Set<string>();
      page.on('response', (answer) => asked.add(answer.url().slice(site.url.length) || 'index.html'));
      await page.goto(site.url);
      await page.locator(`.tile[data-game=${game}] [data-do=play]:not([aria-disabled])`).click();
      await page.locator('.table-cards .card').first().waitFor();
      const early = [...asked];
      const parts: Record<string, number> = {};
      for (const name of early) {
        const part = chunkOf(name) ?? `.${name.split('.').at(-1)}`;
        parts[part] = (parts[part] ?? 0) + onTheWire(name);
      }
      for (const [part, kb] of Object.entries(parts))
        lines.push(`  ${part.padEnd(42)} ${kb.toFixed(1).padStart(8)} KB`);
      report(`without a server, all until a card of ${title}`, sum(early), 'KB', BUDGET.firstCardKb);
      expect.soft(sum(early), game).toBeLessThanOrEqual(BUDGET.firstCardKb);
      release();
      // The start page requests the deal of the day, and an open table loads the chunks that its game needs later.
      const modules = () => [...asked].filter((name) => chunkOf(name));
      const games = [...new Set([game, 'rouge-et-noir'])];
      const wanted = ['first', 'rest', ...games, ...games.map((one) => `rest-${one}`)].sort();
      await expect.poll(() => modules().map(chunkOf).sort()).toEqual(wanted);
      await context.close();
      for (const name of modules())
        lines.push(`  ${chunkOf(name)!.padEnd(42)} ${onTheWire(name).toFixed(1).padStart(8)} KB`);
      report(`the module for ${title}, without nets`, sum(modules()), 'KB', BUDGET.moduleKb);
      expect.soft(sum(modules()), game).toBeLessThanOrEqual(BUDGET.moduleKb);
    }
  } finally {
    await site.stop();
  }
});

it('a list of 1,000 tables scrolls', async () => {
  const { page, context } = await room.visit('/', { ...DESKTOP, serviceWorkers: 'block' });
  await page.route('**/api/v1/lobby*', async (route) => {
    const table = (i: number) => ({
      id: `t${i}`,
      game: ['kael', 'schwarze-dame', 'la-dame-noire'][i % 3],
      stage: i < 400 ? 'gathering' : 'playing',
      clock: 'relaxed',
      watch: true,
      created: new Date(Date.now() - i * 60_000).toISOString(),
      seats: ['Ann', 'Bo', 'Cy', 'Dee'].map((name, seat) => ({
        name: `${name} ${i}`,
        bot: seat > 1 ? 'club' : null,
        here: true,
        free: seat === 3 && i < 400,
      })),
    });
    await route.fulfill({ json: { tables: Array.from({ length: 1000 }, (_, i) => table(i)) } });
  });
  await page.goto(`${room.room.url}/lobby`);
  await page.locator('.lobby-row').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(1000 * 64);
  const frames = await page.evaluate(async () => {
    const gaps: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    for (let i = 0; i < 120; i++) {
      scrollBy(0, 240);
      const now = await new Promise<number>(requestAnimationFrame);
      gaps.push(now - last);
      last = now;
    }
    return gaps;
  });
  // The list was scrolled to its end, and only the rows in the window were drawn.
  expect(await page.locator('.lobby-row').count()).toBeLessThan(60);
  expect(Number(await page.locator('.lobby-row').first().getAttribute('aria-posinset'))).toBeGreaterThan(300);
  const ms = median(frames);
  report('a frame, scrolling 1,000 tables', ms, 'ms', BUDGET.scrollFrameMs);
  expect(ms).toBeLessThanOrEqual(BUDGET.scrollFrameMs * SLACK);
  await context.close();
});

/** Returns the scripts and styles that a page has loaded. */
const loaded = async (page: Page): Promise<string[]> => {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map((one) => one.name));
  return [...new Set(urls)].filter((one) => /\.(js|css)$/.test(new URL(one).pathname));
};

/** Returns the compressed size of files in KB. */
async function packedKb(page: Page, urls: string[]): Promise<number> {
  expect(urls.length).toBeGreaterThan(0);
  const bodies = await Promise.all(urls.map(async (url) => (await page.request.get(url)).body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1024;
}

it('Was it fair?: what is loaded, and how long the check of a whole match takes', async () => {
  for (const name of ['kael', 'hearts', 'shuffled-together', 'hundred-deals']) {
    const { page, context } = await room.visit('/', { ...DESKTOP, serviceWorkers: 'block' });
    const id = await page.evaluate(
      async (body) => {
        const headers = { 'content-type': 'application/x-ndjson' };
        const answer = await fetch('/api/v1/records', { method: 'POST', headers, body });
        return ((await answer.json()) as { records: { id: string }[] }).records[0]!.id;
      },
      readFileSync(join(root, `crates/cardroom/tests/records/${name}.jsonl`), 'utf8'),
    );
    await page.goto(`${room.room.url}/r/${id}`);
    await page.locator('.replay-around [data-do=fair]').waitFor();
    const before = await loaded(page);
    const times: number[] = [];
    for (let round = 0; round < 4; round++) {
      await page.locator('.replay-around [data-do=fair]').click();
      const took = await page.locator('.fair-took').innerText();
      times.push(Number(/\d+/.exec(took)![0]));
      await page.locator('[data-do=fair-close]').click();
      await page.locator('.fair-steps').waitFor({ state: 'detached' });
    }
    if (name === 'kael') {
      const kb = await packedKb(
        page,
        (await loaded(page)).filter((url) => !before.includes(url)),
      );
      report('Was it fair?, all that it loads', kb, 'KB', BUDGET.fairKb);
      expect(kb).toBeLessThanOrEqual(BUDGET.fairKb);
    }
    report(`Was it fair?, ${name}: the first check`, times[0]!, 'ms', BUDGET.fairMs);
    report(`Was it fair?, ${name}: the best of four`, Math.min(...times), 'ms', BUDGET.fairMs);
    expect.soft(times[0], `${name}: the first check`).toBeLessThanOrEqual(BUDGET.fairMs * SLACK);
    expect(Math.min(...times), name).toBeLessThanOrEqual(BUDGET.fairMs);
    await context.close();
  }
});
