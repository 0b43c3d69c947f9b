// The verbs of the moment, above the hand: one row, the primary one last, near the thumb.

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
      // Enter on a button presses that button; on a card or on what is chosen already, whose key is the space bar, it
      // does what is to be done.
      if (
        e.key === 'Enter' &&
        (e.target as Element).closest(
          'button:not(.card, [aria-pressed="true"], [aria-hidden=true]), a, summary, [role=tab]',
        )
      )
        return;
      // The space bar presses the button that it is on, and turns the pages of what is beside the table. An empty place
      // that was clicked keeps the focus under the card that lies there now: that is no button any more.
      const own = 'button:not(.card, [aria-hidden=true]), a, summary, [role=tab], aside';
      if (e.key === ' ' && (e.target as Element).closest(own)) return;
      const button = [...(el.current?.querySelectorAll<HTMLButtonElement>('[data-shortcut]') ?? [])].find((b) =>
        b.dataset['shortcut']!.split(' ').includes(e.key === ' ' ? 'Space' : e.key),
      );
      if (!button) return;
      e.preventDefault();
      // A button to be held is not pressed by a key alone: it is shown where to hold.
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
