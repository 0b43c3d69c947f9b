// Chromium for the tests. A machine without it is told what to install, and no test is skipped.

import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[
    // The browser's own pages, one more for each context: a quarter of all work of a renderer.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    // From Playwright's list, which this list replaces.
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'MediaRouter',
    'OptimizationHints',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ].join()}`,
];

/** Starts the browser. `more` are flags for this browser alone. */
export const launch = (...more: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: installed(), args: [...FLAGS, ...more] });

/** Starts a browser with an existing profile. */
export const launchWith = (profile: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, { executablePath: installed(), args: FLAGS, ...options });

function installed(): string {
  const named = process.env['CHROMIUM'];
  const executablePath = named ?? PLACES.find((place) => existsSync(place));
  if (!executablePath || !existsSync(executablePath)) {
    throw new Error(
      'these tests need Chromium: install it (Debian: apt install chromium) or name one with CHROMIUM=/path',
    );
  }
  return executablePath;
}
