// The server sends the compressed files that the build has made, and these copies are in no list of the page's files.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { filesIn } from '../keptFiles';
import { serve } from './cardroom';

const root = decodeURIComponent(new URL('../..', import.meta.url).pathname);
const CODINGS = [
  ['br', '.br', brotliDecompressSync],
  ['gzip', '.gz', gunzipSync],
] as const;

/** Returns the answer in the form in which it is sent over the network, because `fetch` would decompress it. */
function ask(url: string, accepts: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((done, failed) => {
    get(url, { headers: { 'accept-encoding': accepts } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => done({ headers: answer.headers, body: Buffer.concat(parts) }));
    }).on('error', failed);
  });
}

for (const folder of ['web/dist', 'dist/site'])
  it(`${folder}: every file that gets smaller has its copies`, () => {
    const all = filesIn(join(root, folder)).map(([name]) => name);
    const copied = all.filter((name) => all.includes(`${name}.br`));
    for (const name of all.filter((name) => /\.(js|css|html|wasm|bin)$/.test(name))) {
      const content = readFileSync(join(root, folder, name));
      if (content.length > 1000) expect(copied, name).toContain(name);
    }
    for (const name of copied)
      for (const [, ending, unpack] of CODINGS) {
        const copy = join(root, folder, name + ending);
        if (existsSync(copy))
          expect(unpack(readFileSync(copy)).equals(readFileSync(join(root, folder, name)))).toBe(true);
      }
    const kept = JSON.parse(readFileSync(join(root, folder, 'files.json'), 'utf8')) as string[];
    const worker = readFileSync(join(root, folder, 'sw.js'), 'utf8');
    for (const [, ending] of CODINGS) {
      expect(kept.filter((name) => name.endsWith(ending))).toEqual([]);
      expect(worker).not.toContain(`${ending}"`);
    }
  });

it('the server sends the copies that lie there, to the byte', async () => {
  const data = mkdtempSync(join(tmpdir(), 'cardroom-'));
  const room = await serve(data);
  try {
    for (const [name, content] of filesIn(join(root, 'web/dist'))) {
      if (/\.(br|gz)$/.test(name)) continue;
      const tags = new Set<string | undefined>();
      for (const [coding, ending] of CODINGS) {
        const copy = join(root, 'web/dist', name + ending);
        const { headers, body } = await ask(`${room.url}/${name}`, coding);
        tags.add(headers.etag);
        expect(headers.vary, name).toBe('accept-encoding');
        expect(headers['content-encoding'], name).toBe(existsSync(copy) ? coding : undefined);
        expect(body.equals(existsSync(copy) ? readFileSync(copy) : Buffer.from(content)), name).toBe(true);
      }
      const whole = await ask(`${room.url}/${name}`, 'identity');
      expect(whole.body.equals(Buffer.from(content)), name).toBe(true);
      tags.add(whole.headers.etag);
      const copies = CODINGS.filter(([, ending]) => existsSync(join(root, 'web/dist', name + ending))).length;
      expect(tags.size, name).toBe(copies + 1);
    }
  } finally {
    await room.stop();
    rmSync(data, { recursive: true, force: true });
  }
});
