import type { SharedAttempt } from '../net/protocol';

/** The seats that sent a hash in an attempt and did not reveal their number: once it is over, they have made it
 * void. */
export const silentIn = ({ h, n }: Pick<SharedAttempt, 'h' | 'n'>): number[] =>
  h.flatMap((one, seat) => (one !== null && n[seat] === null ? [seat] : []));
