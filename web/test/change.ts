// The event that a test awaits between two looks at a page: a change of the page. A fixed time would say nothing on a
// busy machine.

import type { Page } from 'playwright-core';

interface Changes {
  count: number;
  seen: number;
}

/** Waits until the page has changed since the last call, and has drawn that. If nothing changes, for example because a
 * press had no effect, returns after `most` milliseconds: the caller then looks again, and has a time limit of its
 * own. */
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
          // A page that draws nothing requests no frame either, so a timer sets the limit.
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
      // Another page has been loaded meanwhile, which is a change.
      if (!/navigation|context was destroyed|Target.*closed/i.test(String(e))) throw e;
    });
}
