// Checks that a name or a message in a right-to-left script is isolated wherever it is shown. Otherwise it would change
// the direction of the words around it.

import type { Page } from 'playwright-core';

/** Returns the places at which these words are not isolated. Words are isolated in their own element (`bdi`,
 * `dir=auto`), or between isolating characters. `shown` is the number of places where the words occur at all. */
export const together = (page: Page, words: readonly string[]): Promise<{ shown: number; together: string[] }> =>
  page.evaluate((all) => {
    const found = { shown: 0, together: [] as string[] };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const said = text.textContent ?? '';
      const named = all.filter((one) => said.includes(one));
      if (named.length === 0 || text.parentElement!.closest('script, style, title')) continue;
      found.shown += named.length;
      const own = text.parentElement!.closest('bdi, [dir=auto]')?.textContent?.trim() ?? '';
      // Text between isolating characters is isolated, even if it is a whole list of names.
      const rest = said.replace(/\u2068(?:[^\u2068\u2069]|\u2068[^\u2069]*\u2069)*\u2069/g, '');
      for (const one of named) {
        if (own === one || !rest.includes(one)) continue;
        found.together.push(`${text.parentElement!.outerHTML.slice(0, 160)}`);
      }
    }
    return found;
  }, words);
