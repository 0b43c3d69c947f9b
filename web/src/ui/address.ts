// Addresses of this page. A page of static files can lie in any folder of any host: there the path follows a `#`.

/** Said here again, so that the build leaves out what it excludes. */
const WITHOUT_SERVER = import.meta.env.MODE === 'site';

/** Path and query of where we are. A `#` without a slash begins a place on the page. */
export const place = (): string => {
  if (!WITHOUT_SERVER) return location.pathname + location.search;
  return location.hash.startsWith('#/') ? location.hash.slice(1) : '/';
};
export const pathOf = (where: string): string => where.split('?', 1)[0] as string;

/** The `href` of a path of this page. */
export const address = (path: string): string => (WITHOUT_SERVER ? `#${path}` : path);
