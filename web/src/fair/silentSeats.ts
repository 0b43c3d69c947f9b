import type { SharedAttempt } from '../net/protocol';

/** Returns the seats that sent a hash in an attempt but did not reveal their number. If such a seat exists at the end,
 * the attempt is void. */
export const silentIn = ({ h, n }: Pick<SharedAttempt, 'h' | 'n'>): number[] =>
  h.flatMap((one, seat) => (one !== null && n[seat] === null ? [seat] : []));
