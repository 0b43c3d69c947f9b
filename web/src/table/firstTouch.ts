// The explanation how to play a card by touch. It is shown on the reader's turns until they have touched a card.

import { useEffect } from 'preact/hooks';
import type { T } from '../i18n/words';
import { cardsOf, type Frame } from '../net/protocol';
import type { BoardSettings } from '../ui/gameUi';
import { change, settings } from '../ui/settings';
import { dismiss, toast } from '../ui/toast';

/** Shows the explanation on a turn with cards to play. Returns the handler of touches on the board. */
export function useFirstTouch(
  { legal, must, viewer }: Frame,
  { oneTap }: BoardSettings,
  t: T,
): (e: PointerEvent) => void {
  const isNew =
    !oneTap &&
    !settings.value.touched &&
    viewer !== null &&
    must.includes(viewer) &&
    legal.some((one) => cardsOf(one).length > 0);
  useEffect(() => {
    if (isNew) toast(t('touch.how'));
  }, [isNew, t]);
  return (e) => {
    if (!isNew || !(e.target as Element).closest('.pile:not([data-pile=stock], [data-pile=deck]) .card.tap')) return;
    change({ touched: true });
    dismiss();
  };
}
