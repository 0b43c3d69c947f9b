// Finds out whether the server can know us again. Each request without a cookie would make a guest, and what
// belongs to that guest would be nobody's.

import { ask } from './api';
import { noCookie } from './backend';
import type { MyDevices } from './protocol';

/** A cookie was taken, and nevertheless the server did not know us: something on the way drops cookies. */
let dropped = false;

/** What is answered instead of the server; null where there are cookies. */
export function refusal(): Response | null {
  noCookie.value = dropped || !keepsCookies();
  return noCookie.value ? Response.json({ error: { key: 'no_cookie', words: '' } }, { status: 401 }) : null;
}

/** Tried out: where cookies are blocked, `navigator.cookieEnabled` may say yes. */
function keepsCookies(): boolean {
  try {
    document.cookie = 'cardroom-try=1; SameSite=Lax';
    const kept = document.cookie.includes('cardroom-try');
    document.cookie = 'cardroom-try=; Max-Age=0; SameSite=Lax';
    return kept;
  } catch {
    // Nobody can say: the server is asked.
    return true;
  }
}

let isKnown = false;
/** The first time, whoever has taken a seat looks whether the server knows them again. It is asked for their devices:
 * their list of tables would not do, for who comes in the middle of a match is not in it until the next deal. */
export async function seated(): Promise<void> {
  if (isKnown) return;
  const { devices } = await ask<MyDevices>('me/devices');
  isKnown = devices.some((device) => device.this);
  if (!isKnown) dropped = noCookie.value = true;
}
