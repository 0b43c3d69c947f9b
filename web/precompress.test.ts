import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { filesIn } from './keptFiles';
import { precompress } from './precompress';

it('a file has a brotli and a gzip copy beside it, if they are smaller', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardroom-copies-'));
  try {
    mkdirSync(join(folder, 'assets'));
    const script = 'play();\n'.repeat(200);
    writeFileSync(join(folder, 'assets/web.js'), script);
    writeFileSync(join(folder, 'icon.png'), Uint8Array.from({ length: 64 }, (_, i) => i * 37));
    writeFileSync(join(folder, 'empty.wasm'), '');
    await precompress(folder);
    const names = filesIn(folder).map(([name]) => name);
    expect(names.sort()).toEqual(['assets/web.js', 'assets/web.js.br', 'assets/web.js.gz', 'empty.wasm', 'icon.png']);
    expect(brotliDecompressSync(readFileSync(join(folder, 'assets/web.js.br'))).toString()).toBe(script);
    expect(gunzipSync(readFileSync(join(folder, 'assets/web.js.gz'))).toString()).toBe(script);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
