// Changes a page as a browser that translates it does: each new text is put into two elements of its own.

import type { Page } from 'playwright-core';

/** Starts to translate a page into the same words, so that stale words become visible. */
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
