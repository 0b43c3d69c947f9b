// Settings of whoever runs the server: which pages are filled in, what may be said, the line for everybody.

import { signal } from '@preact/signals';
import { ask } from './api';
import { server, WITHOUT_SERVER } from './backend';
import type { HostInfo } from './protocol';

/** Unknown until the server has answered: nothing is shown for it, and nothing is left out. */
export const hostInfo = signal<HostInfo | null>(null);

let asked = false;

/** Asks, if nobody has. For what stays the same while the server runs. */
export function askHost(): void {
  if (!asked) askHostAgain();
}

/** Asks, even if somebody has: the line for everybody comes and goes. */
export function askHostAgain(): void {
  if (WITHOUT_SERVER) return;
  asked = true;
  ask<HostInfo>('host', undefined, 'GET', server).then(
    (info) => {
      hostInfo.value = info;
    },
    () => {
      asked = false;
    },
  );
}
