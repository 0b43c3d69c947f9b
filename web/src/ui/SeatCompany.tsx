// The state of the person at a seat, for the seat's badge. This code is loaded at tables with people.

import './SeatCompany.css';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatLine } from '../net/protocol';
import { usePage, type Company } from './context';
import { ChatText } from './ChatText';
import { Spots } from './CardTable';
import { Seconds, WithTime } from './Seconds';
import { shiftInto } from './shiftInto';

/** The delay in ms from which on a connection is called slow. */
const SLOW_MS = 300;

/** The state of a seat's person: the time of absence, the bot that stands in, the time left to decide, and the last
 * line of chat. */
export function SeatCompany({ company, seat }: { company: Company; seat: number }) {
  const { t } = usePage();
  const room = company.room.value;
  const clock = company.clock.value;
  const info = room?.is.seats[seat];
  const left = clock?.is.left_ms[seat] ?? null;
  const line = company.bubbles.value.get(seat);
  return (
    <>
      {info?.stand_in ? (
        <span class="seat-chip away">{t(info.time_up ? 'seat.time_up' : 'seat.stand_in')}</span>
      ) : info?.away_ms !== undefined ? (
        <span class="seat-chip away">
          <WithTime words={t('seat.away_for')} ms={info.away_ms} at={room!.at} />
        </span>
      ) : info?.bot === 'engine' ? (
        <span class="seat-chip">{t('seat.engine')}</span>
      ) : left !== null ? (
        <span class={`seat-chip${left < 10_000 ? ' short' : ''}`} role="timer" aria-label={t('seat.clock')}>
          <Seconds ms={left} at={clock!.at} down still={clock!.is.paused} />
        </span>
      ) : (
        (info?.lag_ms ?? 0) >= SLOW_MS && <span class="seat-chip">{t('seat.slow')}</span>
      )}
      {line && (
        <Bubble key={line.n} line={line} older={[...company.bubbles.value.values()].some((one) => one.n > line.n)} />
      )}
    </>
  );
}

/** The distance in px between the bubble and the edge of the table. */
const EDGE = 6;

/** The last line of chat of a seat, moved so that it stays inside the table. On a phone the newest bubble hides the
 * `older` ones. */
function Bubble({ line, older }: { line: ChatLine; older: boolean }) {
  const el = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const bubble = el.current!;
    bubble.classList.remove('above');
    bubble.style.setProperty('--shift', '0px');
    const table = (bubble.closest('.board') ?? document.documentElement).getBoundingClientRect();
    const own = bubble.getBoundingClientRect();
    // Below a plate of the lower half are the hand, and the line that says whose turn it is.
    bubble.classList.toggle('above', own.top > (table.top + table.bottom) / 2);
    bubble.style.setProperty('--shift', `${shiftInto(own.left, own.right, table.left + EDGE, table.right - EDGE)}px`);
  }, [useContext(Spots)]);
  return (
    <span class={older ? 'seat-said older' : 'seat-said'} ref={el} aria-hidden="true">
      <span>
        <ChatText line={line} />
      </span>
    </span>
  );
}
