// What the record of a match proves to this device: the record beside what the device kept at the table.

import type { SharedAttempt } from '../protocol';
import type { Kept } from './kept';
import { agrees, listOf } from './taking';

/** `mine`: its contribution is in the cards. `missing`: it was there, and the contribution is not in them. `later`: the
 * reader has a seat, and the cards were shuffled before. `watched`: the reader has none. `apart`: one of these two.
 * `nothing`: the device kept nothing, and may have sent something. */
export type Proof = 'mine' | 'missing' | 'later' | 'watched' | 'apart' | 'nothing' | 'differs' | 'alone';

/** One thing that was kept, compared with the record. `ok` null: a remark. */
export interface Compared {
  k: number;
  key:
    | 'commitment'
    | 'list'
    | 'number'
    | 'other_number'
    | 'not_listed'
    | 'not_given'
    | 'not_told'
    | 'none'
    | 'two'
    | 'left_out';
  ok: boolean | null;
  /** The number that this device drew. */
  n?: string;
}

/** `attempts`: how the record, or the table, says that the seed came about. `you`: the reader's seat now, null for who
 * has none; left out where nobody knows. */
export function proof(kept: Kept | null, attempts: readonly SharedAttempt[], you?: number | null): Proof {
  if (kept && (kept.differs || compared(kept, attempts).some(({ ok }) => ok === false))) return 'differs';
  const last = attempts.at(-1);
  if (!last) return 'alone';
  if (!kept || kept.seat === null) {
    if (you === null) return 'watched';
    if (!kept) return 'nothing';
    return you === undefined ? 'apart' : 'later';
  }
  const own = kept.parts.find((part) => part.k === last.k);
  return own && last.h[own.seat] === own.h && last.n[own.seat] === own.n ? 'mine' : 'missing';
}

/** Everything that was kept, attempt by attempt. */
export function compared(kept: Kept, attempts: readonly SharedAttempt[]): Compared[] {
  const each = kept.told.flatMap((told, number) => {
    const found = attempts[number];
    return found ? oneAttempt(kept, told, found) : [{ k: told.k, key: 'left_out', ok: false } as const];
  });
  return kept.differs ? [...each, { k: kept.told.length - 1, key: 'two', ok: false }] : each;
}

function oneAttempt(kept: Kept, told: SharedAttempt, found: SharedAttempt): Compared[] {
  const { k } = told;
  const rows: Compared[] = [{ k, key: 'commitment', ok: told.C === found.C }];
  const list = listOf(told);
  if (list) {
    // Numbers and secrets that were told are a part of the list, too.
    const same = told.C !== found.C || agrees([told], [found]);
    rows.push({ k, key: 'list', ok: same });
  }
  const own = kept.parts.find((part) => part.k === k);
  if (!own) return kept.seat === null ? rows : [...rows, { k, key: 'none', ok: null }];
  const [h, n] = [found.h[own.seat], found.n[own.seat]];
  if (h === null || h === undefined) return [...rows, { k, key: 'not_listed', ok: null }];
  // Another device of the same person was quicker, and this one saw so: its own number was never in the list.
  const shown = list?.[own.seat];
  if (shown !== undefined && shown !== own.h) return [...rows, { k, key: 'not_listed', ok: null }];
  if (h !== own.h || (n && n !== own.n)) return [...rows, { k, key: 'other_number', ok: false }];
  if (n) return [...rows, { k, key: 'number', ok: true, n }];
  return [...rows, { k, key: own.revealed ? 'not_given' : 'not_told', ok: null }];
}
