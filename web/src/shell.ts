// The page as an installed thing: whether the device is online, and the worker that keeps the page.

import { signal } from '@preact/signals';
import { isOnDevice } from './backend';

/** What the device believes; a server can still be out of reach. */
export const online = signal(navigator.onLine);
addEventListener('online', () => {
  online.value = true;
  reloadIfOld();
});
addEventListener('offline', () => {
  online.value = false;
});

/** Loads the page again if its server has a newer one. A server that is out of reach again is asked another time. */
export const reloadIfOld = (): void =>
  void import('./fresh').then(
    (part) => part.reloadIfOld(),
    () => {},
  );

/** What a table says whose line is lost. What is on this device is saved on no server. */
export const lostLine = (table: string): string =>
  isOnDevice(table) ? 'alone.lost_line' : online.value ? 'game.lost_line' : 'offline';

/** Keeps the page for when there is no network. Never during development: there is nothing built to keep. */
export function keepShell(): void {
  if (!import.meta.env.PROD) return;
  const base = import.meta.env.BASE_URL;
  addEventListener('load', async () => {
    // An insecure address has no service worker: there a page that is open plays on by what it has fetched.
    if (!('serviceWorker' in navigator)) {
      const { browserIsIdle, fetchAhead } = await import('./ahead');
      return fetchAhead(base, browserIsIdle);
    }
    await navigator.serviceWorker.register(`${base}sw.js`).catch(() => {
      /* the browser stores nothing: no worker, no loss */
    });
  });
}
