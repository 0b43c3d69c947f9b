// The settings of the server's operator: the pages that exist, the kind of chat, the notice for everybody.

import { signal } from '@preact/signals';
import { ask } from './api';
import { server, WITHOUT_SERVER } from './backend';
import type { HostInfo } from './protocol';

/** Null until the server has answered: until then nothing is shown because of it, and nothing is left out. */
export const hostInfo = signal<HostInfo | null>(null);

let asked = false;

/** Requests the settings once; enough for those that stay the same while the server runs. */
export function askHost(): void {
  if (!asked) askHostAgain();
}

/** Requests the settings again, because the notice for everybody can change. */
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
