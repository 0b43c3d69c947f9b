// The state of the shared shuffle: the people for whom it waits, and the people who made an attempt void because they
// did not answer.

import { silentIn } from '../fair/silentSeats';
import type { T } from '../i18n/words';
import type { People, SharedShuffle } from '../net/protocol';
import type { Timed } from '../match/match';
import { WithTime } from '../ui/Seconds';

interface Props {
  shuffle: Timed<SharedShuffle>;
  room: Pick<People, 'seats'>;
  t: T;
}

export function Shuffling({ shuffle: { is, at }, room, t }: Props) {
  const names = (seats: readonly number[]) =>
    new Intl.ListFormat(t.language).format(seats.map((seat) => t.person(room.seats[seat]!.name)));
  const [waits, voided] = [is.waits, is.attempts.slice(0, -1).flatMap(silentIn)];
  return (
    <span class="shuffling-words">
      {voided.length > 0 && <>{t('shuffle.void', { who: names(voided) })} </>}
      {waits.length > 0 && is.left_ms !== null ? (
        <WithTime words={t('shuffle.waits', { who: names(waits) })} ms={is.left_ms} at={at} down />
      ) : (
        t('shuffle.now')
      )}
    </span>
  );
}
