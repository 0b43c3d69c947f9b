// A component that is loaded when it is first shown. Few readers open such a component, so it should not delay
// everybody's first visit.

import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { untilLoaded } from '../net/untilLoaded';

/** A component that is loaded later. `begin` loads it in advance. Then it appears immediately, even if the connection
 * is lost in the meantime. */
export type Later<Props> = FunctionComponent<Props> & { begin(): void };

type PropsOf<Part> = Part extends (props: infer Props) => unknown ? Props : never;

/** Creates such a component, as in `later(() => import('./deal'), 'Deal')`. Without a name, `load` must return the
 * component itself. */
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
