// A development server and a browser for a test file.

import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

export interface Room { open(query: string, options?: BrowserContextOptions): Promise<Page>; close(): Promise<void> }

/** Null where there is no Chromium. */
export async function room(config: string): Promise<Room | null> {
  const browser = await launch();
  if (!browser) return null;
  const vite: ViteDevServer = await createServer({ configFile: config, logLevel: 'error', server: { port: 0 } });
  await vite.listen();
  const base = vite.resolvedUrls!.local[0]!;
  return {
    async open(query, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      const page = await context.newPage();
      page.on('pageerror', (error) => { throw error; });
      await page.goto(`${base}dev.html?${query}`);
      return page;
    },
    async close() { await browser.close(); await vite.close(); },
  };
}

async function launch(): Promise<Browser | null> {
  const named = import.meta.env['CHROMIUM'] as string | undefined;
  for (const executablePath of named ? [named] : PLACES) {
    try { return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] }); } catch { /* try the next */ }
  }
  return null;
}
