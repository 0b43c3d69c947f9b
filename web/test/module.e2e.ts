// Compares the module for browsers, in Chromium, with the native program. Matches with a given seed must have the same
// results. Bots that search must make the same decisions, and their times are written to artifacts/module.txt.
// `CARDROOM_LONG=yes` plays more matches, with all levels.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch } from './browser';
import { serveFolder, type StaticServer } from './static';
import { LONG } from './long';

const root = decodeURIComponent(new URL('../..', import.meta.url).pathname);
const debug = dirname(process.env['CARDROOM'] ?? join(root, 'target/debug/cardroom'));
const MODULE = join(debug, '../wasm32-unknown-unknown/site/examples/beside_native.wasm');
const PROGRAM = join(debug, 'examples/beside_native');
const SEEDS = LONG ? 50 : 3;
/** The number of deals whose decisions are timed. */
const DEALS = LONG ? 8 : 1;
/** The lines of the report, one for each level and game. */
const report: string[] = [];

/** Games whose champion searches with a net. */
const WITH_NET = ['hearts', 'schwarze-dame'];

const PAGE = `<!doctype html><title>module</title><script type="module">
  import * as library from './module.js';
  globalThis.library = library;
  globalThis.module = await WebAssembly.compileStreaming(fetch('module.wasm'));
</script>`;

let browser: Browser;
let site: StaticServer;
let page: Page;
let folder: string;
beforeAll(async () => {
  for (const [file, command] of [
    [MODULE, 'cargo build -p offline --example beside_native --target wasm32-unknown-unknown --profile site'],
    [PROGRAM, 'cargo build -p offline --example beside_native'],
  ] as const)
    if (!existsSync(file)) throw new Error(`${file} is missing: cargo xtask e2e builds it, or ${command}`);
  folder = mkdtempSync(join(tmpdir(), 'cardroom-'));
  copyFileSync(MODULE, join(folder, 'module.wasm'));
  copyFileSync(join(root, 'crates/offline/tests/module.mjs'), join(folder, 'module.js'));
  for (const game of WITH_NET) copyFileSync(join(root, `games/${game}/net.bin`), join(folder, `${game}.bin`));
  writeFileSync(join(folder, 'index.html'), PAGE);
  site = await serveFolder(folder);
  browser = await launch();
  page = await browser.newPage();
  await page.goto(site.url);
  await page.waitForFunction(() => 'module' in globalThis);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(root, 'artifacts'), { recursive: true });
  writeFileSync(join(root, 'artifacts/module.txt'), `${report.join('\n')}\n`);
});

/** The parts of the comparison that the page has loaded: crates/offline/tests/module.mjs, and the compiled module. */
interface Here {
  library: {
    besideNative(module: WebAssembly.Module): { hash(game: number, seed: number): string };
    replay(
      chunks: { first: WebAssembly.Module },
      lines: unknown[],
      net?: undefined,
      loaded?: [string, Uint8Array][],
    ): number[];
  };
  module: WebAssembly.Module;
}

/** Returns the lines that the native program prints. */
const natively = (...args: string[]): unknown[] =>
  execFileSync(PROGRAM, args, { encoding: 'utf8', maxBuffer: 2 ** 30 })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

it('seeded matches of every game say the same as natively', async () => {
  const expected = natively('hashes', '1', String(SEEDS)) as { game: string; seed: number; hash: string }[];
  const games = [...new Set(expected.map(({ game }) => game))];
  expect(games.length).toBeGreaterThan(4);
  const found = await page.evaluate(
    ({ asked }) => {
      const here = globalThis as unknown as Here;
      const native = here.library.besideNative(here.module);
      return asked.map(({ place, seed }) => native.hash(place, seed));
    },
    { asked: expected.map(({ game, seed }) => ({ place: games.indexOf(game), seed })) },
  );
  expect(found).toEqual(expected.map(({ hash }) => hash));
});

/** The time in ms that `expert` may take for a decision, as median and as 99th percentile. In short runs, on a busy
 * machine, it may take three times as much. */
const BUDGET = { median: 50, high: 120 };
const SLACK = LONG ? 1 : 3;

const GAMES = ['hearts', 'kael', 'la-dame-noire', 'schwarze-dame'];
const LEVELS = LONG ? ['expert', 'champion', 'master'] : ['expert'];
const BOTS = LEVELS.flatMap((level) => GAMES.map((game) => ({ level, game })));

it.each(BOTS)(
  'bots of the level $level decide the same in $game, and their times are kept',
  async ({ level, game }) => {
    const times: number[] = [];
    for (let seed = 1; seed <= DEALS; seed++) {
      const lines = natively('transcript', game, level, String(seed));
      const took = await page.evaluate(
        async ({ transcript, games }) => {
          const here = globalThis as unknown as Here;
          const nets = games.map(async (one): Promise<[string, Uint8Array]> => {
            return [one, new Uint8Array(await (await fetch(`${one}.bin`)).arrayBuffer())];
          });
          return here.library.replay({ first: here.module }, transcript, undefined, await Promise.all(nets));
        },
        { transcript: lines, games: WITH_NET },
      );
      expect(took.length).toBeGreaterThan(10);
      times.push(...took);
    }
    const sorted = times.sort((a, b) => a - b);
    const [median, high] = [0.5, 0.99].map((part) => sorted[Math.floor(part * sorted.length)]!) as [number, number];
    report.push(
      `${game}: ${times.length} decisions of ${level}, median ${median.toFixed(1)} ms, ` +
        `99th percentile ${high.toFixed(1)} ms`,
    );
    if (level === 'expert') {
      expect.soft(median, game).toBeLessThan(BUDGET.median * SLACK);
      expect.soft(high, game).toBeLessThan(BUDGET.high * SLACK);
    }
  },
  LONG ? 1_800_000 : undefined,
);
