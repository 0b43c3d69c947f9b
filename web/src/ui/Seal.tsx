// What anybody can check the shuffle with after the match: short until all of it is wanted.

import type { T } from '../i18n/words';
import { withSideWords } from '../i18n/side';
import { toast } from './toast';
import './Seal.css';

export const Seal = withSideWords(function Seal({ hash, words, t }: { hash: string; words: string; t: T }) {
  // Without https there is no clipboard: what stands there can be selected.
  const copy = async () => { try { await navigator.clipboard.writeText(hash); toast(t('seal.copied')); } catch { getSelection()?.selectAllChildren(document.querySelector('.seal code')!); } };
  return (
    <div class="seal muted">
      <p>{words}</p>
      <details data-do="seal"><summary>{t('seal.show')}</summary><code tabIndex={0}>{hash}</code> <button type="button" class="link" data-do="seal-copy" onClick={() => void copy()}>{t('seal.copy')}</button></details>
    </div>
  );
});
