// Plays a deal like a person, for the browser tests.

import { button, EDGE, hand, there, type Play } from '../../../web/test/press';

export default {
  game: 'la-dame-noire',
  title: 'La Dame Noire',
  home: 'fr',
  options: { deals: 1, max_trades: 1 },
  sights: { tray: '.ldn-stop', trick: '.ldn-chip', coup: '.ldn-outcome' },
  async act(page, press) {
    const coup = page.locator('.ldn-outcome');
    if (await there(coup)) {
      await press(coup.first());
      await press(page.locator('.sheet-foot .primary'));
      return true;
    }
    // A card that was chosen for the trade is sometimes still selected when the showdown begins. If so, the banner says
    // that the card cannot be played.
    if (!(await there(page.locator('.banner:is(.turn, .warn)')))) return false;
    for (const does of ['bid', 'put', 'play']) {
      const primary = button(page, does);
      if (await there(primary)) {
        await press(primary);
        return true;
      }
    }
    if (await there(page.locator('.ldn-stop'))) {
      await hand(page).first().click(EDGE);
      return true;
    }
    const chip = page.locator('.ldn-chip');
    if (await there(chip)) {
      await press(chip.first());
      return true;
    }
    const pass = button(page, 'pass');
    if (!(await there(pass))) return false;
    await press(pass);
    return true;
  },
} satisfies Play;
