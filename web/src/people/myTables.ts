// The reader's name and tables: the tables on the server, and those on this device.

import * as api from '../net/api';
import { playsAlone } from '../net/backend';
import { hasDeviceTables } from '../offline/deviceMark';
import type { Me } from '../net/protocol';

/** True after the card room inside this browser has answered once. It is loaded by then, and answers quickly. */
let isQuick = false;

/** Loads the name and the tables, and calls `onFound`. If the card room inside this browser must be loaded first,
 * `onFound` is called a second time with the tables of the device. */
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
