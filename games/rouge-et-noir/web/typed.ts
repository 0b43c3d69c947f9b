// Piles by letter: the columns on the home row, e for the card in hand, r for the discard pile. One letter lifts, the next puts;
// the same one twice sends the card to its best place.

import { useEffect, useRef } from 'preact/hooks';

const PILES: Record<string, string> = { e: 'hand', r: 'discard', ...Object.fromEntries([...'asdfghjk'].map((key, i) => [key, `t${i + 1}`])) };

export function useTyped(onPile: (pile: string) => void): void {
  const latest = useRef(onPile);
  latest.current = onPile;
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.altKey || e.ctrlKey || e.metaKey || e.repeat || (e.target as Element).closest('input, select, textarea, dialog, aside')) return;
      const pile = PILES[e.key];
      if (pile) { e.preventDefault(); latest.current(pile); }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
