// A part that is loaded when it is first shown: what few readers open need not weigh on everybody's first look.

import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';

/** `begin` loads it before it is shown: what is wanted at once when its moment comes, even over a connection that has
 * died by then. */
export type Later<Props> = FunctionComponent<Props> & { begin(): void };

/** The pauses in ms before a part that did not come is asked for again: the first, and the longest. */
const AGAIN_MS = [1_000, 30_000] as const;

export function later<Props extends object>(load: () => Promise<FunctionComponent<Props>>): Later<Props> {
  const part = signal<FunctionComponent<Props> | null>(null);
  let asked = false;
  const ask = (pause: number) => {
    load().then(
      (loaded) => {
        part.value = loaded;
      },
      () => setTimeout(ask, pause, Math.min(2 * pause, AGAIN_MS[1])),
    );
  };
  const begin = () => {
    if (!asked) ask(AGAIN_MS[0]);
    asked = true;
  };
  return Object.assign(
    (props: Props) => {
      begin();
      const Part = part.value;
      return Part ? <Part {...props} /> : null;
    },
    { begin },
  );
}
