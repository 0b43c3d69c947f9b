// The addresses of this page. A page of static files can be in any folder of any host. So its path is in the part after
// `#`.

/** True for a page without a server. This copy of the constant in web/src/net/backend.ts lets the build remove the code
 * in this file that never runs. */
const WITHOUT_SERVER = import.meta.env.MODE === 'site';

/** Returns the present path and query. If the part after `#` does not begin with a slash, it names a part of the page,
 * and the path is `/`. */
export const place = (): string => {
  if (!WITHOUT_SERVER) return location.pathname + location.search;
  return location.hash.startsWith('#/') ? location.hash.slice(1) : '/';
};
export const pathOf = (where: string): string => where.split('?', 1)[0] as string;

/** Returns the `href` of a path of this page. */
export const address = (path: string): string => (WITHOUT_SERVER ? `#${path}` : path);
