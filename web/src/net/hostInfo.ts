// The settings of the server's operator: which pages exist, the kind of chat, and the notice for everybody.

import { signal } from '@preact/signals';
import { ask } from './api';
import { server, WITHOUT_SERVER } from './backend';
import type { HostInfo } from './protocol';

/** The settings. They are null until the server has answered. Until then, nothing that depends on the settings is shown
 * or hidden. */
export const hostInfo = signal<HostInfo | null>(null);

let asked = false;

/** Requests the settings once. This is enough for settings that do not change while the server runs. */
export function askHost(): void {
  if (!asked) askHostAgain();
}

/** Requests the settings again, because the notice for everybody may have changed. */
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
