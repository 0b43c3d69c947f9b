// Selection of a value by keys: - for −1, digits for 0 to 13 (10 to 13 by two digits typed quickly), x for the X.

import { useRef } from 'preact/hooks';
import { useKeys } from '@cardroom/ui';

const TOGETHER_MS = 700;

/** Calls `onValue` for each typed value. `again` is the value that was reported for the first digit of a two-digit
 * value. */
export function useTyped(onValue: (value: string, again: string | null) => void): void {
  const one = useRef(-Infinity);
  useKeys((e) => {
    if (!/^[-x0-9]$/.test(e.key)) return false;
    const quick = e.timeStamp - one.current < TOGETHER_MS;
    one.current = e.key === '1' ? e.timeStamp : -Infinity;
    if (quick && /[0-3]/.test(e.key)) {
      one.current = -Infinity;
      onValue(`1${e.key}`, '1');
    } else onValue(e.key === '-' ? '-1' : e.key === 'x' ? 'X' : e.key, null);
    return true;
  });
}
