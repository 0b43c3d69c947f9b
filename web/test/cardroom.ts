// A real cardroom: the program, a data folder of its own, and a browser.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { launch } from './browser';
import { wire, type Wire } from './wire';

const root = decodeURIComponent(new URL('../..', import.meta.url).pathname);
/** The path of the program. `cargo xtask e2e` sets it; otherwise it is the output of `cargo build`. */
export const BINARY = process.env['CARDROOM'] ?? join(root, 'target/debug/cardroom');
/** The folder for screenshots and records of the last run. */
const ARTEFACTS = join(root, 'artifacts');

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  reducedMotion: 'reduce',
};

export interface Cardroom {
  url: string;
  data: string;
  process: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** The variables in the environment of servers, beside those of the test. */
export const environment: NodeJS.ProcessEnv = {};

/** Starts the server, and waits until it prints its address. */
export async function serve(data: string, ...args: string[]): Promise<Cardroom> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const server = spawn(BINARY, ['serve', ...port, '--data', data, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  let said = '';
  const url = await new Promise<string>((found, failed) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const match = /http:\/\/[\w.:[\]]+/.exec(said);
      if (match) found(match[0]);
    };
    server.stdout!.on('data', listen);
    server.stderr!.on('data', listen);
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`cardroom ended with ${code}: ${said}`)));
  });
  return {
    url,
    data,
    process: server,
    async stop(signal = 'SIGTERM') {
      // Every test checks that no bug occurred in the server. If a server was killed or has ended, it cannot be
      // checked.
      const runs = signal === 'SIGTERM' && server.exitCode === null && server.signalCode === null;
      const measures = runs ? await (await fetch(`${url}/metrics`)).text() : 'cardroom_panics_total 0';
      server.kill(signal);
      await ended;
      const panics = /^cardroom_panics_total (\d+)$/m.exec(measures)?.[1];
      if (panics !== '0') throw new Error(`the server met ${panics ?? 'an unknown number of'} bugs: ${said}`);
    },
  };
}

export interface TestServer {
  room: Cardroom;
  browser: Browser;
  /** The ids of all games, for tests that cover every game. */
  games: string[];
  /** Opens a page. `over` is the address of a network path to the server, such as a path that can be cut. If `over` is
   * absent, the path is direct. */
  visit(path: string, options?: BrowserContextOptions, over?: string): Promise<{ page: Page; context: BrowserContext }>;
  /** Returns a network path to the server that can be cut. */
  path(): Promise<Wire>;
  /** Kills the server as a power cut would, and starts it again at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Runs an administrator's command on the machine of the server. */
export function administrate(data: string, ...words: string[]): string {
  return execFileSync(BINARY, ['admin', '--data', data, ...words], { stdio: 'pipe' }).toString();
}

/** Starts a server and a browser. The bots act immediately unless `pace` contains another setting. */
export async function startServer(...pace: string[]): Promise<TestServer> {
  const data = mkdtempSync(join(tmpdir(), 'cardroom-'));
  const ways = pace.length ? pace.filter((one) => one !== 'natural') : ['--bot-delay-ms', '0'];
  let room = await serve(data, ...ways);
  const browser = await launch();
  const paths: Wire[] = [];
  const { games } = (await (await fetch(`${room.url}/api/v1/games`)).json()) as { games: { id: string }[] };
  return {
    get room() {
      return room;
    },
    browser,
    games: games.map((game) => game.id),
    async visit(path, options = DESKTOP, over = room.url) {
      // Service workers are blocked, because each one loads the whole page again. Only tests of the service worker
      // allow them.
      const context = await browser.newContext({ serviceWorkers: 'block', ...options });
      // The quickest settings, because a test need not watch cards fly. The page treats its reader as one who has
      // touched a card before.
      await context.addInitScript(() =>
        localStorage.setItem(
          'cardroom.settings',
          JSON.stringify({ speed: 'none', side: true, trickPause: 0.3, touched: true }),
        ),
      );
      // Begins the session before the page is loaded. Otherwise a request of the test and the first requests of the
      // page could begin two sessions.
      await context.request.get(`${room.url}/api/v1/games`);
      const page = await context.newPage();
      page.on('pageerror', (error) => {
        throw error;
      });
      await page.goto(over + path);
      return { page, context };
    },
    async path() {
      const path = await wire(room.url);
      paths.push(path);
      return path;
    },
    async restart() {
      await room.stop('SIGKILL');
      room = await serve(data, ...ways, '--port', new URL(room.url).port);
    },
    async close() {
      await browser.close();
      for (const path of paths) await path.close();
      await room.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

const lines = new WeakMap<Page, Promise<CDPSession>>();

/** Saves a picture. The browser itself takes it, because its fast compression needs only a fifth of the time. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(ARTEFACTS, { recursive: true });
  if (!lines.has(page)) lines.set(page, page.context().newCDPSession(page));
  const { data } = await (await lines.get(page)!).send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
  });
  writeFileSync(join(ARTEFACTS, `${name}.png`), Buffer.from(data, 'base64'));
}

/** Writes a record to a file and checks it with the binary. Throws the output if the record has a fault. */
export function checkRecord(record: string, name: string): void {
  mkdirSync(ARTEFACTS, { recursive: true });
  const path = join(ARTEFACTS, `${name}.jsonl`);
  writeFileSync(path, record.endsWith('\n') ? record : `${record}\n`);
  execFileSync(BINARY, ['record', 'check', path], { stdio: 'pipe' });
}
