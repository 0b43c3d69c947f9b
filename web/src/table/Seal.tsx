// The data with which anybody can check the shuffle. This code is loaded when the reader unfolds the fingerprint.

import { FairnessLine } from '../fair/fairnessLine';
import type { T } from '../i18n/words';
import { withSideWords } from '../ui/withWords';
import type { Frame } from '../net/protocol';
import type { Match } from '../match/match';
import { toast } from '../ui/toast';
import './Seal.css';

export const Seal = withSideWords(function Seal({ match, frame, t }: { match: Match; frame: Frame; t: T }) {
  const hash = frame.commitment;
  // Without https there is no clipboard API. The reader can select the text instead.
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
      <p>{t(frame.phase === 'over' ? 'seal.open' : 'seal.later')}</p>
      <code tabIndex={0}>{hash}</code>{' '}
      <button type="button" class="link" data-do="seal-copy" onClick={() => void copy()}>
        {t('seal.copy')}
      </button>
      {frame.seats.length > 1 && (
        <FairnessLine
          from="tables"
          id={frame.table}
          seats={frame.seats}
          shuffle={match.shuffle.value?.is ?? null}
          you={frame.viewer}
        />
      )}
    </>
  );
});
