// What anybody can check the shuffle with after the match: loaded when all of it is wanted.

import type { T } from '../i18n/words';
import { withSideWords } from '../i18n/side';
import { toast } from './toast';
import './Seal.css';

export const Seal = withSideWords(function Seal({ hash, t }: { hash: string; t: T }) {
  // Without https there is no clipboard: what stands there can be selected.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(hash);
      toast(t('seal.copied'));
    } catch {
      getSelection()?.selectAllChildren(document.querySelector('.seal code')!);
    }
  };
  return (
    <>
      <code tabIndex={0}>{hash}</code>{' '}
      <button type="button" class="link" data-do="seal-copy" onClick={() => void copy()}>
        {t('seal.copy')}
      </button>
    </>
  );
});
