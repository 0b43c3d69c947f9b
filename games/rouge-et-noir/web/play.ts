// Plays a deal like a person, for the browser tests.

import { button, there, type Play } from '../../../web/test/press';

export default {
  game: 'rouge-et-noir',
  title: 'Rouge et Noir',
  home: 'de',
  options: { redeals: 0 },
  async act(page, press) {
    const finish = button(page, 'finish');
    if (await there(finish)) {
      await press(finish);
      return true;
    }
    // The card in hand goes to its best place, or else to the discard pile.
    const inHand = page.locator('[data-pile=hand] .card:not(.leaving)');
    if (await there(inHand)) {
      const goes = page.locator('[data-pile=hand] .card.tap:not(.leaving)');
      if (await there(goes)) await goes.first().dblclick({ timeout: 2000 });
      else await press(button(page, 'discard'));
      return true;
    }
    const turn = button(page, 'turn');
    if (await there(turn)) {
      await press(turn);
      return true;
    }
    // The stock is empty and no move is left, so the player gives up.
    await press(page.locator('[data-do=give-up]'));
    await press(page.locator('.sheet .button.danger'));
    return true;
  },
} satisfies Play;
