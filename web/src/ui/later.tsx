// A part that is loaded when it is first shown: parts that few readers open must not slow down everybody's first visit.

import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { untilLoaded } from '../net/untilLoaded';

/** `begin` loads the part before it is shown, so that it is there at once when it is needed, even if the connection is
 * lost by then. */
export type Later<Props> = FunctionComponent<Props> & { begin(): void };

type PropsOf<Part> = Part extends (props: infer Props) => unknown ? Props : never;

/** Creates such a part: `later(() => import('./deal'), 'Deal')`; without a name `load` returns the part itself. */
export function later<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Later<PropsOf<Module[Name]>>;
export function later<Props extends object>(load: () => Promise<FunctionComponent<Props>>): Later<Props>;
export function later<Props extends object>(load: () => Promise<unknown>, name?: string): Later<Props> {
  const part = signal<FunctionComponent<Props> | null>(null);
  let asked = false;
  const begin = () => {
    if (asked) return;
    asked = true;
    untilLoaded(load, (loaded) => {
      part.value = (name ? (loaded as Record<string, unknown>)[name] : loaded) as FunctionComponent<Props>;
    });
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
