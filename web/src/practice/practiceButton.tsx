// *Play on from here*: opens a practice table with the position that the reader looks at. The unseen cards are the same
// as in the match, or they are dealt again.

import { useEffect, useState } from 'preact/hooks';
import * as api from '../net/api';
import { practise } from '../net/recordsApi';
import { errorWords } from '../i18n/errorWords';
import { wantsPeople } from '../i18n/load';
import type { T } from '../i18n/words';
import { lastTable } from '../match/newTable';
import { Button } from '../ui/Button';
import { levelWords } from '../ui/levels';
import { go } from '../ui/route';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toast';
import { withSideWords } from '../ui/withWords';
import '../ui/form.css';

interface Props {
  /** The match: `tables/ID` or `records/ID`. */
  of: string;
  game: string;
  /** The number of seats. */
  seats: number;
  seat: number;
  deal: number;
  /** The number of actions before the position. */
  step: number;
  /** The reader's seat in the match and the names of the others who are there, if they can practise together. */
  together?: { seat: number; names: readonly string[] } | null;
  /** True if there is nothing left to play. */
  ended?: boolean;
  t: T;
}

export const PracticeButton = withSideWords(function PracticeButton(props: Props) {
  const { ended, t } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button does="practise" why={ended ? t('practice.ended') : null} onPress={() => setOpen(true)}>
        {t('practice.button')}
      </Button>
      {open && <Choices {...props} onClose={() => setOpen(false)} />}
    </>
  );
});

const CARDS = [
  ['lay', false],
  ['redeal', true],
] as const;

function Choices({ of, game, seats, seat, deal, step, together, t, onClose }: Props & { onClose(): void }) {
  const [wants, want] = useState(false);
  const others = wants && together ? together : null;
  const [redeal, setRedeal] = useState(false);
  const [levels, setLevels] = useState<readonly string[]>([]);
  const [level, setLevel] = useState(lastTable(game).bots?.[0] ?? 'club');
  const [opening, setOpening] = useState(false);
  useEffect(() => {
    // Without the list of levels, the bots have the level of the reader's last table.
    if (seats > 1)
      api.games().then(
        (games) => setLevels(games.find((one) => one.id === game)?.levels ?? []),
        () => {},
      );
  }, [game, seats]);
  const begin = async () => {
    setOpening(true);
    try {
      const { id } = await practise(of, {
        deal,
        step,
        seat: others?.seat ?? seat,
        redeal,
        together: others !== null,
        ...(seats > 1 ? { level } : {}),
      });
      go(`/t/${id}`);
    } catch (e) {
      // The words for errors are in a list that a table against bots does not load.
      wantsPeople.value = true;
      toast(errorWords(e, t), null, e instanceof api.ApiError ? `error.${e.key}` : undefined);
      setOpening(false);
    }
  };
  return (
    <Sheet
      title={t('practice.button')}
      modal
      onClose={onClose}
      footer={
        <Button
          kind="primary"
          does="practise-now"
          why={opening ? t('practice.opening') : null}
          onPress={() => void begin()}
        >
          {t('practice.begin')}
        </Button>
      }
    >
      <div class="form">
        <fieldset class="row">
          <legend class="row-words">{t('practice.cards')}</legend>
          <div class="choice">
            {CARDS.map(([key, again]) => (
              <label key={key}>
                <input
                  type="radio"
                  name="practice-cards"
                  value={key}
                  checked={redeal === again}
                  onChange={() => setRedeal(again)}
                />
                <span>{t(`practice.cards.${key}`)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {levels.length > 1 && (
          <label class="row">
            <span class="row-words">{t('practice.bots')}</span>
            <select class="select" data-do="level" value={level} onChange={(e) => setLevel(e.currentTarget.value)}>
              {levels.map((one) => (
                <option key={one} value={one}>
                  {levelWords(one, t)}
                </option>
              ))}
            </select>
          </label>
        )}
        {together && (
          <label class="switch-row">
            <span>{t('practice.together', { names: new Intl.ListFormat(t.language).format(together.names) })}</span>
            <input
              type="checkbox"
              role="switch"
              data-do="together"
              checked={wants}
              onChange={(e) => want(e.currentTarget.checked)}
            />
          </label>
        )}
        <p class="muted">{t('practice.counts')}</p>
      </div>
    </Sheet>
  );
}
