// Finds out whether the server can know us again. Each request without a cookie would make a guest, and what
// belongs to that guest would be nobody's.

import { noCookie } from './noCookie';
import type { MyDevices } from './protocol';

/** A cookie was taken, and nevertheless the server did not know us: something on the way drops cookies. */
let dropped = false;

/** The answer in the place of the server's; null where there are cookies. */
export function refuseWithoutCookie(): Response | null {
  noCookie.value = dropped || !keepsCookies();
  return noCookie.value ? Response.json({ error: { key: 'no_cookie', words: '' } }, { status: 401 }) : null;
}

/** Tried out: where cookies are blocked, `navigator.cookieEnabled` may say yes. */
function keepsCookies(): boolean {
  try {
    document.cookie = 'cardroom-try=1; SameSite=Lax';
    const isKept = document.cookie.includes('cardroom-try');
    document.cookie = 'cardroom-try=; Max-Age=0; SameSite=Lax';
    return isKept;
  } catch {
    // Nobody can say: the server is asked.
    return true;
  }
}

let isKnown = false;
/** After the first seat was taken: checks whether the server knows this browser again. Asks for its devices, because
 * whoever comes in the middle of a match is not in their list of tables until the next deal. */
export async function checkSession(ask: (path: string) => Promise<unknown>): Promise<void> {
  if (isKnown) return;
  const { devices } = (await ask('me/devices')) as MyDevices;
  isKnown = devices.some((device) => device.this);
  if (!isKnown) dropped = noCookie.value = true;
}
