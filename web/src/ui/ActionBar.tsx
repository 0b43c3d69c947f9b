// The verbs of the moment, above the hand: one row, the primary one last, near the thumb.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export function ActionBar({ label, children }: { label: string; children: ComponentChildren }) {
  const el = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.altKey || e.ctrlKey || e.metaKey || e.repeat || (e.target as Element).closest('input, select, textarea, dialog')) return;
      const button = [...(el.current?.querySelectorAll<HTMLButtonElement>('[data-shortcut]') ?? [])].find((b) => b.dataset['shortcut'] === e.key);
      if (button) { e.preventDefault(); button.click(); }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return <div class="action-bar" role="toolbar" aria-label={label} ref={el}>{children}</div>;
}
