// A labelled row of a form, and a choice among a few.

import type { ComponentChildren } from 'preact';
import './form.css';

export function Row({ label, help, children }: { label: string; help?: string; children: ComponentChildren }) {
  return <fieldset class="row"><legend class="row-words"><span>{label}</span>{help && <small>{help}</small>}</legend><div class="row-field">{children}</div></fieldset>;
}

/** Few short choices stand side by side; long ones in a list. */
export function Choice({ name, label, value, choices, onChange }: { name: string; label: string; value: string; choices: readonly (readonly [string, string])[]; onChange(value: string): void }) {
  const length = choices.reduce((sum, [, words]) => sum + words.length + 3, 0);
  if (length > 34) {
    return <select class="select" aria-label={label} value={value} onChange={(e) => onChange(e.currentTarget.value)}>{choices.map(([id, words]) => <option key={id} value={id}>{words}</option>)}</select>;
  }
  return (
    <div class="choice">
      {choices.map(([id, words]) => (
        <label key={id}><input type="radio" name={name} value={id} checked={id === value} onChange={() => onChange(id)} /><span>{words}</span></label>
      ))}
    </div>
  );
}
