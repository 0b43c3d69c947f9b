// The installed page: whether the device is online, and the service worker that stores the page's files.

import { signal } from '@preact/signals';
import { playsAlone, isOnDevice } from './backend';
import { noCookie } from './noCookie';

/** True if the browser believes that the device is online. The server may be unreachable nevertheless. */
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

/** The time in ms within which the page is reloaded only once. Without this limit, two servers of different versions
 * could make the page reload again and again. If the page's own script is gone from the server, web/public/reload.js
 * reloads the page. That file has no comments, because every first visit loads it. */
const AGAIN_MS = 60_000;

let reloads = false;

/** Reloads the page if its server has a newer version. Nothing is lost, because games are stored. If the server cannot
 * be reached, the next call tries again. */
export async function reloadIfStale(): Promise<void> {
  // If the browser stores nothing, a reload would lose the games on this device.
  if (!import.meta.env.PROD || (noCookie.value && playsAlone.value)) return;
  const { reloaded = 0 } = (history.state ?? {}) as { reloaded?: number };
  if (reloads || Date.now() - reloaded < AGAIN_MS) return;
  try {
    // The query string prevents an answer from the cache.
    const newest = await fetch(`${import.meta.env.BASE_URL}?fresh`, { cache: 'no-store' });
    const script = ownScript()?.getAttribute('src');
    // Several missing parts may cause this request at the same time. Only the first answer reloads the page.
    if (!script || !newest.ok || (await newest.text()).includes(script) || reloads) return;
    reloads = true;
    history.replaceState({ reloaded: Date.now() }, '');
    location.reload();
  } catch {
    /* no network */
  }
}

// If a part cannot be loaded, a newer server may no longer have it.
addEventListener('vite:preloadError', () => void reloadIfStale());

/** Returns the key of the words for a lost connection. A table on this device has words of its own, because no server
 * stores it. */
export const lostLine = (table: string): string =>
  isOnDevice(table) ? 'alone.lost_line' : online.value ? 'game.lost_line' : 'offline';

/** Registers the service worker, which stores the page for use without a network. During development there is none,
 * because no built files exist. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD) return;
  const base = import.meta.env.BASE_URL;
  addEventListener('load', async () => {
    // There is no service worker at an insecure address. There the files are fetched into the browser's cache. So an
    // open page can go on without its server.
    if (!('serviceWorker' in navigator)) {
      const { browserIsIdle, prefetchPage } = await import('./prefetch');
      return prefetchPage(base, browserIsIdle);
    }
    try {
      const worker = await navigator.serviceWorker.register(`${base}sw.js`);
      // A newer worker that still waits needs to know which version of the page is open now.
      worker.waiting?.postMessage(ownScript()?.src);
    } catch {
      /* the browser stores nothing, and the page works without a service worker */
    }
  });
}
