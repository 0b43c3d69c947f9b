// Builds the page for development (web/dev) and serves it, once for all tests that use mock frames. A built page loads
// in half the time.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of `dev.html`. */
    devPage: string;
  }
}

const path = (name: string): string => decodeURIComponent(new URL(`../../${name}`, import.meta.url).pathname);

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const outDir = mkdtempSync(join(tmpdir(), 'cardroom-page-'));
  const config = { configFile: path('vite.config.ts'), logLevel: 'error' } as const;
  await build({ ...config, build: { outDir, emptyOutDir: true, rolldownOptions: { input: path('web/dev.html') } } });
  const server = await preview({ ...config, build: { outDir }, preview: { port: 0 } });
  provide('devPage', server.resolvedUrls!.local[0]!);
  return async () => {
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  };
}
