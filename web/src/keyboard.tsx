// The two keys that work everywhere at a table: `?` lists the keys, `:` opens a line to type on.

import { useEffect, useRef, useState } from 'preact/hooks';
import { later } from './later';
import type { Frame } from './protocol';
import type { Match } from './store';
import { useRoom } from './ui/context';

const KeysSheet = later(async () => (await import('./keysSheet')).default);
const CommandLine = later(async () => (await import('./commandLine')).default);

export function Keyboard({ match, frame }: { match: Pick<Match, 'act' | 'ask'>; frame: Frame }) {
  const { t } = useRoom();
  const [open, setOpen] = useState<'?' | ':' | null>(null);
  const back = useRef<HTMLElement | null>(null);
  const show = (what: '?' | ':') => { back.current = document.activeElement as HTMLElement | null; setOpen(what); };
  const close = () => { setOpen(null); back.current?.focus?.(); };
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.key !== '?' && e.key !== ':' || e.altKey || e.ctrlKey || e.metaKey || (e.target as Element).closest('input, select, textarea, dialog')) return;
      e.preventDefault();
      show(e.key);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      {open !== ':' && <button type="button" class="skip" onClick={() => show(':')}>{t('line.open')}</button>}
      {open === ':' && <CommandLine match={match} frame={frame} onClose={close} />}
      {open === '?' && <KeysSheet onClose={() => setOpen(null)} />}
    </>
  );
}
