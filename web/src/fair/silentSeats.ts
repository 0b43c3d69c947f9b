import type { SharedAttempt } from '../net/protocol';

/** Returns the seats that sent a hash in an attempt and did not reveal their number: after its end, they have made the
 * attempt void. */
export const silentIn = ({ h, n }: Pick<SharedAttempt, 'h' | 'n'>): number[] =>
  h.flatMap((one, seat) => (one !== null && n[seat] === null ? [seat] : []));
