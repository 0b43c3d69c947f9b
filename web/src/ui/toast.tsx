// A word that comes and goes: why something cannot be, what has happened elsewhere. One at a time, the newest. At a
// table it takes the place of the banner for a moment: there it covers nothing.

import { signal } from '@preact/signals';
import { useLayoutEffect, useState } from 'preact/hooks';
import { wantsPeople } from '../i18n/load';
import type { T } from '../i18n/words';
import type { Refusal } from '../net/protocol';
import { usePage } from './context';

export interface Toast {
  words: string;
  /** The phrase of a refusal whose words are still on their way. */
  key?: string;
  rule: string | null;
  id: number;
}

const current = signal<Toast | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
let id = 0;

export function toast(words: string, rule: string | null = null, key?: string): void {
  clearTimeout(timer);
  // The words of errors are among those for people, which a table against bots is without.
  if (key?.startsWith('error.')) wantsPeople.value = true;
  current.value = { words, rule, id: ++id, ...(key === undefined ? {} : { key }) };
  // Long enough to read twice at a slow pace.
  timer = setTimeout(dismiss, 2500 + words.length * 55);
}

export function dismiss(): void {
  current.value = null;
}

/** A refusal in the game's own words (`refusal.follow_suit`), or the shell's. A table against bots is without the words
 * for people, and some refusals have theirs there: then they are asked for. */
export function refusalWords(refusal: Refusal, t: T): string {
  const key = `refusal.${refusal.key}`;
  if (!t.has(key)) wantsPeople.value = true;
  return t(t.has(key) ? key : 'error.unknown');
}

export const toastRefusal = (refusal: Refusal, t: T): void =>
  toast(refusalWords(refusal, t), refusal.rule, `refusal.${refusal.key}`);

/** The words of a toast, once they are loaded. */
export const toastWords = (one: Toast, t: T): string =>
  one.key !== undefined && t.has(one.key) ? t(one.key) : one.words;

const places = signal<readonly object[]>([]);
const lines = signal<readonly object[]>([]);

/** Registers `me` in a list as long as it is shown; the newest of the list speaks. */
function useNewest(list: typeof places): boolean {
  const [me] = useState<object>({});
  useLayoutEffect(() => {
    list.value = [...list.value, me];
    return () => {
      list.value = list.value.filter((one) => one !== me);
    };
  }, []);
  return list.value.at(-1) === me;
}

/** The place where toasts are shown and announced: in the newest place, for behind a sheet that stops play nothing is
 * heard. At a table the line above the hand shows it, and this place only says it. */
export function ToastPlace() {
  const { t } = usePage();
  const newest = useNewest(places);
  const shown = newest ? current.value : null;
  const above = places.value.length === 1 && lines.value.length > 0;
  return (
    <div class={above ? 'visually-hidden' : 'toast-place'} role="status">
      {shown &&
        (above ? (
          toastWords(shown, t)
        ) : (
          <div class="toast" key={shown.id}>
            <ToastWords toast={shown} />
          </div>
        ))}
    </div>
  );
}

/** The toast that a line at the table shows in the place of its own words; null: its own words. */
export function useToastLine(): Toast | null {
  const newest = useNewest(lines);
  return newest && places.value.length <= 1 ? current.value : null;
}

export function ToastWords({ toast }: { toast: Toast }) {
  const { t, openRule } = usePage();
  return (
    <>
      <span>{toastWords(toast, t)}</span>
      {toast.rule && (
        <button
          type="button"
          class="link"
          onClick={() => {
            openRule(toast.rule);
            dismiss();
          }}
        >
          {t('rules.rule', { rule: toast.rule })}
        </button>
      )}
    </>
  );
}
