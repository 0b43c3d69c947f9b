// Trading: one hidden card goes to the left and one comes from the right, round after round, until somebody calls stop.

import { ActionBar, Button, cardShort, seatName, Spot, who, type BoardProps, type T } from '@cardroom/ui';
import { around, near, stopOf, type DameFrame } from './layout';
import './tray.css';
import type { Legal, View } from './types.gen';

type Props = Pick<BoardProps<View, Legal>, 'send' | 'ask'> & { frame: DameFrame; t: T };

/** The time for which *stop* must be pressed. It prevents a stop by accident, which would end trading for everybody. */
const STOP_MS = 600;

export function Tray({ frame, send, ask, t }: Props) {
  const { view } = frame;
  const [left, , right] = around(frame);
  const most = frame.options['max_trades'];
  const last = view.trades[view.trades.length - 1];
  const short = (card: string) => cardShort(card, t.language);
  const stopped = stopOf(frame);
  // While the end of the trading is shown, the page says what has happened, and no action is possible.
  const ends = frame.must.length === 0 && view.put.length < 4;
  if (ends)
    return (
      <>
        <Spot at="trayHead">
          <div class="ldn-round" role="status">
            <p class="ldn-big">
              {stopped === null ? t('trading.done', { n: view.exchanges }) : who(t, frame, stopped, 'trading.stopped')}
            </p>
            {stopped !== null && <p class="ldn-small">{t('trading.none', { n: view.exchanges + 1 })}</p>}
          </div>
        </Spot>
        <Spot at="news">
          {last && (
            <p class="ldn-news">
              {t('trading.last', { gave: short(last.gave), got: short(last.received), who: seatName(t, frame, right) })}
            </p>
          )}
        </Spot>
      </>
    );
  return (
    <>
      <Spot at="trayHead">
        <div class="ldn-round">
          <p class="ldn-big">
            {typeof most === 'number'
              ? t('round.of', { n: view.exchanges + 1, most })
              : t('round', { n: view.exchanges + 1 })}
          </p>
          <p class="ldn-small">{t('trading.how')}</p>
        </div>
      </Spot>
      <Spot at="giveName">
        <p class="ldn-slot">{t('trading.to', { who: seatName(t, frame, left) })}</p>
      </Spot>
      <Spot at="getName">
        <p class="ldn-slot">{t('trading.from', { who: seatName(t, frame, right) })}</p>
      </Spot>
      <Spot at="news">
        {last && (
          <p class="ldn-news">
            {t('trading.last', { gave: short(last.gave), got: short(last.received), who: seatName(t, frame, right) })}
          </p>
        )}
      </Spot>
      {frame.viewer !== null && frame.viewer === near(frame) && (
        <Spot at="stop">
          <ActionBar label={t('stop')}>
            {view.may_stop ? (
              <Button kind="danger" holdMs={STOP_MS} shortcut="S" onPress={() => void send('stop')}>
                <span class="ldn-stop">
                  {t('stop')} <small>{t('stop.hold')}</small>
                </span>
              </Button>
            ) : (
              <Button kind="plain" shortcut="S" onPress={() => void ask('stop')}>
                <span class="ldn-stop dim">
                  {t('stop')}{' '}
                  <small>{t('stop.after', { n: Number(frame.options['min_trades'] ?? 1) - view.exchanges })}</small>
                </span>
              </Button>
            )}
          </ActionBar>
        </Spot>
      )}
    </>
  );
}
