// Words about a seat: "You take the trick" or "Bo takes the trick". A key has a sister with `.you`.

import type { T, Params } from '../i18n/words';
import type { Frame } from '../protocol';

/** `key` with {who} for others, `key.you` for the reader's own seat. */
export function who(t: T, frame: Frame<any, any>, seat: number | null, key: string, params: Params = {}): string {
  if (seat !== null && seat === frame.viewer && t.has(`${key}.you`)) return t(`${key}.you`, params);
  return t(key, { ...params, who: seatName(t, frame, seat) });
}

/** A seat as the one that something comes to: "to you", "an dich". */
export const toSeat = (t: T, frame: Frame<any, any>, seat: number): string =>
  (seat === frame.viewer ? t('seat.you.object') : seatName(t, frame, seat));

export function seatName(t: T, frame: Frame<any, any>, seat: number | null): string {
  if (seat === null) return t('seat.nobody');
  return seat === frame.viewer ? t('seat.you') : frame.seats[seat]?.name ?? t('seat.nobody');
}
