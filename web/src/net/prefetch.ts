// Without a service worker only the browser's own cache stores files of the page. If the server goes, files in the
// cache can still be loaded, so an open page can play on alone.

/** Fetches every file of the page into the browser's cache while the browser is idle. Only files whose names contain a
 * hash of their content are fetched: the browser requests all others again anyway. */
export async function prefetchPage(base: string, whenIdle: () => Promise<void>): Promise<void> {
  try {
    await whenIdle();
    const answer = await fetch(`${base}files.json`);
    if (!answer.ok) throw new Error(`files.json: ${answer.status}`);
    const files = ((await answer.json()) as string[]).filter((file) => file.startsWith('assets/'));
    // Files are fetched one after the other, because the reader's requests go first.
    for (const file of files) {
      await whenIdle();
      // The cache stores a file only after all of it was read.
      await (await fetch(base + file, { priority: 'low' })).arrayBuffer();
    }
  } catch (error) {
    // The server is gone already: the fetched files stay in the cache.
    console.warn(`the page was not fetched ahead: ${String(error)}`);
  }
}

/** The longest wait in ms for an idle moment: some browsers are never idle while the page is hidden. */
const AT_MOST_MS = 2000;

export const browserIsIdle = (): Promise<void> =>
  new Promise((idle) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => idle(), { timeout: AT_MOST_MS });
    else setTimeout(idle, 0);
  });
