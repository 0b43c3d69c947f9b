// Plays a forced action automatically if the player wants that. The delay does not depend on the hand, and begins when
// the race window is closed. So the delay reveals nothing to the others. A touch or a key cancels the automatic action
// for this decision.

import { useLayoutEffect, useState } from 'preact/hooks';
import './forcedMove.css';
import { withSideWords } from '../ui/withWords';
import type { T } from '../i18n/words';
import { momentOf, type Frame } from '../net/protocol';
import type { Match } from '../match/match';
import type { GameUi } from '../ui/gameUi';

export const FORCED_MS = 1500;

/** Returns the only legal action of the viewer's seat, if it may be done automatically. A solitaire has its own rules
 * for automatic actions. */
export function forcedOf(frame: Frame, ui: Pick<GameUi, 'forced'>): string | null {
  const { viewer, must, legal, phase, held, seats, named, rest, since } = frame;
  if (
    viewer === null ||
    // The seat has agreed to end the deal early, and a played card would withdraw this.
    rest?.accepted ||
    // An action that was undone is not done again.
    since.some(({ kind }) => kind === 'undo') ||
    named ||
    phase !== 'deal' ||
    held !== null ||
    seats.length < 2 ||
    !must.includes(viewer) ||
    legal.length !== 1
  )
    return null;
  return ui.forced?.(frame) === false ? null : legal[0]!.action;
}

interface Props {
  match: Pick<Match, 'act' | 'acted' | 'clock'>;
  frame: Frame;
  ui: GameUi;
  t: T;
}

export const Forced = withSideWords(({ match, frame, ui, t }: Props) => {
  const action = forcedOf(frame, ui);
  const moment = momentOf(frame);
  const [stopped, stop] = useState<string | null>(null);
  const runs = action !== null && stopped !== moment && match.acted.value !== moment && !match.clock.value?.is.paused;
  // A layout effect adds the listeners before the announcement is visible. So the action can be cancelled from the
  // beginning.
  useLayoutEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => void match.act(action, frame.at), FORCED_MS + (frame.window?.left_ms ?? 0));
    const touched = () => stop(moment);
    addEventListener('pointerdown', touched, true);
    addEventListener('keydown', touched, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', touched, true);
      removeEventListener('keydown', touched, true);
    };
  }, [runs, moment]);
  // The live region is always on the page. If words and their region appear together, some screen readers do not read
  // the words.
  return (
    <div role="status">
      {runs && <p class="forced">{t('forced.now', { choice: ui.choice?.(frame.legal[0]!, frame, t) ?? action })}</p>}
    </div>
  );
});
