// The page as an installed thing: whether the device is online, and the worker that keeps the shell.

import { signal } from '@preact/signals';

/** What the device believes; a server can still be out of reach. */
export const online = signal(navigator.onLine);
addEventListener('online', () => {
  online.value = true;
});
addEventListener('offline', () => {
  online.value = false;
});

/** Keeps the shell for when there is no network. Never during development: there is nothing built to keep. */
export function keepShell(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    addEventListener('load', () => {
      navigator.serviceWorker.register('/sw.js').catch(() => {
        /* an insecure address: no worker, no loss */
      });
    });
  }
}
