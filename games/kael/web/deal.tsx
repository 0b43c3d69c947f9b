// The result of a finished deal: every hand, its value and its points.

import { CardFace, seatName, type T } from '@cardroom/ui';
import './deal.css';
import { cardsOf, type KaelFrame } from './layout';
import { counted } from './say';

export function Deal({ frame, t, brief }: { frame: KaelFrame; t: T; brief?: boolean }) {
  const { view } = frame;
  const { outcome } = view;
  if (!outcome) return null;
  const lines = counted(frame, t);
  if (brief) return <p class="deal-why">{lines.join(' ')}</p>;
  const seats = frame.seats.map((_, seat) => seat).filter((seat) => outcome.values[seat] !== null);
  // The caller comes first, and then the other seats from the lowest hand to the highest.
  const value = (seat: number) => outcome.values[seat] ?? 0;
  seats.sort((a, b) => Number(b === outcome.caller) - Number(a === outcome.caller) || value(a) - value(b));
  const lowest = Math.min(...seats.map(value));
  return (
    <section class="kl-deal">
      <table class="score kl-hands">
        <caption class="visually-hidden">{t('count')}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('count.hand')}</th>
            <th scope="col">{t('count.value')}</th>
            <th scope="col">{t('count.points')}</th>
          </tr>
        </thead>
        <tbody>
          {seats.map((seat) => (
            <tr key={seat} class={seat === outcome.caller ? 'caller' : ''}>
              <th scope="row">
                <bdi>{seatName(t, frame, seat)}</bdi>
                {seat === outcome.caller && <span class="kl-k">{t('mark.kael')}</span>}
              </th>
              <td class={`kl-cards${view.held[seat]! > 4 ? ' many' : ''}`}>
                {cardsOf(view.hands[seat] ?? []).map(({ face, tag }) => (
                  <CardFace key={tag} face={face} width={28} />
                ))}
                {view.held[seat] === 0 && <span class="muted">{t('count.none')}</span>}
              </td>
              <td class={value(seat) === lowest ? 'best' : ''}>{t.num(value(seat))}</td>
              <td>{t.signed(outcome.points[seat] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
