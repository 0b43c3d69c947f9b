// A set of chosen cards, for games whose actions take several. It empties when the decision changes.

import { useState } from 'preact/hooks';

export interface Choice {
  has(key: string): boolean;
  keys: string[];
  toggle(key: string): void;
  set(keys: readonly string[]): void;
  clear(): void;
}

/** `decision` is what the choice belongs to, as a rule `frame.at`; `held`, if given, are the keys that still exist. */
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
