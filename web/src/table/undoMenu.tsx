// The menu with the other actions of a game for one: undo, redo, give up. At a practice table of several seats: undo.

import { useLayoutEffect, useState } from 'preact/hooks';
import type { Frame } from '../net/protocol';
import type { Match } from '../match/match';
import { usePage } from '../ui/context';
import { Confirm } from '../ui/Confirm';
import { Sign } from '../ui/Sign';

export function Menu({ match, frame, practice }: { match: Match; frame: Frame; practice: boolean }) {
  const { t } = usePage();
  const [asking, setAsking] = useState(false);
  const alone = frame.seats.length === 1 && frame.viewer !== null;
  const undoes = alone || (practice && frame.viewer !== null);
  // A layout effect adds the listener before the next key. So the menu receives even a key that is pressed immediately.
  useLayoutEffect(() => {
    if (!undoes) return;
    const press = (e: KeyboardEvent) => {
      if (e.altKey || e.metaKey || (e.target as Element).closest('input, select, textarea, dialog')) return;
      const redo = e.key === 'U' || (e.ctrlKey && e.key === 'y');
      const undo = (e.key === 'u' && !e.ctrlKey) || (e.ctrlKey && e.key === 'z');
      if (undo && frame.undo > 0) {
        e.preventDefault();
        match.undo(1);
      }
      if (redo && frame.redo > 0) {
        e.preventDefault();
        match.redo(1);
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [undoes, frame.undo, frame.redo]);
  if (!undoes) return null;
  return (
    <>
      <button
        type="button"
        class="icon-button"
        data-do="undo"
        aria-label={t('game.undo')}
        aria-keyshortcuts="u"
        disabled={frame.undo === 0}
        onClick={() => match.undo(1)}
      >
        <Sign d="M5.5 3L2.5 6l3 3M3 6h6.5a4 4 0 0 1 0 8H6" />
      </button>
      {alone && (
        <button
          type="button"
          class="icon-button"
          aria-label={t('game.redo')}
          aria-keyshortcuts="U"
          disabled={frame.redo === 0}
          onClick={() => match.redo(1)}
        >
          <Sign d="M10.5 3l3 3-3 3M13 6H6.5a4 4 0 0 0 0 8H10" />
        </button>
      )}
      {alone && frame.phase === 'deal' && (
        <button
          type="button"
          class="icon-button"
          data-do="give-up"
          aria-label={t('game.give_up')}
          onClick={() => setAsking(true)}
        >
          <Sign d="M3.5 14V2.5h8l-1.5 3 1.5 3h-8" />
        </button>
      )}
      {asking && (
        <Confirm
          title={t('game.give_up')}
          act={t('game.give_up')}
          does="give-up-now"
          stay={t('game.give_up_keep')}
          onAct={() => {
            setAsking(false);
            void match.order({ t: 'give_up' });
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('game.give_up_ask')}</p>
        </Confirm>
      )}
    </>
  );
}
