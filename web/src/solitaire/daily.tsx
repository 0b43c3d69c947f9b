// The deal of the day: the same deal for everybody. It can be won.

import { useEffect, useState } from 'preact/hooks';
import * as api from '../net/api';
import { errorWords } from '../i18n/errorWords';
import { dayOf } from '../i18n/dates';
import * as deals from '../net/dealsApi';
import { CardFace } from '../ui/CardFace';
import { later } from '../ui/later';
import { tiles } from '../ui/tiles';
import '../ui/statistics.css';
import { lastTable } from '../match/newTable';
import type { Daily as Day, DailyDeal } from '../net/protocol';
import { address } from '../ui/address';
import { go } from '../ui/route';
import type { T } from '../i18n/words';
import { settings } from '../ui/settings';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { toast } from '../ui/toast';

const Calendar = later(() => import('./calendar'), 'Calendar');

export function Daily({ titleOf }: { titleOf(game: string): string }) {
  const [day, setDay] = useState<Day | null>(null);
  // If the server does not answer, no deal of the day is shown. The page works without it.
  useEffect(() => {
    deals.daily().then(setDay, () => setDay(null));
  }, []);
  if (!day) return null;
  return (
    <>
      {day.deals.map((deal) => (
        <Deal key={deal.game} deal={deal} today={day.date} title={titleOf(deal.game)} />
      ))}
    </>
  );
}

function Deal({ deal, today, title }: { deal: DailyDeal; today: string; title: string }) {
  const { t } = usePage();
  const [open, setOpen] = useState(false);
  const begin = async () => {
    // The deal of the day always has the default options, whatever options were used last.
    const assist = lastTable(deal.game).assist ?? false;
    try {
      go(`/t/${(await api.open({ game: deal.game, deal: deal.deal, assist })).id}`);
    } catch (e) {
      toast(errorWords(e, t));
    }
  };
  const state = deal.table === null ? 'new' : deal.won === null ? 'going_on' : deal.won ? 'won' : 'lost';
  const faces = (deal.opening ? tiles.get(deal.game)?.faces?.(deal.opening) : null) ?? [];
  const streak = settings.value.statistics ? streakWords(deal, t) : '';
  const heading = `daily-${deal.game}`;
  return (
    <section class="daily-deal" data-state={state} aria-labelledby={heading}>
      {faces.length > 0 && (
        <div class="daily-cards" aria-hidden="true" translate={false}>
          {faces.map((face, i) => (
            <CardFace key={i} face={face} width={56} />
          ))}
        </div>
      )}
      <div class="daily-words">
        <h2 id={heading}>{t('daily.title')}</h2>
        <p>
          <strong>{title}</strong> <span class="muted">{dayOf(t.language, `${today}T00:00:00Z`, true)}</span>
        </p>
        <p class="muted">
          {t(`daily.${state}`)} {streak}
        </p>
      </div>
      {deal.table === null ? (
        <Button does="daily" onPress={() => void begin()}>
          {t('daily.play')}
        </Button>
      ) : (
        <a class="button" href={address(`/t/${encodeURIComponent(deal.table)}`)}>
          {t(state === 'going_on' ? 'daily.continue' : 'daily.look')}
        </a>
      )}
      {settings.value.statistics && deal.days.length > 0 && (
        <details class="daily-days" data-do="calendar" onToggle={(e) => setOpen(e.currentTarget.open)}>
          <summary>{t('daily.calendar')}</summary>
          {open && <Calendar deal={deal} today={today} />}
        </details>
      )}
    </section>
  );
}

/** Returns the words for a streak. A streak of 0 days is left out. */
export const streakWords = ({ streak, best_streak }: Pick<DailyDeal, 'streak' | 'best_streak'>, t: T): string =>
  [
    ...(streak > 0 ? [t('daily.streak', { n: streak })] : []),
    ...(best_streak > 0 ? [t('daily.best', { n: best_streak })] : []),
  ].join(' ');
