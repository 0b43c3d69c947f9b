// Delays what nobody needs at first sight until the table has been there for a moment.

import { signal } from '@preact/signals';

export const showsSecondary = signal(false);

const MOMENT_MS = 1000;

/** Called when a table is shown. */
export const showSecondaryLater = (): void => {
  if (!showsSecondary.value)
    setTimeout(() => {
      showsSecondary.value = true;
    }, MOMENT_MS);
};
