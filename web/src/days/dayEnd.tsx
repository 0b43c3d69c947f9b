// The end of a deal of the day: the points beside par, the decision that mattered most, and the next deal.

import { useEffect, useState } from 'preact/hooks';
import { isOnDevice } from '../net/backend';
import { dayField, openDay } from '../net/daysApi';
import { errorWords } from '../i18n/errorWords';
import { wantsPeople } from '../i18n/load';
import type { T } from '../i18n/words';
import type { DayDeal, DayField, Frame } from '../net/protocol';
import { address } from '../ui/address';
import { Button } from '../ui/Button';
import { go } from '../ui/route';
import { tiles } from '../ui/tiles';
import { toast } from '../ui/toast';
import { withDaysWords } from '../ui/withWords';
import { DEALS, gainOf, isoOf, momentOf, parOf } from './dayFigures';
import { Moment } from './dayMoment';
import './days.css';

interface Props {
  frame: Frame;
  day: DayDeal;
  t: T;
}

export const DayEnd = withDaysWords(function DayEnd({ frame, day, t }: Props) {
  const [field, setField] = useState<DayField | null>(null);
  useEffect(() => {
    // Without the field, the points stand alone.
    if (!isOnDevice(frame.table)) dayField(isoOf(day.date), frame.game).then(setField, () => setField(null));
  }, [frame.table]);
  const points = frame.viewer === null ? null : (frame.deals.at(-1)?.points[frame.viewer] ?? null);
  if (points === null) return null;
  const par = field && parOf(field.runs, day.deal);
  const own = field?.tries.find((one) => one.deal === day.deal);
  const few = tiles.get(frame.game)?.few ?? false;
  const moment = field && own && day.first ? momentOf(own.moves, field.runs, day.deal, few) : null;
  return (
    <div class="day-end" data-do="day-end">
      <p>
        <b>{t('day.deal', { n: day.deal + 1 })}</b> {t('day.points', { n: points })}
        {par !== null && (
          <>
            {' · '}
            {t('day.par', { par: Math.round(par * 10) / 10 })}
            {' · '}
            <b data-do="gain">{t('day.gain', { gain: t.signed(gainOf(points, par, few)) })}</b>
          </>
        )}
      </p>
      {field && par === null && <p class="muted">{t('day.par.wait')}</p>}
      {!day.first && <p class="muted">{t('day.practice')}</p>}
      {moment && <Moment moment={moment} table={frame.table} seat={day.deal} t={t} />}
    </div>
  );
});

/** The buttons for the foot of the sheet. */
export const DayNext = withDaysWords(function DayNext({ frame, day, t }: Props) {
  const [opening, setOpening] = useState(false);
  const date = isoOf(day.date);
  const next = async () => {
    setOpening(true);
    try {
      go(`/t/${(await openDay(date, frame.game, day.deal + 1)).id}`);
    } catch (e) {
      // The words for errors are in a list that a table against bots does not load.
      wantsPeople.value = true;
      toast(errorWords(e, t));
      setOpening(false);
    }
  };
  const last = day.deal + 1 >= DEALS;
  return (
    <>
      <a class={`button ${last ? 'primary' : 'quiet'}`} data-do="day-see" href={address(`/day/${date}/${frame.game}`)}>
        {t('day.see')}
      </a>
      {!last && (
        <Button kind="primary" does="day-next" why={opening ? t('loading') : null} onPress={() => void next()}>
          {t('day.next')}
        </Button>
      )}
    </>
  );
});
