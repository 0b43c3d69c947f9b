// Without a service worker only the browser's own cache keeps files of the page. Files that are in it when the server
// goes can still be loaded, so a page that is open plays on alone.

/** Fetches every file of the page into the browser's cache, when the browser has nothing else to do. Only files that
 * are named by their content are worth it: the browser asks for others again. */
export async function prefetchPage(base: string, whenIdle: () => Promise<void>): Promise<void> {
  try {
    await whenIdle();
    const answer = await fetch(`${base}files.json`);
    if (!answer.ok) throw new Error(`files.json: ${answer.status}`);
    const files = ((await answer.json()) as string[]).filter((file) => file.startsWith('assets/'));
    // One after the other: what the reader does goes first.
    for (const file of files) {
      await whenIdle();
      // The cache stores a file when all of it was read.
      await (await fetch(base + file, { priority: 'low' })).arrayBuffer();
    }
  } catch (error) {
    // The server is gone already: what was fetched is there.
    console.warn(`the page was not fetched ahead: ${String(error)}`);
  }
}

/** A page that is hidden is never idle in some browsers: after a while it goes on. */
const AT_MOST_MS = 2000;

export const browserIsIdle = (): Promise<void> =>
  new Promise((idle) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => idle(), { timeout: AT_MOST_MS });
    else setTimeout(idle, 0);
  });
