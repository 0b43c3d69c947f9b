// The list of keys, which `?` opens. The keys of a game are always listed. The key of a button is listed while the
// button is visible.

import { useState } from 'preact/hooks';
import { withSideWords } from '../ui/withWords';
import type { T } from '../i18n/words';
import { keySign } from '../ui/keySign';
import { EVERYWHERE, TABLE } from './keys';
import { Sheet } from '../ui/Sheet';
import './keysSheet.css';

type Rows = readonly (readonly [string, string])[];

export default withSideWords(({ keys, table, onClose, t }: { keys: Rows; table: boolean; onClose(): void; t: T }) => {
  const [now] = useState(() => buttons().filter(([key]) => !keys.some(([known]) => key.split(' ').includes(known))));
  return (
    <Sheet title={t('keys.title')} onClose={onClose} modal>
      <h3>{t('keys.always')}</h3>
      <Keys rows={[...(table ? TABLE : []), ...EVERYWHERE].map(([key, words]) => [key, t(words)])} />
      {t.has('keys.typed') && table && <p class="keys-typed">{t('keys.typed')}</p>}
      {/* The blanks of these words are not filled, because no particular card or number is meant. */}
      {keys.length > 0 && (
        <>
          <h3>{t(table ? 'keys.game' : 'keys.page')}</h3>
          <Keys rows={keys.map(([key, words]) => [keySign(key), t(words).replace(/\{\w+\}/g, '…')])} />
        </>
      )}
      {now.length > 0 && (
        <>
          <h3>{t('keys.now')}</h3>
          <Keys rows={now.map(([key, words]) => [key.split(' ').map(keySign).join(' '), words])} />
        </>
      )}
    </Sheet>
  );
});

const buttons = (): [string, string][] =>
  [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].map((el) => [
    el.getAttribute('aria-keyshortcuts')!,
    el.getAttribute('aria-label') ?? el.querySelector('.button-words')?.textContent ?? el.textContent ?? '',
  ]);

function Keys({ rows }: { rows: Rows }) {
  return (
    <dl class="keys">
      {rows.map(([key, words], i) => (
        <div key={i}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
