// A rank typed on the keyboard lifts the next card of that rank: 2 to 9, 0 for the ten, J Q K A.

import { useEffect, useRef } from 'preact/hooks';

export function useTypedRank(onRank: (rank: string) => void): void {
  const latest = useRef(onRank);
  latest.current = onRank;
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.altKey || e.ctrlKey || e.metaKey || e.repeat || (e.target as Element).closest('input, select, textarea, dialog, aside')) return;
      const rank = { '0': 'T', '1': 'T', j: 'J', q: 'Q', k: 'K', a: 'A' }[e.key] ?? e.key;
      if (/^[2-9TJQKA]$/.test(rank)) { e.preventDefault(); latest.current(rank); }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
