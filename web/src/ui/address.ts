// Addresses of this page. A page of static files can lie in any folder of any host: there the path follows a `#`.

/** Said here again, so that the build leaves out what it excludes. */
const WITHOUT_SERVER = import.meta.env.MODE === 'site';

/** Path and query of where we are. What follows a `#` without a slash is a place on the page. */
export const place = (): string => {
  if (!WITHOUT_SERVER) return location.pathname + location.search;
  return location.hash.startsWith('#/') ? location.hash.slice(1) : '/';
};
export const pathOf = (where: string): string => where.split('?', 1)[0] as string;

/** What an `href` to a path of this page says. */
export const address = (path: string): string => (WITHOUT_SERVER ? `#${path}` : path);
