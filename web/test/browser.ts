// Chromium for the tests. If it is missing, the tests fail and say what to install; none is skipped.

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
    // These pages belong to the browser's own interface. Each context opens one more such page. Together they cause a
    // quarter of a renderer's work.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    // These flags are from Playwright's own list, which this list replaces.
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'MediaRouter',
    'OptimizationHints',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ].join()}`,
];

/** Starts the browser. `more` are additional flags for this browser. */
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
