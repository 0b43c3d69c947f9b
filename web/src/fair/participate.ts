// The page's part in the shared shuffle (docs/develop/protocol.md, "Shuffling together"). The page sends the hash of a
// random number. It reveals the number only if the server's list has this hash at the page's seat, under the same
// commitment C. Numbers are stored before they are sent. So a reloaded page and every other tab use the same number.

import type { SharedAttempt, SharedShuffle } from '../net/protocol';
import type { Order } from '../net/socket';
import type { ShuffleData, Part } from './shuffleStore';
import { bytes32, hex, sealedNonce } from './shuffle';
import { silentIn } from './silentSeats';

export interface Answered {
  data: ShuffleData;
  order: Order | null;
}

/** Returns 32 random bytes. `getRandomValues` also works without https. */
const random = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32));

/** Returns the data that a page stores after a message, and the page's answer. `seat` is the seat of the page. */
export function answer(known: ShuffleData, seat: number | null, message: SharedShuffle, draw = random): Answered {
  // Another tab may already have received a newer message.
  const isNews = agrees(known.attempts, message.attempts);
  if (!isNews && !agrees(message.attempts, known.attempts)) return { data: { ...known, differs: true }, order: null };
  const data = {
    ...known,
    seat: known.seat ?? (message.step === 'done' ? null : seat),
    attempts: isNews ? message.attempts : known.attempts,
  };
  const last = message.attempts.at(-1);
  if (!last || seat === null || data.differs || !message.waits.includes(seat)) return { data, order: null };
  const own = data.parts.find((part) => part.k === last.k);
  if (own && (own.C !== last.C || own.seat !== seat)) return { data, order: null };
  if (message.step === 'seal') {
    const part = own ?? drawn(last, seat, draw());
    if (!part) return { data, order: null };
    return {
      data: own ? data : { ...data, parts: [...data.parts, part] },
      order: { t: 'seal', k: part.k, h: part.h },
    };
  }
  if (!own || last.h[seat] !== own.h) return { data, order: null };
  const parts = data.parts.map((part) => (part === own ? { ...part, revealed: true } : part));
  return { data: { ...data, parts }, order: { t: 'reveal', k: own.k, n: own.n } };
}

function drawn({ k, C }: SharedAttempt, seat: number, nonce: Uint8Array): Part | null {
  const commitment = bytes32(C);
  if (!commitment) return null;
  return { k, C, seat, n: hex(nonce), h: hex(sealedNonce(commitment, k, seat, nonce)), revealed: false };
}

/** Removes this device's numbers for an attempt, because the server has the hash of another device of the same
 * person. */
export const withoutPart = (data: ShuffleData, k: number): ShuffleData => ({
  ...data,
  parts: data.parts.filter((part) => part.k !== k),
});

/** Returns the hashes of all seats, or null while the server has not sent them. */
export const listOf = ({ h }: SharedAttempt): (string | null)[] | null => (h.some((one) => one !== null) ? h : null);

/** Returns whether everything in `before` is unchanged in `now`. `now` may contain more. */
export function agrees(before: readonly SharedAttempt[], now: readonly SharedAttempt[]): boolean {
  return before.every((old, number) => {
    const same = now[number];
    if (!same) return false;
    const list = listOf(old);
    const holds = (was: string | null, is: string | null | undefined) => was === null || was === is;
    return (
      same.k === old.k &&
      same.C === old.C &&
      holds(old.S, same.S) &&
      String(old.bots ?? []) === String(same.bots ?? []) &&
      (!list || list.every((h, seat) => h === same.h[seat])) &&
      old.n.every((n, seat) => holds(n, same.n[seat]))
    );
  });
}

/** An event in the shuffle that people have to know about. */
export type ShuffleNews = { key: 'void'; k: number; seat: number } | { key: 'missing' } | { key: 'differs' };

/** Returns the news of a shuffle, as this device knows it. */
export function newsOf(data: ShuffleData, message: SharedShuffle): ShuffleNews[] {
  const voids = message.attempts
    .slice(0, -1)
    .flatMap((attempt) => silentIn(attempt).map((seat): ShuffleNews => ({ key: 'void', k: attempt.k, seat })));
  if (data.differs) return [...voids, { key: 'differs' }];
  const last = message.attempts.at(-1);
  const own = data.parts.find((part) => part.k === last?.k);
  const left = data.seat !== null && message.step !== 'seal' && (!own || last?.h[data.seat] !== own.h);
  return left ? [...voids, { key: 'missing' }] : voids;
}
