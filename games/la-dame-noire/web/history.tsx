// The past of the deal: the last trick, and every card that the viewer gave and received.

import { CardFace, cardShort, seatName, Sheet, who, type T } from '@cardroom/ui';
import { nameOf } from './combination';
import './history.css';
import { around, lastTrick, type DameFrame } from './layout';

export function History({ frame, onClose, t }: { frame: DameFrame; onClose(): void; t: T }) {
  const { view } = frame;
  const trick = lastTrick(view);
  const [left, , right] = around(frame);
  const short = (card: string) => cardShort(card, t.language);
  return (
    <Sheet title={t('history')} onClose={onClose} wide>
      {trick && trick.to !== null && (
        <section class="ldn-past">
          <h3>{who(t, frame, trick.to, 'history.trick', { n: trick.worth })}</h3>
          <ol>
            {trick.plays.map((play, i) => (
              <li key={i}>
                <span>
                  <b>
                    <bdi>{seatName(t, frame, play.seat)}</bdi>
                  </b>{' '}
                  {nameOf(play, t)}
                </span>
                <span class="ldn-past-cards" aria-hidden="true">
                  {play.cards.map((card) => (
                    <CardFace key={card} face={card} width={44} />
                  ))}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {view.trades.length > 0 && (
        <table class="score ldn-trades">
          <caption>{t('history.trades')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('history.round')}</th>
              <th scope="col">{t('trading.to', { who: seatName(t, frame, left) })}</th>
              <th scope="col">{t('trading.from', { who: seatName(t, frame, right) })}</th>
            </tr>
          </thead>
          <tbody>
            {view.trades.map((trade, i) => (
              <tr key={i}>
                <th scope="row">{t.num(view.exchanges - view.trades.length + i + 1)}</th>
                <td>{short(trade.gave)}</td>
                <td>{short(trade.received)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  );
}
