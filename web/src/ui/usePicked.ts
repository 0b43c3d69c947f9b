// A choice that was picked in the list of the advice: the board lifts its cards, and the player may still choose
// another action.

import { useEffect } from 'preact/hooks';
import type { AnyLegal } from '../net/protocol';

export function usePicked<L extends AnyLegal>(hint: string | null, legal: readonly L[], lift: (one: L) => void): void {
  useEffect(() => {
    const one = legal.find(({ action }) => action === hint);
    if (one) lift(one);
  }, [hint]);
}
