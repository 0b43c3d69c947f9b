// A development server and a browser, for tests of the page over mock frames.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { launch } from './browser';

export interface DevServer {
  /** `prepare` sees the page before anything is loaded into it. */
  open(query: string, options?: BrowserContextOptions, prepare?: (page: Page) => Promise<unknown>): Promise<Page>;
  close(): Promise<void>;
}

const CONFIG = decodeURIComponent(new URL('../../vite.config.ts', import.meta.url).pathname);

export async function devServer(): Promise<DevServer> {
  const browser = await launch();
  const vite: ViteDevServer = await createServer({ configFile: CONFIG, logLevel: 'error', server: { port: 0 } });
  await vite.listen();
  const base = vite.resolvedUrls!.local[0]!;
  return {
    async open(query, options = {}, prepare) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      const page = await context.newPage();
      page.on('pageerror', (error) => {
        throw error;
      });
      await prepare?.(page);
      await page.goto(`${base}dev.html?${query}`);
      return page;
    },
    async close() {
      await browser.close();
      await vite.close();
    },
  };
}
