// Plays a deal like a person, for the browser tests.

import { button, EDGE, there, type Play } from '../../../web/test/press';

export default {
  game: 'hearts',
  title: 'Hearts',
  home: 'fr',
  options: { to: 1 },
  sights: { trick: '.button[data-do=play]' },
  async act(page, press) {
    if (!(await there(page.locator('.banner.turn')))) return false;
    for (const does of ['give', 'play']) {
      if (await there(button(page, does))) {
        await press(button(page, does));
        return true;
      }
    }
    // In the passing, three calls choose one card each. In a trick, one call plays a card.
    await page.locator('[data-pile=hand] .card:not(.leaving):not(.barred):not(.chosen)').first().click(EDGE);
    return true;
  },
} satisfies Play;
