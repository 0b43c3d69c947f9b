// Tests that the page is stored so that it works when its server is gone.

import { beforeEach, expect, it, vi } from 'vitest';

const { prefetchPage } = vi.hoisted(() => ({ prefetchPage: vi.fn() }));
vi.mock('./prefetch', () => ({ prefetchPage, browserIsIdle: () => Promise.resolve() }));

const listeners = new Map<string, () => unknown>();
beforeEach(() => {
  vi.resetModules();
  prefetchPage.mockReset();
  listeners.clear();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('addEventListener', (kind: string, listener: () => void) => listeners.set(kind, listener));
});

/** Loads the page in a browser whose `navigator` has these properties. */
async function loaded(parts: object): Promise<void> {
  vi.stubGlobal('navigator', { onLine: true, ...parts });
  const { registerServiceWorker } = await import('./installedPage');
  registerServiceWorker();
  expect(prefetchPage).not.toHaveBeenCalled();
  await listeners.get('load')!();
}

it('without a service worker the page fetches its files ahead, after it is loaded', async () => {
  await loaded({});
  expect(prefetchPage).toHaveBeenCalledOnce();
});

it('a service worker keeps the page by itself', async () => {
  const register = vi.fn(async () => {});
  await loaded({ serviceWorker: { register } });
  expect(register).toHaveBeenCalledWith('/sw.js');
  expect(prefetchPage).not.toHaveBeenCalled();
});
