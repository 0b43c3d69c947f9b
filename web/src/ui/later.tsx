// A part that is loaded when it is first shown: what few readers open need not weigh on everybody's first look.

import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { untilLoaded } from '../net/untilLoaded';

/** `begin` loads it before it is shown: what is wanted at once when its moment comes, even over a connection that has
 * died by then. */
export type Later<Props> = FunctionComponent<Props> & { begin(): void };

type PropsOf<Part> = Part extends (props: infer Props) => unknown ? Props : never;

/** `later(() => import('./deal'), 'Deal')`; without a name `load` brings the part itself. */
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
