// The page as an installed thing: whether the device is online, and the worker that keeps the page.

import { signal } from '@preact/signals';
import { playsAlone, isOnDevice } from './backend';
import { noCookie } from './noCookie';

/** The device's own belief; a server can still be out of reach. */
export const online = signal(navigator.onLine);
addEventListener('online', () => {
  online.value = true;
  void reloadIfStale();
});
addEventListener('offline', () => {
  online.value = false;
});

/** The address of the page's own script, which names its version. */
const ownScript = (): HTMLScriptElement | null => document.querySelector('script[type=module]');

/** No page is loaded again twice within a minute: servers of two versions may take turns. A page whose own script is
 * gone is older than its server, too: web/public/reload.js, which bears no comment, for every first look loads it. */
const AGAIN_MS = 60_000;

let reloads = false;

/** Loads the page again if its server has a newer one: games are stored, so nothing is lost. A server that is out of
 * reach again is asked another time. */
export async function reloadIfStale(): Promise<void> {
  // A browser that keeps nothing would lose its games.
  if (!import.meta.env.PROD || (noCookie.value && playsAlone.value)) return;
  const { reloaded = 0 } = (history.state ?? {}) as { reloaded?: number };
  if (reloads || Date.now() - reloaded < AGAIN_MS) return;
  try {
    // The query keeps the answer from coming out of the cache.
    const newest = await fetch(`${import.meta.env.BASE_URL}?fresh`, { cache: 'no-store' });
    const script = ownScript()?.getAttribute('src');
    // Several parts that are gone ask at the same moment: the first answer does it.
    if (!script || !newest.ok || (await newest.text()).includes(script) || reloads) return;
    reloads = true;
    history.replaceState({ reloaded: Date.now() }, '');
    location.reload();
  } catch {
    /* no network */
  }
}

// A part that cannot be loaded may be one that a newer server no longer has.
addEventListener('vite:preloadError', () => void reloadIfStale());

/** The words for a table with a lost connection. A table of this device is saved on no server. */
export const lostLine = (table: string): string =>
  isOnDevice(table) ? 'alone.lost_line' : online.value ? 'game.lost_line' : 'offline';

/** Stores the page for when there is no network. Never during development: there is nothing built to keep. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD) return;
  const base = import.meta.env.BASE_URL;
  addEventListener('load', async () => {
    // An insecure address has no service worker: there a page that is open plays on by what it has fetched.
    if (!('serviceWorker' in navigator)) {
      const { browserIsIdle, prefetchPage } = await import('./prefetch');
      return prefetchPage(base, browserIsIdle);
    }
    try {
      const worker = await navigator.serviceWorker.register(`${base}sw.js`);
      // One that has waited since an earlier page learns which page is open now.
      worker.waiting?.postMessage(ownScript()?.src);
    } catch {
      /* the browser stores nothing: no worker, no loss */
    }
  });
}
