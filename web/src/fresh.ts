// A page from the cache can be older than its server.

/** Loads the page again if it is old: games are stored, so nothing is lost. */
export async function reloadIfOld(): Promise<void> {
  if (!import.meta.env.PROD) return;
  const own = [...document.scripts].find((script) => script.type === 'module')?.getAttribute('src');
  try {
    // The query keeps the answer from coming out of the cache.
    const newest = await fetch(`${import.meta.env.BASE_URL}?fresh`, { cache: 'no-store' });
    if (own && newest.ok && !(await newest.text()).includes(own)) location.reload();
  } catch {
    /* no network */
  }
}
