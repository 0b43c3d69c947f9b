// The early end of a decided deal. A player who knows that the deal is decided offers the end. The others accept or
// play on.

import type { ComponentChildren } from 'preact';
import type { T } from '../i18n/words';
import type { Frame } from '../net/protocol';
import { Banner } from './Banner';
import { Button } from './Button';
import type { BoardProps } from './gameUi';
import { seatName, who } from './who';

/** Returns the open offer, for a seat that has to answer it, or that waits for the others' answers. */
export function restOffered({ rest, viewer, named }: Frame): { isOwn: boolean; answered: boolean } | null {
  if (!rest?.accepted || viewer === null || named) return null;
  const isOwn = rest.seat === viewer;
  return { isOwn, answered: isOwn || !rest.open.includes(viewer) };
}

/** The words about an open offer; if there is none, the children. */
export function RestWords({ frame, t, children }: { frame: Frame; t: T; children: ComponentChildren }) {
  const offered = restOffered(frame);
  if (!offered) return <>{children}</>;
  const { seat, open } = frame.rest!;
  if (offered.answered) {
    const names = open.map((one) => seatName(t, frame, one));
    return <Banner>{t('rest.waiting', { who: new Intl.ListFormat(t.language).format(names) })}</Banner>;
  }
  return <Banner tone="turn">{who(t, frame, seat, 'rest.offered')}</Banner>;
}

/** The buttons that offer to end the deal, withdraw the offer, or answer it. */
export function RestButtons({ frame, end, t }: { frame: Frame; end: BoardProps['end']; t: T }) {
  const { rest, viewer, named } = frame;
  if (!rest || !end || viewer === null || named) return null;
  const offered = restOffered(frame);
  const answer = (on: boolean) => () => void end(rest.seat, rest.at, on);
  if (!offered)
    return (
      <Button does="end-deal" shortcut="e" label={`${t('rest.offer')}, ${t('rest.why')}`} onPress={answer(true)}>
        {t('rest.offer')}
      </Button>
    );
  if (offered.isOwn)
    return (
      <Button kind="quiet" does="take-back" shortcut="e" onPress={answer(false)}>
        {t('rest.take_back')}
      </Button>
    );
  if (offered.answered) return null;
  return (
    <>
      <Button kind="primary" does="accept-end" shortcut="e" onPress={answer(true)}>
        {t('rest.accept')}
      </Button>
      <Button does="play-on" shortcut="n" onPress={answer(false)}>
        {t('rest.decline')}
      </Button>
    </>
  );
}
