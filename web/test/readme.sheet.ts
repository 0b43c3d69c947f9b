// The picture at the top of README: one table on a desktop, and another on a phone. `cargo xtask look readme` writes it
// to docs/pictures/tables.webp.

import { writeFileSync } from 'node:fs';
import { inject, it } from 'vitest';
import { launch } from './browser';

const PICTURE = decodeURIComponent(new URL('../../docs/pictures/tables.webp', import.meta.url).pathname);
const TABLES = [
  { game: 'la-dame-noire', at: 4, viewport: { width: 1120, height: 700 }, isMobile: false },
  { game: 'kael', at: 2, viewport: { width: 360, height: 700 }, isMobile: true },
];

it('two tables side by side', async () => {
  const browser = await launch();
  const screens: string[] = [];
  for (const { game, at, viewport, isMobile } of TABLES) {
    const context = await browser.newContext({ viewport, isMobile, colorScheme: 'dark', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${inject('devPage')}dev.html?show=frames&game=${game}&at=${at}`);
    await page.locator('.seat').first().waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    screens.push((await page.screenshot({ animations: 'disabled' })).toString('base64'));
  }
  const page = await browser.newPage();
  const packed = await page.evaluate(async (screens) => {
    const images = screens.map((data) => Object.assign(new Image(), { src: `data:image/png;base64,${data}` }));
    await Promise.all(images.map((image) => image.decode()));
    const canvas = document.createElement('canvas');
    const gap = 24;
    canvas.height = Math.max(...images.map((image) => image.height));
    canvas.width = images.reduce((width, image) => width + image.width + gap, -gap);
    const drawing = canvas.getContext('2d')!;
    let left = 0;
    for (const image of images) {
      drawing.save();
      drawing.beginPath();
      drawing.roundRect(left, 0, image.width, image.height, 16);
      drawing.clip();
      drawing.drawImage(image, left, 0);
      drawing.restore();
      left += image.width + gap;
    }
    return canvas.toDataURL('image/webp', 0.8).split(',')[1]!;
  }, screens);
  writeFileSync(PICTURE, Buffer.from(packed, 'base64'));
  await browser.close();
});
