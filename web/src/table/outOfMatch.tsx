// The rank and the choices of a player who is out of the match. The player can start another match, or watch the
// remaining deals, either at the table's pace or without pauses.

import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { withSideWords } from '../ui/withWords';
import type { T } from '../i18n/words';
import type { Frame } from '../net/protocol';
import { Button } from '../ui/Button';
import type { GameUi } from '../ui/gameUi';
import { Sheet } from '../ui/Sheet';
import { onlyBotsPlay, placeOf, skip, type Skipped } from './skipRest';
import './result.css';

interface Props {
  match: Skipped;
  frame: Frame;
  ui: GameUi;
  /** The translator that also has the words of the game. */
  gameT: T;
  /** Opens another match; null at a table with people, whose match goes on. */
  again: (() => Promise<void>) | null;
  analysis: ComponentChild;
  onLook(): void;
  t: T;
}

/** The sheet after a deal, for a player who is out of the match. */
export const OutSheet = withSideWords(function OutSheet(props: Props) {
  const { match, frame, ui, gameT, again, analysis, onLook, t } = props;
  const [busy, setBusy] = useState(false);
  const own = frame.viewer!;
  const isOut = (seat: number) => ui.isOut!(frame, seat);
  const bots = onlyBotsPlay(frame, isOut);
  const rush = async () => {
    setBusy(true);
    await skip(match);
    setBusy(false);
  };
  return (
    <Sheet
      title={t('out.title')}
      onClose={onLook}
      footer={
        <>
          {analysis}
          <Button kind={again ? 'quiet' : 'primary'} does="next" onPress={() => void match.order({ t: 'next' })}>
            {t('out.watch')}
          </Button>
          {bots && (
            <Button does="skip" onPress={() => void rush()}>
              {t('out.skip')}
            </Button>
          )}
          {again && (
            <Button kind="primary" does="again" onPress={() => void (bots ? rush() : Promise.resolve()).then(again)}>
              {t('game.again')}
            </Button>
          )}
        </>
      }
    >
      <div class="result">
        <div class="result-own" data-do="place">
          <p class="result-place">
            {t('result.place', { n: placeOf(frame, own, isOut), of: frame.seats.length })}
            <span class="numbers">{t('result.points', { n: frame.totals[own]! })}</span>
          </p>
          {ui.Deal && <ui.Deal frame={frame} t={gameT} brief />}
        </div>
      </div>
      <p role="status" class="muted">
        {busy && t('out.skipping')}
      </p>
    </Sheet>
  );
});

/** The line above the board with a button that plays the remaining deals without pauses. */
export const OutBar = withSideWords(function OutBar({ match, t }: { match: Skipped; t: T }) {
  return (
    <div class="looking">
      <Button does="skip" onPress={() => void skip(match)}>
        {t('out.skip')}
      </Button>
    </div>
  );
});
