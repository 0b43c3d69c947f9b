// A set of chosen cards, for games whose actions consist of several cards. When the decision changes, the set becomes
// empty.

import { useState } from 'preact/hooks';

export interface Choice {
  has(key: string): boolean;
  keys: string[];
  toggle(key: string): void;
  set(keys: readonly string[]): void;
  clear(): void;
}

/** Returns the choice. `decision` identifies the decision of the choice, and usually is `frame.at`. If `held` is given,
 * it lists the keys that exist. */
export function useChoice(decision: unknown, held?: readonly string[]): Choice {
  const [state, setState] = useState<{ decision: unknown; keys: string[] }>({ decision, keys: [] });
  const keys = (state.decision === decision ? state.keys : []).filter((key) => !held || held.includes(key));
  const set = (to: readonly string[]) => setState({ decision, keys: [...to] });
  return {
    keys,
    has: (key) => keys.includes(key),
    toggle: (key) => set(keys.includes(key) ? keys.filter((k) => k !== key) : [...keys, key]),
    set,
    clear: () => set([]),
  };
}
