// A row of a form with its label, and a choice among a few options.

import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import './form.css';

export function Row({ label, help, children }: { label: string; help?: string; children: ComponentChildren }) {
  return (
    <fieldset class="row">
      <legend class="row-words">
        <span>{label}</span>
        {help && <small>{help}</small>}
      </legend>
      <div class="row-field">{children}</div>
    </fieldset>
  );
}

/** A choice. If there are few and short options, they are side by side; otherwise they are in a list. */
export function Choice({
  name,
  label,
  value,
  choices,
  onChange,
}: {
  name: string;
  label: string;
  value: string;
  choices: readonly (readonly [string, string])[];
  onChange(value: string): void;
}) {
  const length = choices.reduce((sum, [, words]) => sum + words.length + 3, 0);
  if (length > 34) {
    return (
      <select class="select" aria-label={label} value={value} onChange={(e) => onChange(e.currentTarget.value)}>
        {choices.map(([id, words]) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </select>
    );
  }
  return (
    <div class="choice">
      {choices.map(([id, words]) => (
        <label key={id}>
          <input type="radio" name={name} value={id} checked={id === value} onChange={() => onChange(id)} />
          <span>{words}</span>
        </label>
      ))}
    </div>
  );
}

/** Returns the typed whole number if it is in the range; otherwise null. */
export const wholeNumber = (text: string, min: number, max: number): number | null => {
  const n = /^\s*-?\d+\s*$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(n) && n >= min && n <= max ? n : null;
};

/** A field for a number. An invalid number stays in the field, with an error below it. It is not corrected, because
 * nobody should play with a number that they have not typed. */
export function NumberField({
  label,
  value,
  min,
  max,
  disabled,
  optional,
  why,
  onChange,
}: {
  label: string;
  value: number | null;
  min: number;
  max: number;
  disabled?: boolean;
  /** True if the field may be left empty. */
  optional?: boolean;
  /** The words of the error for an invalid number. */
  why: string;
  /** Receives the number, null for an empty field, or `false` for an invalid text. */
  onChange(value: number | null | false): void;
}) {
  const id = useId();
  const [typed, type] = useState<{ text: string; value: number | null | false } | null>(null);
  // If the value was set from outside, it replaces the typed text.
  const text =
    typed && (typed.value === false || typed.value === value) ? typed.text : value === null ? '' : String(value);
  const wrong = typed?.value === false && !disabled;
  const change = (text: string) => {
    const now = optional && text.trim() === '' ? null : (wholeNumber(text, min, max) ?? false);
    type({ text, value: now });
    onChange(now);
  };
  return (
    <>
      <input
        type="text"
        inputMode="numeric"
        class="number"
        autocomplete="off"
        aria-label={label}
        disabled={disabled}
        value={disabled ? '' : text}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? id : undefined}
        onInput={(e) => change(e.currentTarget.value)}
      />
      {wrong && (
        <p class="field-wrong" id={id} role="alert">
          {why}
        </p>
      )}
    </>
  );
}
