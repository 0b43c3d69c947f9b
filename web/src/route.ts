// Where we are: `/` is the start page, `/t/<id>` a table.

import { signal } from '@preact/signals';

export type Route = { page: 'start' } | { page: 'table'; id: string } | { page: 'nowhere' };

const read = (path: string): Route => {
  const table = /^\/t\/([^/]+)\/?$/.exec(path);
  if (table) return { page: 'table', id: decodeURIComponent(table[1]!) };
  return path === '/' || path === '/index.html' ? { page: 'start' } : { page: 'nowhere' };
};

export const route = signal<Route>(read(location.pathname));

export function go(path: string): void {
  if (path !== location.pathname) history.pushState(null, '', path);
  route.value = read(path);
  scrollTo(0, 0);
}

addEventListener('popstate', () => { route.value = read(location.pathname); });

/** Ordinary links stay ordinary; a plain click on one of ours changes the page without loading it. */
addEventListener('click', (e) => {
  const link = (e.target as Element).closest?.('a[href^="/"]');
  if (!(link instanceof HTMLAnchorElement) || e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || link.hasAttribute('download') || link.pathname.startsWith('/api/')) return;
  e.preventDefault();
  go(link.pathname);
});
