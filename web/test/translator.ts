// Changes a page in the same way as a browser that translates it: each new text is wrapped in two elements.

import type { Page } from 'playwright-core';

/** Starts to translate a page, without changing the words. If the page later updates a text that the translator has
 * replaced, the old words stay visible. */
export const translatePage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const wrap = (text: Text) => {
      const { parentElement: at } = text;
      if (!at || !text.data.trim() || at.closest('[translate=no], script, style, font')) return;
      const outer = document.createElement('font');
      outer.append(document.createElement('font'));
      text.replaceWith(outer);
      outer.firstElementChild!.textContent = text.data;
    };
    const all = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text as Text);
      found.forEach(wrap);
    };
    all();
    new MutationObserver(all).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
