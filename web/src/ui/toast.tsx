// A toast: a short message that says why something is impossible, or what has happened elsewhere. Only the newest one
// is shown. At a table, the toast replaces the banner for a moment. So the toast covers nothing.

import { signal } from '@preact/signals';
import { useLayoutEffect, useState } from 'preact/hooks';
import { wantsPeople } from '../i18n/load';
import type { T } from '../i18n/words';
import type { Refusal } from '../net/protocol';
import { usePage } from './context';

export interface Toast {
  words: string;
  /** The key of the words, if they may still have to be loaded. */
  key?: string;
  rule: string | null;
  id: number;
}

const current = signal<Toast | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
let id = 0;

export function toast(words: string, rule: string | null = null, key?: string): void {
  clearTimeout(timer);
  // The words of errors are in the word list web/lang/people, which a table against bots does not load.
  if (key?.startsWith('error.')) wantsPeople.value = true;
  current.value = { words, rule, id: ++id, ...(key === undefined ? {} : { key }) };
  // The time is enough to read the words twice, slowly.
  timer = setTimeout(dismiss, 2500 + words.length * 55);
}

export function dismiss(): void {
  current.value = null;
}

/** Returns the words of a refusal: those of the game (`refusal.follow_suit`) or of the page. If the words are missing,
 * requests the word list web/lang/people. A table against bots does not load this list at first. */
export function refusalWords(refusal: Refusal, t: T): string {
  const key = `refusal.${refusal.key}`;
  if (!t.has(key)) wantsPeople.value = true;
  return t(t.has(key) ? key : 'error.unknown');
}

export const toastRefusal = (refusal: Refusal, t: T): void =>
  toast(refusalWords(refusal, t), refusal.rule, `refusal.${refusal.key}`);

/** Returns the words of a toast: those of its key as soon as they are loaded. */
export const toastWords = (one: Toast, t: T): string =>
  one.key !== undefined && t.has(one.key) ? t(one.key) : one.words;

const places = signal<readonly object[]>([]);
const lines = signal<readonly object[]>([]);

/** Adds this component to a list while it is on the page. Returns whether this component is the newest of the list.
 * Only the newest component shows the toast. */
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

/** The place where toasts are shown and announced. If there are several places, the newest place is used, because a
 * screen reader announces nothing behind a modal sheet. At a table, the line above the hand shows the toast. There this
 * place only announces the toast. */
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

/** Returns the toast that a line at the table shows instead of its own words; null if there is none. */
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
          data-rule={toast.rule}
          onClick={() => {
            openRule(toast.rule);
            dismiss();
          }}
        >
          {t('rules.see')}
        </button>
      )}
    </>
  );
}
