// A value typed on the keyboard: - for −1, 0 to 13 (10 to 13 by two digits typed quickly), x for the X.

import { useEffect, useRef } from 'preact/hooks';

const TOGETHER_MS = 700;

/** `again` is the value that the first digit of a two-digit one was taken for. */
export function useTyped(onValue: (value: string, again: string | null) => void): void {
  const latest = useRef(onValue);
  latest.current = onValue;
  useEffect(() => {
    let one = -Infinity;
    const press = (e: KeyboardEvent) => {
      if (e.altKey || e.ctrlKey || e.metaKey || e.repeat || (e.target as Element).closest('input, select, textarea, dialog, aside')) return;
      if (!/^[-x0-9]$/.test(e.key)) return;
      e.preventDefault();
      const quick = e.timeStamp - one < TOGETHER_MS;
      one = e.key === '1' ? e.timeStamp : -Infinity;
      if (quick && /[0-3]/.test(e.key)) { one = -Infinity; latest.current(`1${e.key}`, '1'); }
      else latest.current(e.key === '-' ? '-1' : e.key === 'x' ? 'X' : e.key, null);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
