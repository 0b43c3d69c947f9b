// Plays a deal like a person, for the browser tests.

import { button, EDGE, there, type Play } from '../../../web/test/press';

export default {
  game: 'kael',
  title: 'Kaël',
  home: 'fr',
  options: { match_end: 'first_out' },
  sights: { draw: '.button[data-do=draw]:not([aria-disabled=true])' },
  async act(page, press) {
    const claim = page.locator('.kl-claims .button');
    if (await there(claim)) {
      await press(claim.first());
      return true;
    }
    const four = button(page, 'deal-4');
    if (await there(four)) {
      await press(four);
      return true;
    }
    for (const does of ['show', 'draw', 'lay']) {
      if (await there(button(page, does))) {
        await press(button(page, does));
        return true;
      }
    }
    const gold = page.locator('.kl-call.gold .button');
    if (await there(gold)) {
      await press(gold.first());
      return true;
    }
    if (!(await there(page.locator('.banner.turn, .kl-step.now')))) return false;
    const cards = page.locator('[data-pile=hand] .card.tap');
    if (!(await there(cards))) return false;
    await cards.last().click(EDGE);
    return true;
  },
} satisfies Play;
