// Chromium for the tests. There is no test without it: a machine that has none is told what to install.

import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

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
];

/** `more`: flags of this browser alone. */
export async function launch(...more: string[]): Promise<Browser> {
  const named = process.env['CHROMIUM'];
  const executablePath = named ?? PLACES.find((place) => existsSync(place));
  if (!executablePath || !existsSync(executablePath)) {
    throw new Error(
      'these tests need Chromium: install it (Debian: apt install chromium) or name one with CHROMIUM=/path',
    );
  }
  return chromium.launch({ executablePath, args: [...FLAGS, ...more] });
}
