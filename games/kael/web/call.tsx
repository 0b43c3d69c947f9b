// The call *Kaël*: the button with the price of a wrong call, and the ribbon that is shown in the last round.

import { Button, seatName, who, type BoardProps, type T } from '@cardroom/ui';
import type { KaelFrame } from './layout';
import type { Legal, View } from './types.gen';

interface Props extends Pick<BoardProps<View, Legal>, 'send' | 'ask' | 't'> {
  frame: KaelFrame;
  legal: boolean;
  /** True if the chosen cards can be laid. The call button is then less prominent. */
  aside: boolean;
}

export function CallButton({ frame, legal, aside, send, ask, t }: Props) {
  const { view } = frame;
  if (view.caller !== null) return null;
  const call = () => void (legal ? send('kael') : ask('kael'));
  if (!legal)
    return (
      <Button barred shortcut="K" onPress={call}>
        <span class="kl-kael">{t('action.kael')}</span>
      </Button>
    );
  if (!view.call_is_mistake) {
    return (
      <span class={`kl-call gold${aside ? ' aside' : ''}`}>
        <Button shortcut="K" onPress={call}>
          <span class="kl-kael">{t('action.kael')}</span>
        </Button>
      </span>
    );
  }
  const price = priceOf(frame, t);
  return (
    <span class="kl-call dear">
      <Button
        kind="danger"
        shortcut="K"
        holdMs={1000}
        holdWords={`${price} ${t('call.hold')}`}
        label={`${t('action.kael')} ${t(view.call_eliminates ? 'call.out' : 'call.costs')}. ${price} ${t('call.hold')}`}
        onPress={call}
      >
        <span class="kl-kael">{t('action.kael')}</span>
        <small>{t(view.call_eliminates ? 'call.out' : 'call.costs')}</small>
      </Button>
    </span>
  );
}

/** Returns the price of a wrong call. */
const priceOf = ({ view }: KaelFrame, t: T): string =>
  t(view.call_eliminates ? 'board.call_eliminates' : 'board.call_is_mistake', { n: view.value ?? 0 });

/** The ribbon with the seat that has said Kaël and the seats that still have a turn. */
export function Ribbon({ frame, t }: { frame: KaelFrame; t: T }) {
  const { view } = frame;
  if (view.caller === null || view.step === 'over') return null;
  const names = view.remaining.map((seat) => seatName(t, frame, seat));
  return (
    <p class="kl-ribbon" role="status">
      <b>{who(t, frame, view.caller, 'ribbon.said')}</b>
      {names.length === 0 ? (
        <span>{who(t, frame, view.caller, 'ribbon.shows')}</span>
      ) : (
        <>
          <span class="kl-names">
            {t('ribbon.left', { names: new Intl.ListFormat(t.language, { type: 'unit' }).format(names) })}
          </span>
          <span class="kl-count">{t('ribbon.count', { n: names.length })}</span>
        </>
      )}
    </p>
  );
}
