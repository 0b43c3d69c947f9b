import type { SharedAttempt } from '../net/protocol';

/** Returns the seats that sent a hash in an attempt but did not reveal their number. At the end of the attempt such a
 * seat makes the attempt void. */
export const silentIn = ({ h, n }: Pick<SharedAttempt, 'h' | 'n'>): number[] =>
  h.flatMap((one, seat) => (one !== null && n[seat] === null ? [seat] : []));
