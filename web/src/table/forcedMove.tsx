// Plays a forced action automatically, if the player wants that. The delay is always the same, whatever the hand, and
// begins when a race is over: so it reveals nothing to the others. A touch or a key stops it for this decision.

import { useLayoutEffect, useState } from 'preact/hooks';
import './forcedMove.css';
import { withSideWords } from '../ui/withWords';
import type { T } from '../i18n/words';
import { momentOf, type Frame } from '../net/protocol';
import type { Match } from '../match/match';
import type { GameUi } from '../ui/gameUi';

export const FORCED_MS = 1500;

/** Returns the only possible action of this seat, if it may be automatic. A solitaire has its own rules for that. */
export function forcedOf(frame: Frame, ui: Pick<GameUi, 'forced'>): string | null {
  const { viewer, must, legal, phase, held, seats, named, rest } = frame;
  if (
    viewer === null ||
    // The seat has offered to end the deal: a played card would take back the offer.
    rest?.accepted ||
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
  // The listener is there before the announcement is shown, so the action can be stopped at once.
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
  // The live region exists before its words: some screen readers do not read words that arrive together with it.
  return (
    <div role="status">
      {runs && <p class="forced">{t('forced.now', { choice: ui.choice?.(frame.legal[0]!, frame, t) ?? action })}</p>}
    </div>
  );
});
