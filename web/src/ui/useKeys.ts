// Keys that a board receives wherever the focus is, except in fields and dialogs. In a panel beside the table, keys
// such as the arrow keys belong to the panel.

import { useEffect, useRef } from 'preact/hooks';

/** True if the reader's last input was by keyboard. */
export let byKeys = false;
for (const kind of ['keydown', 'pointerdown'])
  globalThis.addEventListener?.(
    kind,
    () => {
      byKeys = kind === 'keydown';
    },
    true,
  );

/** Registers a handler of keys. `onKey` returns whether it has used the key. With `first`, `onKey` runs before the
 * board and its cards. They do not receive a key that `onKey` has used. */
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
      // A button in the toolbar loses the focus when a card is chosen by typing. Otherwise Enter would press that
      // button instead of playing the choice.
      if (e.key.length === 1 && document.activeElement?.closest('.board [role=toolbar]'))
        document.getElementById('board')?.focus();
    };
    addEventListener('keydown', press, first);
    return () => removeEventListener('keydown', press, first);
  }, []);
}
