// What the keyboard can do here: `?` shows it. The buttons of the moment name their own keys.

import { useState } from 'preact/hooks';
import { useRoom } from './ui/context';
import { keySign } from './ui/Button';
import { Sheet } from './ui/Sheet';
import './keysSheet.css';

const GENERAL: readonly (readonly [string, string])[] = [
  ['← →', 'keys.along'], ['↑ ↓', 'keys.across'], ['⏎ ␣', 'keys.press'], ['Esc', 'keys.escape'], ['Tab', 'keys.tab'], [':', 'keys.line'], ['?', 'keys.help'],
];

export default function KeysSheet({ onClose }: { onClose(): void }) {
  const { t } = useRoom();
  const [now] = useState(buttons);
  return (
    <Sheet title={t('keys.title')} onClose={onClose} modal>
      <h3>{t('keys.always')}</h3>
      <Keys rows={GENERAL.map(([key, words]) => [key, t(words)])} />
      {t.has('keys.typed') && <p class="keys-typed">{t('keys.typed')}</p>}
      {now.length > 0 && <><h3>{t('keys.now')}</h3><Keys rows={now} /></>}
    </Sheet>
  );
}

const buttons = (): [string, string][] => [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].map((el) => [
  el.getAttribute('aria-keyshortcuts')!.split(' ').map(keySign).join(' '),
  el.getAttribute('aria-label') ?? el.querySelector('.button-words')?.textContent ?? el.textContent ?? '',
]);

function Keys({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return <dl class="keys">{rows.map(([key, words], i) => <div key={i}><dt><kbd>{key}</kbd></dt><dd>{words}</dd></div>)}</dl>;
}
