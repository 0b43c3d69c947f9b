// Finds out whether the server can recognise this browser. Without a cookie, each request would create a new guest.
// Nobody could use the seat of such a guest again.

import { noCookie } from './noCookie';
import type { MyDevices } from './protocol';

/** True if the browser stored a cookie but the server did not recognise the browser. Then something between browser and
 * server removes cookies. */
let dropped = false;

/** Returns a refusal if the browser stores no cookies; null if the request can be sent. */
export function refuseWithoutCookie(): Response | null {
  noCookie.value = dropped || !keepsCookies();
  return noCookie.value ? Response.json({ error: { key: 'no_cookie', words: '' } }, { status: 401 }) : null;
}

/** Tests with a cookie whether the browser stores cookies. `navigator.cookieEnabled` may be true even where they are
 * blocked. */
function keepsCookies(): boolean {
  try {
    document.cookie = 'cardroom-try=1; SameSite=Lax';
    const isKept = document.cookie.includes('cardroom-try');
    document.cookie = 'cardroom-try=; Max-Age=0; SameSite=Lax';
    return isKept;
  } catch {
    // If even this test is impossible, the page sends its request, and the server decides.
    return true;
  }
}

let isKnown = false;
/** Checks, after the first seat was taken, whether the server recognises this browser. Requests the list of the
 * person's devices, not the list of tables. If a person joins during a match, the list of tables contains the table
 * only from the next deal on. */
export async function checkSession(ask: (path: string) => Promise<unknown>): Promise<void> {
  if (isKnown) return;
  const { devices } = (await ask('me/devices')) as MyDevices;
  isKnown = devices.some((device) => device.this);
  if (!isKnown) dropped = noCookie.value = true;
}
