// Decides which tab owns a table: the tab that opened it, until another takes it over.

export interface Locks {
  /** Takes a table. Resolves to whether it is ours now. `lost` is called when another tab takes it over. */
  acquire(table: string, steal: boolean, lost: () => void): Promise<boolean>;
  release(table: string): void;
}

export function webLocks(): Locks {
  const held = new Map<string, () => void>();
  return {
    acquire(table, steal, lost) {
      // An insecure address has no locks: there only the owner in the storage keeps the tabs apart.
      if (held.has(table) || !('locks' in navigator)) return Promise.resolve(true);
      return new Promise((answer) => {
        const ours = navigator.locks.request(
          `cardroom/${table}`,
          steal ? { steal } : { ifAvailable: true },
          (lock) =>
            new Promise<void>((release) => {
              if (!lock) release();
              else held.set(table, release);
              answer(lock !== null);
            }),
        );
        ours.catch(() => {
          if (held.delete(table)) lost();
          // A browser that stores nothing grants no locks either.
          else answer(true);
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
