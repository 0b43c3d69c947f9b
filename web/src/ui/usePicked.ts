// A choice that the reader has picked in the list of advice. The board lifts its cards, but the player can still choose
// another action.

import { useEffect } from 'preact/hooks';
import type { AnyLegal } from '../net/protocol';

export function usePicked<L extends AnyLegal>(hint: string | null, legal: readonly L[], lift: (one: L) => void): void {
  useEffect(() => {
    const one = legal.find(({ action }) => action === hint);
    if (one) lift(one);
  }, [hint]);
}
