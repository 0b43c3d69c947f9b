// Waits for a change of the page. Before a test looks at a page again, it waits for a change, because a fixed time is
// not reliable on a busy machine.

import type { Page } from 'playwright-core';

interface Changes {
  count: number;
  seen: number;
}

/** Waits until the page has changed since the last call, and has drawn the change. If nothing changes, the function
 * returns after `most` ms. This happens, for example, if a press had no effect. The caller looks at the page again, and
 * has its own time limit. */
export async function change(page: Page, most = 3000): Promise<void> {
  await page
    .evaluate(
      (limit) =>
        new Promise<void>((done) => {
          const page = globalThis as unknown as { changes?: Changes };
          const first = !page.changes;
          const changes = (page.changes ??= { count: 0, seen: 0 });
          if (first) {
            new MutationObserver(() => {
              changes.count++;
            }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
            done();
            return;
          }
          // A page that draws nothing gets no animation frame, so a timer ends the wait.
          let late = false;
          setTimeout(() => {
            late = true;
            done();
          }, limit);
          const ask = () => {
            if (changes.count === changes.seen && !late) {
              requestAnimationFrame(ask);
              return;
            }
            changes.seen = changes.count;
            requestAnimationFrame(() => done());
          };
          ask();
        }),
      most,
    )
    .catch((e: unknown) => {
      // Another page was loaded in the meantime, which also is a change.
      if (!/navigation|context was destroyed|Target.*closed/i.test(String(e))) throw e;
    });
}
