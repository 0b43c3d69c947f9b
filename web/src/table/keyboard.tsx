// The two keys that work everywhere at a table: `?` lists the keys, and `:` opens a field for typed actions. The button
// that opens the field is the first element that Tab reaches. So people who cannot see the table find the button
// immediately.

import { useEffect, useRef, useState } from 'preact/hooks';
import { later } from '../ui/later';
import type { Frame } from '../net/protocol';
import type { Match } from '../match/match';
import { usePage } from '../ui/context';

const KeysSheet = later(() => import('./keysSheet'), 'default');
const CommandLine = later(() => import('./commandLine'), 'default');

interface Props {
  /** The table that receives the typed actions. If it is absent, there is no field. */
  at?: { match: Pick<Match, 'act' | 'ask'>; frame: Frame };
  /** The keyboard keys of this game or page, including those that have no effect now, each with the key of its
   * phrase. */
  keys?: readonly (readonly [string, string])[] | undefined;
}

export function Keyboard({ at, keys }: Props) {
  const { t } = usePage();
  const [open, setOpen] = useState<'?' | ':' | null>(null);
  const back = useRef<HTMLElement | null>(null);
  /** The characters that were typed before the code of the field was loaded; null if it is not being loaded. */
  const early = useRef<string | null>(null);
  const show = (what: '?' | ':') => {
    const line = document.getElementById('line');
    if (line && what === ':') {
      line.focus();
      return;
    }
    back.current = document.activeElement as HTMLElement | null;
    early.current = what === ':' ? '' : null;
    setOpen(what);
  };
  const close = () => {
    early.current = null;
    setOpen(null);
    (back.current?.isConnected ? back.current : document.getElementById('board'))?.focus();
  };
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (
        (e.key !== '?' && (e.key !== ':' || !at)) ||
        e.altKey ||
        e.ctrlKey ||
        e.metaKey ||
        (e.target as Element).closest('input:not([type=range]), select, textarea, dialog')
      )
        return;
      e.preventDefault();
      show(e.key as '?' | ':');
    };
    // While the field is loading, typed letters are not shortcuts of the game: they are stored for the field.
    const onKeyDown = (e: KeyboardEvent) => {
      if (early.current === null || e.altKey || e.ctrlKey || e.metaKey) return;
      e.stopPropagation();
      if (e.key === 'Escape') close();
      if (e.key.length === 1 && !e.repeat) early.current += e.key;
      if (e.key === 'Backspace') early.current = early.current!.slice(0, -1);
      if (e.key.length === 1 || e.key === 'Enter' || e.key === 'Backspace') e.preventDefault();
    };
    addEventListener('keydown', press);
    addEventListener('keydown', onKeyDown, true);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('keydown', onKeyDown, true);
    };
  }, [!at]);
  return (
    <>
      {at && open !== ':' && (
        <button type="button" class="skip" data-do="line" onClick={() => show(':')}>
          {t('line.open')}
        </button>
      )}
      {at && open === ':' && <CommandLine {...at} early={early} onClose={close} />}
      {open === '?' && <KeysSheet keys={keys ?? []} table={!!at} onClose={() => setOpen(null)} />}
    </>
  );
}
