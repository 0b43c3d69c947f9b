// A picture of a result to share. It shows points and bars, and no card of the day.

import { barsOf, type Total } from './dayFigures';

export interface SharedResult {
  title: string;
  lines: readonly string[];
  /** The gain of each deal, for its mark; null if par is not known. */
  gains: readonly (number | null)[];
  totals: readonly Total[];
  own: number | null;
}

const W = 1200;
const H = 630;
const FELT = '#0f3d2e';
const PAPER = '#f6f1e3';
const GOLD = '#e3c15f';

function draw(of: SharedResult): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width: W, height: H });
  const c = canvas.getContext('2d')!;
  c.fillStyle = FELT;
  c.fillRect(0, 0, W, H);
  c.fillStyle = PAPER;
  c.font = '700 64px serif';
  c.fillText(of.title, 70, 120, W - 140);
  c.font = '36px sans-serif';
  of.lines.forEach((line, i) => c.fillText(line, 70, 190 + 52 * i, W - 140));
  of.gains.forEach((gain, i) => {
    c.beginPath();
    c.arc(100 + 90 * i, 370, 32, 0, 2 * Math.PI);
    c.fillStyle = gain === null ? '#557a6c' : gain >= 0 ? GOLD : '#9bb3a8';
    c.fill();
  });
  const bars = barsOf(of.totals, of.own, 20);
  const most = Math.max(...bars.map((bar) => bar.people + bar.bots), 1);
  const width = (W - 140) / Math.max(bars.length, 1);
  bars.forEach((bar, i) => {
    const height = (150 * (bar.people + bar.bots)) / most;
    c.fillStyle = of.own !== null && of.own >= bar.from && of.own <= bar.to ? GOLD : '#9bb3a8';
    c.fillRect(70 + i * width, H - 50 - height, width - 4, height + 4);
  });
  return canvas;
}

/** Shares the picture as the device can: by its own menu, or as a file. Returns how. */
export async function sharePicture(of: SharedResult, name: string): Promise<'shared' | 'saved'> {
  const blob = await new Promise<Blob | null>((done) => draw(of).toBlob(done, 'image/png'));
  if (!blob) throw new Error('no picture');
  const file = new File([blob], `${name}.png`, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: of.title });
    return 'shared';
  }
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return 'saved';
}
