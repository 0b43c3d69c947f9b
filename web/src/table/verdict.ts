// Returns the words for the result of a match, in one line.

import type { T } from '../i18n/words';
import type { Frame } from '../net/protocol';
import { isYou, seatName, who } from '../ui/who';

export function verdict(frame: Frame, t: T): string {
  const { winners } = frame;
  if (!winners) return t('game.full');
  if (winners.length === 0) return t('game.lost');
  if (winners.length === 1) return who(t, frame, winners[0]!, 'game.won');
  const others = winners.filter((seat) => !isYou(frame, seat));
  return t(others.length < winners.length ? 'game.won.many.you' : 'game.won.many', {
    who: new Intl.ListFormat(t.language).format(others.map((s) => seatName(t, frame, s))),
  });
}
