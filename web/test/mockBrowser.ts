// A browser for tests of the page with mock frames.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { launch } from './browser';

export interface MockBrowser {
  /** Opens a page. `prepare` receives the page before anything is loaded. */
  open(query: string, options?: BrowserContextOptions, prepare?: (page: Page) => Promise<unknown>): Promise<Page>;
  close(): Promise<void>;
}

export async function mockBrowser(): Promise<MockBrowser> {
  const browser = await launch();
  return {
    async open(query, options = {}, prepare) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        serviceWorkers: 'block',
        ...options,
      });
      const page = await context.newPage();
      page.on('pageerror', (error) => {
        throw error;
      });
      await prepare?.(page);
      await page.goto(`${inject('devPage')}dev.html?${query}`);
      return page;
    },
    close: () => browser.close(),
  };
}
