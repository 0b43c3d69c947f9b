// Decides which tab owns a table: the tab that opened it, until another tab takes it over.

export interface Locks {
  /** Acquires a table. Resolves to true if this tab now owns the table. `lost` is called when another tab takes the
   * table over. */
  acquire(table: string, steal: boolean, lost: () => void): Promise<boolean>;
  release(table: string): void;
}

/** The time in ms for which a table may still belong to the page before a reload, whose worker is ending. */
const ENDS_WITHIN_MS = 2000;

export function webLocks(): Locks {
  const held = new Map<string, () => void>();
  return {
    acquire(table, steal, lost) {
      // The browser has no locks at an insecure address. There a table is protected from other tabs only by the owner
      // that the storage records.
      if (held.has(table) || !('locks' in navigator)) return Promise.resolve(true);
      return new Promise((answer) => {
        const signal = AbortSignal.timeout(ENDS_WITHIN_MS);
        const ours = navigator.locks.request(
          `cardroom/${table}`,
          steal ? { steal } : { signal },
          () =>
            new Promise<void>((release) => {
              held.set(table, release);
              answer(true);
            }),
        );
        ours.catch(() => {
          if (held.delete(table)) lost();
          // A browser that stores nothing grants no locks either. In this case no other tab can have the table.
          else answer(steal || !signal.aborted);
        });
      });
    },
    release(table) {
      const release = held.get(table);
      held.delete(table);
      release?.();
    },
  };
}
