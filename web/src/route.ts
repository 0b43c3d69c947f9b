// Where we are: `/` is the start page, `/t/<id>` a table, `/t/<id>/replay/<deal>` and
// `/r/<record>/<deal>` a deal to be watched again, `/j/<token>` an invitation, `/d/<token>` a link for another device,
// `/lobby` the public tables, of all games or of one, `/learn/<game>` a guided first deal, `/statistics` what you have
// won and lost.

import { signal } from '@preact/signals';
import { address, pathOf, place } from './address';

/** Said here again, so that the build leaves out what it excludes. */
const WITHOUT_SERVER = import.meta.env.MODE === 'site';

export type Route =
  | { page: 'start' }
  | { page: 'statistics' }
  | { page: 'table'; id: string }
  | { page: 'invitation' | 'device'; token: string }
  | { page: 'lobby'; game: string | null }
  | { page: 'lesson'; game: string }
  | { page: 'replay'; from: 'tables' | 'records'; id: string; deal: number }
  | { page: 'nowhere' };

const read = (path: string): Route => {
  const [, where, what] = /^\/(t|j|d|lobby|learn|statistics)(?:\/([^/]+))?\/?$/.exec(path) ?? [];
  const named = what === undefined ? null : decodeURIComponent(what);
  if (where === 't' && named) return { page: 'table', id: named };
  if (where === 'j' && named) return { page: 'invitation', token: named };
  if (where === 'd' && named) return { page: 'device', token: named };
  if (where === 'statistics') return { page: 'statistics' };
  if (where === 'learn' && named) return { page: 'lesson', game: named };
  if (where === 'lobby') return { page: 'lobby', game: named };
  const replay = /^\/(?:t\/([^/]+)\/replay|r\/([^/]+))(?:\/([1-9]\d{0,5}))?\/?$/.exec(path);
  if (replay)
    return {
      page: 'replay',
      from: replay[1] ? 'tables' : 'records',
      id: decodeURIComponent(replay[1] ?? replay[2]!),
      deal: Number(replay[3] ?? 1) - 1,
    };
  return path === '/' || path === '/index.html' ? { page: 'start' } : { page: 'nowhere' };
};

export const route = signal<Route>(read(pathOf(place())));

/** `instead`: the place where we are is none to come back to. */
export function go(path: string, instead = false): void {
  if (instead) history.replaceState(null, '', address(path));
  else if (path !== place()) history.pushState(null, '', address(path));
  route.value = read(pathOf(path));
  scrollTo(0, 0);
}

addEventListener('popstate', () => {
  route.value = read(pathOf(place()));
});

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
