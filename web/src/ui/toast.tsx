// A word that comes and goes: why something cannot be, what has happened elsewhere. One at a time, the newest.

import { signal } from '@preact/signals';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { T } from '../i18n/words';
import type { Refusal } from '../protocol';
import { useRoom } from './context';

interface Toast { words: string; rule: string | null; id: number }

const current = signal<Toast | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
let id = 0;

export function toast(words: string, rule: string | null = null): void {
  clearTimeout(timer);
  current.value = { words, rule, id: ++id };
  // Long enough to read twice at a slow pace.
  timer = setTimeout(dismiss, 2500 + words.length * 55);
}

export function dismiss(): void { current.value = null; }

/** A refusal in the game's own words (`refusal.follow_suit`), or the shell's; as the server words it if neither has any. */
export function refusalWords(refusal: Refusal, t: T): string {
  const key = `refusal.${refusal.key}`;
  return t.has(key) ? t(key) : refusal.words;
}

export const toastRefusal = (refusal: Refusal, t: T): void => toast(refusalWords(refusal, t), refusal.rule);

const places = signal<readonly object[]>([]);

/** Where it is shown and said: in the newest place, for behind a sheet that stops play nothing is heard. */
export function ToastPlace() {
  const { t, openRule } = useRoom();
  const [me] = useState<object>({});
  useLayoutEffect(() => {
    places.value = [...places.value, me];
    return () => { places.value = places.value.filter((one) => one !== me); };
  }, []);
  const shown = places.value.at(-1) === me && current.value;
  return (
    <div class="toast-place" role="status">
      {shown && (
        <div class="toast" key={shown.id}>
          <span>{shown.words}</span>
          {shown.rule && <button type="button" class="link" onClick={() => { openRule(shown.rule); dismiss(); }}>{t('rules.rule', { rule: shown.rule })}</button>}
        </div>
      )}
    </div>
  );
}
