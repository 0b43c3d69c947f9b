// The end of a practice deal: the reader's result beside the first one, the way back to the replay, and another try.

import { replayPath } from '../net/api';
import type { T } from '../i18n/words';
import type { Match } from '../match/match';
import type { Frame, Practice } from '../net/protocol';
import { address } from '../ui/address';
import { Button } from '../ui/Button';
import { withSideWords } from '../ui/withWords';
import './practice.css';

interface Props {
  frame: Frame;
  practice: Practice;
  t: T;
}

export const PracticeEnd = withSideWords(function PracticeEnd({ frame, practice, t }: Props) {
  const { viewer } = frame;
  const points = frame.deals[practice.deal]?.points;
  if (viewer === null || !points) return null;
  const rows = [
    ['first', practice.points?.[viewer]],
    ['now', points[viewer]],
  ] as const;
  return (
    <div class="practice-end" data-do="practice-end">
      <dl>
        {rows.map(([key, value]) => (
          <div key={key} data-do={key}>
            <dt>{t(`practice.${key}`)}</dt>
            <dd translate={false}>{value == null ? '–' : t.num(value)}</dd>
          </div>
        ))}
      </dl>
      {practice.redealt && <p class="muted">{t('practice.redealt')}</p>}
    </div>
  );
});

/** Buttons for the foot of the sheet: back to the position in the replay, and another try from the position. */
export const PracticeAgain = withSideWords(function PracticeAgain({
  match,
  frame,
  practice,
  t,
}: Props & { match: Pick<Match, 'undo'> }) {
  const [from, id] = practice.of.split('/') as ['tables' | 'records', string];
  return (
    <>
      <a
        class="button quiet"
        data-do="original"
        href={address(`${replayPath(from, id, practice.deal)}?seat=${frame.viewer ?? 0}&after=${practice.step}`)}
      >
        {t('practice.original')}
      </a>
      {frame.undo > 0 && (
        <Button kind="primary" does="practice-again" onPress={() => match.undo(frame.undo)}>
          {t('practice.again')}
        </Button>
      )}
    </>
  );
});
