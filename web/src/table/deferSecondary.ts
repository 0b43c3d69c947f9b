// Delays the parts that nobody needs immediately, until the table has been visible for a moment.

import { signal } from '@preact/signals';

export const showsSecondary = signal(false);

const MOMENT_MS = 1000;

/** Starts the delay. Called when a table is shown. */
export const showSecondaryLater = (): void => {
  if (!showsSecondary.value)
    setTimeout(() => {
      showsSecondary.value = true;
    }, MOMENT_MS);
};
