// Plays a deal like a person, for the browser tests.

import { button, EDGE, hand, there, type Play } from '../../../web/test/press';

export default {
  game: 'schwarze-dame',
  title: 'Schwarze Dame',
  home: 'de',
  options: { deals: 1 },
  async act(page, press) {
    if (!(await there(page.locator('.banner.turn')))) return false;
    const play = button(page, 'play');
    if (await there(play)) await press(play);
    else await hand(page).first().click(EDGE);
    return true;
  },
} satisfies Play;
