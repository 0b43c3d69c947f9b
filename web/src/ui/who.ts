// Words about a seat, such as "You take the trick" or "Bo takes the trick". The key with the ending `.you` is for the
// reader.

import type { T, Params } from '../i18n/words';
import type { Frame } from '../net/protocol';

/** Returns whether a seat is the reader's own. */
export const isYou = (frame: Frame, seat: number): boolean => (!frame.named || !!frame.own) && seat === frame.viewer;

/** Returns the phrase `key` with the seat's name in {who}, or the phrase `key.you` for the reader's own seat. */
export function who(t: T, frame: Frame, seat: number | null, key: string, params: Params = {}): string {
  if (seat !== null && isYou(frame, seat) && t.has(`${key}.you`)) return t(`${key}.you`, params);
  return t(key, { ...params, who: seatName(t, frame, seat) });
}

/** Returns a seat as the receiver of something, as in "to you" or "an dich". */
export const toSeat = (t: T, frame: Frame, seat: number): string =>
  isYou(frame, seat) ? t('seat.you.object') : seatName(t, frame, seat);

export function seatName(t: T, frame: Frame, seat: number | null): string {
  if (seat === null) return t('seat.nobody');
  return isYou(frame, seat) ? t('seat.you') : t.person(frame.seats[seat]?.name ?? '') || t('seat.nobody');
}
