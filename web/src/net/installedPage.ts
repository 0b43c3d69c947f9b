// The installed page: whether the device is online, and the service worker that stores the page.

import { signal } from '@preact/signals';
import { playsAlone, isOnDevice } from './backend';
import { noCookie } from './noCookie';

/** True if the device believes that it is online; a server can still be unreachable. */
export const online = signal(navigator.onLine);
addEventListener('online', () => {
  online.value = true;
  void reloadIfStale();
});
addEventListener('offline', () => {
  online.value = false;
});

/** Returns the element of the page's own script, whose address contains its version. */
const ownScript = (): HTMLScriptElement | null => document.querySelector('script[type=module]');

/** The time in which a page is reloaded only once: servers of two versions may alternate. A page whose own script is
 * gone is older than its server, too: web/public/reload.js handles that (uncommented, as each first visit loads it). */
const AGAIN_MS = 60_000;

let reloads = false;

/** Reloads the page if its server has a newer one: games are stored, so nothing is lost. A server that cannot be
 * reached is asked again another time. */
export async function reloadIfStale(): Promise<void> {
  // A browser that stores nothing would lose its games.
  if (!import.meta.env.PROD || (noCookie.value && playsAlone.value)) return;
  const { reloaded = 0 } = (history.state ?? {}) as { reloaded?: number };
  if (reloads || Date.now() - reloaded < AGAIN_MS) return;
  try {
    // The query prevents an answer from the cache.
    const newest = await fetch(`${import.meta.env.BASE_URL}?fresh`, { cache: 'no-store' });
    const script = ownScript()?.getAttribute('src');
    // Several missing parts ask at the same moment: only the first answer reloads the page.
    if (!script || !newest.ok || (await newest.text()).includes(script) || reloads) return;
    reloads = true;
    history.replaceState({ reloaded: Date.now() }, '');
    location.reload();
  } catch {
    /* no network */
  }
}

// A newer server may no longer have the part that cannot be loaded.
addEventListener('vite:preloadError', () => void reloadIfStale());

/** Returns the words for a table with a lost connection. A table of this device is not stored on a server. */
export const lostLine = (table: string): string =>
  isOnDevice(table) ? 'alone.lost_line' : online.value ? 'game.lost_line' : 'offline';

/** Stores the page for use without a network. Not during development, where no built files exist. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD) return;
  const base = import.meta.env.BASE_URL;
  addEventListener('load', async () => {
    // An insecure address has no service worker: there an open page plays on with the files that it has fetched.
    if (!('serviceWorker' in navigator)) {
      const { browserIsIdle, prefetchPage } = await import('./prefetch');
      return prefetchPage(base, browserIsIdle);
    }
    try {
      const worker = await navigator.serviceWorker.register(`${base}sw.js`);
      // A worker that has waited since an earlier page learns which page is open now.
      worker.waiting?.postMessage(ownScript()?.src);
    } catch {
      /* the browser stores nothing: no worker, no loss */
    }
  });
}
