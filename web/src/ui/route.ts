// The route: `/` is the start page, `/t/<id>` a table, `/t/<id>/replay/<deal>` and `/r/<record>/<deal>` a deal to be
// watched again, `/j/<token>` an invitation, `/d/<token>` a link for another device, `/lobby` the public tables, of all
// games or of one, `/learn/<game>` a guided first deal, `/statistics` what you have won and lost.

import { signal } from '@preact/signals';
import { address, pathOf, place } from './address';
import { cleaned, type Route, readRoute } from './readRoute';

/** Said here again, so that the build leaves out what it excludes. */
const WITHOUT_SERVER = import.meta.env.MODE === 'site';

export const route = signal<Route>({ page: 'start' });

/** Reads where we are. An address that was copied with what stands behind it is put right, to be copied again. */
function look(): void {
  const path = pathOf(place());
  route.value = readRoute(path);
  if (route.value.page !== 'nowhere' && path !== cleaned(path))
    history.replaceState(null, '', address(cleaned(path) + place().slice(path.length)));
}
look();

/** `instead`: the place where we are is none to come back to. */
export function go(path: string, instead = false): void {
  if (instead) history.replaceState(null, '', address(path));
  else if (path !== place()) history.pushState(null, '', address(path));
  route.value = readRoute(pathOf(path));
  scrollTo(0, 0);
}

addEventListener('popstate', look);

/** The path of this page to which a link leads. */
function pathOfLink(link: HTMLAnchorElement): string | null {
  const href = link.getAttribute('href') ?? '';
  if (WITHOUT_SERVER) return href.startsWith('#/') ? href.slice(1) : null;
  return href.startsWith('/') && !link.pathname.startsWith('/api/') ? link.pathname + link.search : null;
}

/** Ordinary links stay ordinary; a plain click on one of ours changes the page without loading it. */
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
    // A place on the page must not replace the path after the #.
    e.preventDefault();
    document.getElementById(link.hash.slice(1))?.focus();
  }
});
