// A part that is loaded when it is first shown: what few readers open need not weigh on everybody's first look.

import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';

export function later<Props extends object>(load: () => Promise<FunctionComponent<Props>>): FunctionComponent<Props> {
  const part = signal<FunctionComponent<Props> | null>(null);
  let asked = false;
  return (props) => {
    if (!asked) { asked = true; load().then((loaded) => { part.value = loaded; }, () => { asked = false; }); }
    const Part = part.value;
    return Part ? <Part {...props} /> : null;
  };
}
