// Finds out whether the server can recognise this browser. Each request without a cookie would create a guest, whose
// seats nobody could use again.

import { noCookie } from './noCookie';
import type { MyDevices } from './protocol';

/** True if the browser took a cookie, but the server did not know us: something between them drops cookies. */
let dropped = false;

/** Returns the answer in place of the server's; null if the browser stores cookies. */
export function refuseWithoutCookie(): Response | null {
  noCookie.value = dropped || !keepsCookies();
  return noCookie.value ? Response.json({ error: { key: 'no_cookie', words: '' } }, { status: 401 }) : null;
}

/** Tests it with a cookie: where cookies are blocked, `navigator.cookieEnabled` may still be true. */
function keepsCookies(): boolean {
  try {
    document.cookie = 'cardroom-try=1; SameSite=Lax';
    const isKept = document.cookie.includes('cardroom-try');
    document.cookie = 'cardroom-try=; Max-Age=0; SameSite=Lax';
    return isKept;
  } catch {
    // It cannot be tested here: the server decides.
    return true;
  }
}

let isKnown = false;
/** Checks, after the first taken seat, whether the server recognises this browser. It requests the browser's devices,
 * because a person who joins during a match has the table in their list only from the next deal on. */
export async function checkSession(ask: (path: string) => Promise<unknown>): Promise<void> {
  if (isKnown) return;
  const { devices } = (await ask('me/devices')) as MyDevices;
  isKnown = devices.some((device) => device.this);
  if (!isKnown) dropped = noCookie.value = true;
}
