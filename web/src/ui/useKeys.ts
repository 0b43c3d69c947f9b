// Keys that a board listens for wherever the focus is, but for fields and dialogs. What is beside the table has the
// keys that move about in it.

import { useEffect, useRef } from 'preact/hooks';

/** Whether the last thing that was touched was the keyboard. */
export let byKeys = false;
for (const kind of ['keydown', 'pointerdown'])
  globalThis.addEventListener?.(
    kind,
    () => {
      byKeys = kind === 'keydown';
    },
    true,
  );

/** `onKey` says whether it had a use for the key. `first`: before the board and its cards, which then do not hear
 * it. */
export function useKeys(onKey: (e: KeyboardEvent) => boolean, first?: boolean): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (
        e.altKey ||
        e.ctrlKey ||
        e.metaKey ||
        e.repeat ||
        (e.target as Element).closest(`input, select, textarea, dialog${/^[^ ]$/.test(e.key) ? '' : ', aside'}`)
      )
        return;
      if (!latest.current(e)) return;
      e.preventDefault();
      if (first) e.stopImmediatePropagation();
      // Typed characters choose: Enter then does what was chosen, and not what a button says that has the focus from
      // before.
      if (e.key.length === 1 && document.activeElement?.closest('.board [role=toolbar]'))
        document.getElementById('board')?.focus();
    };
    addEventListener('keydown', press, first);
    return () => removeEventListener('keydown', press, first);
  }, []);
}
