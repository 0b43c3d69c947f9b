// The action that is awaited, in one line that is readable from two metres. A toast replaces it for a moment.

import type { ComponentChildren } from 'preact';
import { ToastWords, useToastLine } from './toast';

export function Banner({
  tone = 'wait',
  children,
}: {
  tone?: 'turn' | 'wait' | 'warn' | 'held';
  children: ComponentChildren;
}) {
  const toast = useToastLine();
  return toast ? (
    <p class="banner toast" key={toast.id}>
      <ToastWords toast={toast} />
    </p>
  ) : (
    <p class={`banner ${tone}`}>{children}</p>
  );
}

/** A line for toasts, for an action bar without a banner. It exists only while there is a toast. */
export function ToastLine() {
  const toast = useToastLine();
  return (
    toast && (
      <p class="banner toast" key={toast.id}>
        <ToastWords toast={toast} />
      </p>
    )
  );
}
