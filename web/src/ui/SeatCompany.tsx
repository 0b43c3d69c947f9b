// What a seat's badge shows of the person. Loaded where people play.

import './SeatCompany.css';
import { useRoom, type Company } from './context';
import { SaidText } from './SaidSign';
import { Seconds } from './Seconds';

/** From here on a line is called slow. */
const SLOW_MS = 300;

/** How long away, who plays meanwhile, the time left, what was just said. */
export function SeatCompany({ company, seat }: { company: Company; seat: number }) {
  const { t } = useRoom();
  const room = company.room.value;
  const clock = company.clock.value;
  const info = room?.is.seats[seat];
  const left = clock?.is.left_ms[seat] ?? null;
  const said = company.bubbles.value.get(seat);
  return (
    <>
      {info?.stand_in ? <span class="seat-chip away">{t('seat.stand_in')}</span>
        : info?.away_ms !== undefined ? <span class="seat-chip away">{t('seat.away')} <Seconds ms={info.away_ms} at={room!.at} /></span>
        : info?.bot === 'engine' ? <span class="seat-chip">{t('seat.engine')}</span>
        : left !== null ? <span class={`seat-chip${left < 10_000 ? ' short' : ''}`} role="timer" aria-label={t('seat.clock')}><Seconds ms={left} at={clock!.at} down still={clock!.is.paused} /></span>
        : (info?.lag_ms ?? 0) >= SLOW_MS && <span class="seat-chip">{t('seat.slow')}</span>}
      {said && <span class="seat-said" key={said.n} aria-hidden="true"><SaidText said={said} /></span>}
    </>
  );
}
