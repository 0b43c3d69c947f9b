// The explanation how to play a card. It is shown on the reader's turns until they have touched a card.

import { useEffect } from 'preact/hooks';
import type { T } from '../i18n/words';
import { cardsOf, type Frame } from '../net/protocol';
import type { BoardSettings, GameUi } from '../ui/gameUi';
import { change, settings } from '../ui/settings';
import { dismiss, toast } from '../ui/toast';

/** Shows the explanation on a turn with cards to play. Returns the handler of touches on the board. */
export function useFirstTouch(
  { legal, must, viewer }: Frame,
  { oneTap }: BoardSettings,
  { oneTap: playsAtOnce }: Pick<GameUi, 'oneTap'>,
  t: T,
): (e: PointerEvent) => void {
  // If one tap plays a card, the explanation is shown only where a tap plays immediately, and not while several cards
  // are to be chosen.
  const plays = oneTap && !!playsAtOnce && legal.every((one) => cardsOf(one).length < 2);
  const isNew =
    (plays || !oneTap) &&
    !settings.value.touched &&
    viewer !== null &&
    must.includes(viewer) &&
    legal.some((one) => cardsOf(one).length > 0);
  useEffect(() => {
    if (!isNew) return;
    toast(t(plays ? 'touch.plays' : 'touch.how'));
    // A player who uses the keyboard touches no card, so this explanation is shown only once.
    if (plays) change({ touched: true });
  }, [isNew, t]);
  return (e) => {
    if (!isNew || !(e.target as Element).closest('.pile:not([data-pile=stock], [data-pile=deck]) .card.tap')) return;
    change({ touched: true });
    dismiss();
  };
}
