// What the keyboard can do here: `?` shows it. The buttons of the moment name their own keys.

import { useEffect, useState } from 'preact/hooks';
import { useRoom } from './ui/context';
import { keySign } from './ui/Button';
import { Sheet } from './ui/Sheet';

const GENERAL: readonly (readonly [string, string])[] = [
  ['← →', 'keys.along'], ['↑ ↓', 'keys.across'], ['⏎ ␣', 'keys.press'], ['Esc', 'keys.escape'], ['Tab', 'keys.tab'], [':', 'keys.line'], ['?', 'keys.help'],
];

export function KeysSheet() {
  const { t } = useRoom();
  const [open, setOpen] = useState(false);
  const [now, setNow] = useState<[string, string][]>([]);
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.key !== '?' || e.altKey || e.ctrlKey || e.metaKey || (e.target as Element).closest('input, select, textarea, dialog')) return;
      e.preventDefault();
      setNow([...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].map((el) => [
        el.getAttribute('aria-keyshortcuts')!.split(' ').map(keySign).join(' '),
        el.getAttribute('aria-label') ?? el.querySelector('.button-words')?.textContent ?? el.textContent ?? '',
      ]));
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  if (!open) return null;
  return (
    <Sheet title={t('keys.title')} onClose={() => setOpen(false)} modal>
      <h3>{t('keys.always')}</h3>
      <Keys rows={GENERAL.map(([key, words]) => [key, t(words)])} />
      {t.has('keys.typed') && <p class="keys-typed">{t('keys.typed')}</p>}
      {now.length > 0 && <><h3>{t('keys.now')}</h3><Keys rows={now} /></>}
    </Sheet>
  );
}

function Keys({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return <dl class="keys">{rows.map(([key, words], i) => <div key={i}><dt><kbd>{key}</kbd></dt><dd>{words}</dd></div>)}</dl>;
}
