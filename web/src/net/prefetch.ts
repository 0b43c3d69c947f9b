// Fetches files in advance where no service worker exists. Only the browser's own cache then stores the files. If the
// server disappears, an open page can load them from the cache, and go on alone.

/** Fetches the files of the page into the browser's cache while the browser is idle. Only files whose names contain a
 * hash of their content are fetched, because the browser would request all other files again anyway. */
export async function prefetchPage(base: string, whenIdle: () => Promise<void>): Promise<void> {
  try {
    await whenIdle();
    const answer = await fetch(`${base}files.json`);
    if (!answer.ok) throw new Error(`files.json: ${answer.status}`);
    const files = ((await answer.json()) as string[]).filter((file) => file.startsWith('assets/'));
    // Files are fetched one after the other, so that the reader's own requests go first.
    for (const file of files) {
      await whenIdle();
      // The cache stores a file only after its whole content was read.
      await (await fetch(base + file, { priority: 'low' })).arrayBuffer();
    }
  } catch (error) {
    // The server is already gone. The files that were fetched stay in the cache.
    console.warn(`the page was not fetched ahead: ${String(error)}`);
  }
}

/** The longest time in ms to wait until the browser is idle. The limit exists because some browsers are never idle
 * while the page is hidden. */
const AT_MOST_MS = 2000;

export const browserIsIdle = (): Promise<void> =>
  new Promise((idle) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => idle(), { timeout: AT_MOST_MS });
    else setTimeout(idle, 0);
  });
