// The line about the next step below a result, at a table of people.

import type { Match } from '../match/match';
import type { Frame, People } from '../net/protocol';
import type { T } from '../i18n/words';
import { WithTime } from '../ui/Seconds';
import { seatName } from '../ui/who';

/** Returns the seats whose people the next deal waits for, without other people who look at the analysis. Null at a
 * table that is public or has a clock: there the time is short. */
export function awaited({ seats, settings, you }: Pick<People, 'seats' | 'settings' | 'you'>): number[] | null {
  if (settings.open === 'public' || settings.clock !== 'none') return null;
  return seats.flatMap(({ bot, here, stand_in, ready, looks }, seat) =>
    bot === null && here && !stand_in && !ready && (!looks || seat === you) ? [seat] : [],
  );
}

/** The line about the next step. Between deals it says who is ready or who is awaited, who looks at something else, and
 * how much time is left. After the match it says that a rematch is open. */
export function Waits({ frame, timed, t }: { frame: Frame; timed: NonNullable<Match['room']['value']>; t: T }) {
  const { is: room, at } = timed;
  if (frame.phase === 'over')
    return (
      <p class="waits" role="status">
        {room.rematch ? t('rematch.open') : ''}
      </p>
    );
  const list = new Intl.ListFormat(t.language);
  const said = (key: string, seats: number[]) =>
    seats.length > 0 && <> {t(key, { who: list.format(seats.map((seat) => seatName(t, frame, seat))) })}</>;
  const ready = room.seats.flatMap((seat, i) => (seat.ready ? [i] : []));
  const looks = room.seats.flatMap((seat, i) => (seat.looks && i !== room.you ? [i] : []));
  const timeLeft = room.next_ms;
  const patient = timeLeft === null ? null : awaited(room);
  return (
    <p class="waits muted" role="status">
      {patient && t('next.all')}
      {patient ? said('next.open', patient) : said('next.who', ready)}
      {said('next.looks', looks)}
      {timeLeft !== null && (
        <span aria-hidden="true">
          {' '}
          <WithTime words={t(patient ? 'next.latest' : 'next.in')} ms={timeLeft} at={at} down />
        </span>
      )}
    </p>
  );
}
