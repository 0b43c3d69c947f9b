// The people who are listed at a review.

/** The time in ms for which a person who has gone is still listed. Reloading a page takes less time. */
export const STAYS_MS = 4_000;

/** Returns the names to list: those of people who are there, and of people who went a moment ago. `seen` has the time
 * at which each person was there last. */
export function listed(seen: Map<string, number>, there: readonly string[], now: number): string[] {
  for (const name of there) seen.set(name, now);
  for (const [name, at] of seen) if (now - at >= STAYS_MS) seen.delete(name);
  return [...seen.keys()];
}
