// The reader's name and tables: those of the server, and those that were played without it.

import * as api from '../net/api';
import { playsAlone } from '../net/backend';
import { hasDeviceTables } from '../offline/deviceMark';
import type { Me } from '../net/protocol';

/** True after the device's card room has answered once: from then on it answers quickly. */
let isQuick = false;

/** Loads them and calls `onFound`. The device's tables come later where its card room must be loaded first. */
export async function loadMyTables(onFound: (me: Me) => void): Promise<void> {
  const me = await api.me();
  if (playsAlone.value || !hasDeviceTables()) return onFound(me);
  if (!isQuick) onFound(me);
  try {
    const { device } = await import('../offline/deviceBackend');
    const here = await api.ask<Me>('me', undefined, 'GET', device);
    isQuick = true;
    onFound({ ...me, tables: [...me.tables, ...here.tables].sort((a, b) => b.created.localeCompare(a.created)) });
  } catch {
    onFound(me);
  }
}
