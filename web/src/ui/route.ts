// The route of the page: `/` is the start page, `/t/<id>` a table, `/t/<id>/replay/<deal>` and `/r/<record>/<deal>` the
// replay of a deal, `/j/<token>` an invitation, `/d/<token>` a link for another device, `/lobby` the public tables of
// all games or of one, `/learn/<game>` a guided first deal, `/statistics` the reader's wins and losses, `/mistakes` the
// reader's mistakes or one of them, and `/day/<date>/<game>` the deals of a day.

import { signal } from '@preact/signals';
import { address, pathOf, place } from './address';
import { cleaned, type Route, readRoute } from './readRoute';

/** True for a page without a server. This copy of the constant in web/src/net/backend.ts lets the build remove the code
 * in this file that never runs. */
const WITHOUT_SERVER = import.meta.env.MODE === 'site';

export const route = signal<Route>({ page: 'start' });

/** Reads the address. If other text was copied together with the link, the address is corrected. So the reader can pass
 * the address on. */
function look(): void {
  const path = pathOf(place());
  route.value = readRoute(path);
  if (route.value.page !== 'nowhere' && path !== cleaned(path))
    history.replaceState(null, '', address(cleaned(path) + place().slice(path.length)));
}
look();

/** Goes to a path. `instead`: true if the path replaces the present address in the browser's history. Then the reader
 * cannot come back to the present address. */
export function go(path: string, instead = false): void {
  if (instead) history.replaceState(null, '', address(path));
  else if (path !== place()) history.pushState(null, '', address(path));
  route.value = readRoute(pathOf(path));
  scrollTo(0, 0);
}

addEventListener('popstate', look);

/** Returns the path to which a link leads, if it is a path of this page; otherwise null. */
function pathOfLink(link: HTMLAnchorElement): string | null {
  const href = link.getAttribute('href') ?? '';
  if (WITHOUT_SERVER) return href.startsWith('#/') ? href.slice(1) : null;
  return href.startsWith('/') && !link.pathname.startsWith('/api/') ? link.pathname + link.search : null;
}

/** Handles a plain click on a link within this page. Shows the other page without loading it. The browser handles all
 * other links. */
addEventListener('click', (e) => {
  const link = (e.target as Element).closest?.('a[href]');
  if (
    !(link instanceof HTMLAnchorElement) ||
    e.defaultPrevented ||
    e.button !== 0 ||
    e.metaKey ||
    e.ctrlKey ||
    e.shiftKey ||
    link.hasAttribute('download')
  )
    return;
  const path = pathOfLink(link);
  if (path !== null) {
    e.preventDefault();
    go(path);
  } else if (WITHOUT_SERVER && link.hash && !link.hash.startsWith('#/')) {
    // A link to a part of the page must not change the address, because the path of the page is in the part after `#`.
    e.preventDefault();
    document.getElementById(link.hash.slice(1))?.focus();
  }
});
