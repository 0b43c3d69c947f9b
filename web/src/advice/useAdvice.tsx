// Gives advice before a decision, and after a deal the cost of each decision. Both are computed from what
// this seat saw. While the reader looks back, the board shows the earlier state of the table.

import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { T } from '../i18n/words';
import { later } from '../ui/later';
import type { Frame } from '../net/protocol';
import type { Beginning } from './lookBack';
import type { Open } from './openAdvice';
import type { Match } from '../match/match';
import { Button } from '../ui/Button';
import type { BoardProps, GameUi } from '../ui/gameUi';
import { useKeys } from '../ui/useKeys';

const AdvicePanel = later(() => import('./advicePanel'), 'AdvicePanel');

export type Look = (from?: Beginning) => void;

export interface Adviser {
  /** The choice that was picked in the list: the board lifts or selects it. */
  hint: string | null;
  /** The button for the head of the table; null where there is no advice now. */
  button: ComponentChild;
  panel: ComponentChild;
  /** The table at the decision that the reader looks at. */
  shown: Frame | null;
  /** Receives the board's actions while a decision is tried again. These actions are not sent to the server. */
  retry: Pick<BoardProps, 'send' | 'ask'> | null;
  /** Looks back at the deal in view, or begins at a given decision of the match. Null if there is no finished deal. */
  analyse: Look | null;
}

export function useAdvice(match: Match, frame: Frame, ui: GameUi, t: T): Adviser {
  const [open, setOpen] = useState<Open | null>(null);
  const yours = frame.viewer !== null && frame.phase === 'deal' && frame.legal.length > 0;
  const finished = frame.viewer !== null && frame.phase !== 'deal';
  const moment = `${frame.deal} ${frame.at} ${frame.phase}`;
  // Advice is closed when its decision is over.
  useEffect(() => setOpen(null), [moment]);

  // The code that requests advice is loaded together with the panel.
  const advise = () => void import('./lookBack').then((part) => part.advise(match, frame, setOpen));
  const look: Look = (from) => void import('./lookBack').then((part) => part.look(match, frame, setOpen, from));

  // A solitaire has the solver's help instead of advice.
  const can = !ui.help && frame.advice && yours;
  useKeys((e) => {
    if (e.key !== 'h' || !can) return false;
    advise();
    return true;
  });
  const button = can && (
    <Button kind="quiet" does="advice" shortcut="h" onPress={advise}>
      {t('advice.button')}
    </Button>
  );
  const close = () => setOpen(null);
  // Escape closes the panel wherever the focus is, except in another sheet. The choice on the board is not changed.
  useKeys((e) => {
    if (e.key !== 'Escape' || !open) return false;
    close();
    return true;
  }, true);
  const nothing = { hint: null, button, panel: null, shown: null, retry: null, analyse: null };
  if (!open) return { ...nothing, analyse: finished ? look : null };

  const panel = <AdvicePanel open={open} frame={frame} ui={ui} turn={setOpen} onClose={close} />;
  if (open.kind === 'advice') return { ...nothing, panel, hint: open.picked ?? null };
  const again = open.again?.chose === null ? open.again : null;
  const retry: Adviser['retry'] = again && {
    // Only a choice of the reader counts as a try, not an automatic action of the board.
    send: async (action, itself) => {
      if (itself === undefined) setOpen({ ...open, again: { ...again, chose: action } });
      return null;
    },
    ask: async () => {
      setOpen({ ...open, again: { ...again, barred: true } });
      return null;
    },
  };
  return { ...nothing, panel, retry, shown: again?.frame ?? open.shown[open.place] ?? null };
}
