// The buttons for the present decision, in one row above the hand. The primary button is last, near the thumb.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export function ActionBar({ label, children }: { label: string; children: ComponentChildren }) {
  const el = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (
        e.altKey ||
        e.ctrlKey ||
        e.metaKey ||
        e.repeat ||
        (e.target as Element).closest('input, select, textarea, dialog')
      )
        return;
      // On a button, Enter presses that button. On a card, or on an element that is already chosen, Enter presses the
      // primary button. The space bar still toggles a chosen element.
      if (
        e.key === 'Enter' &&
        (e.target as Element).closest(
          'button:not(.card, [aria-pressed="true"], [aria-hidden=true]), a, summary, [role=tab]',
        )
      )
        return;
      // The space bar presses the focused button, or scrolls the panel beside the table. A clicked empty place can have
      // the focus although a card covers it now. Then the place no longer counts as a button.
      const own = 'button:not(.card, [aria-hidden=true]), a, summary, [role=tab], aside';
      if (e.key === ' ' && (e.target as Element).closest(own)) return;
      const button = [...(el.current?.querySelectorAll<HTMLButtonElement>('[data-shortcut]') ?? [])].find((b) =>
        b.dataset['shortcut']!.split(' ').includes(e.key === ' ' ? 'Space' : e.key),
      );
      if (!button) return;
      e.preventDefault();
      // A key does not press a button that must be held; it only moves the focus to that button.
      if (button.classList.contains('hold')) button.focus();
      else button.click();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <div class="action-bar" role="toolbar" aria-label={label} ref={el}>
      {children}
    </div>
  );
}
