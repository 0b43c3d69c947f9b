// Whether the server can know us again. What does something without a cookie would make a guest each time, and what
// belongs to that guest would be nobody's.

import { me } from './api';
import { noCookie } from './backend';

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
/** The first time, whoever has taken a seat looks whether the server knows them again. */
export async function seated(table: string): Promise<void> {
  if (isKnown) return;
  const { tables } = await me();
  isKnown = tables.some((line) => line.id === table);
  if (!isKnown) dropped = noCookie.value = true;
}
