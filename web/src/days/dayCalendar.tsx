// The calendar of the deals of the day: a badge for each day, which leads to its deals.

import { useState } from 'preact/hooks';
import { dayOf, localeOf } from '../i18n/dates';
import type { T } from '../i18n/words';
import type { Days } from '../net/protocol';
import { type DayState, firstWeekday, month } from '../solitaire/calendar';
import { address } from '../ui/address';
import { Button } from '../ui/Button';
import { tiles } from '../ui/tiles';
import { badges, resultsOf } from './dayFigures';

/** The number of days before today that are open. */
const OPEN = 61;

const WORDS: Partial<Record<DayState, string>> = { won: 'day.state.par', lost: 'day.state.done' };

export function DayCalendar({ days, t }: { days: Days; t: T }) {
  const [back, setBack] = useState(0);
  const locale = localeOf(t.language);
  const found = badges(resultsOf(days.tries), (game) => tiles.get(game)?.few ?? false);
  const results = [...found].map(([date, badge]) => ({ date, won: badge === 'par', assisted: false }));
  const weeks = month(days.today, back, results, firstWeekday(locale));
  const of = new Date(weeks[1]![0]!.date);
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(of);
  const first = Date.parse(days.today) - OPEN * 86_400_000;
  const isOpen = (date: string) => date <= days.today && Date.parse(date) >= first;
  return (
    <section class="calendar" aria-label={t('day.calendar')}>
      <div class="calendar-head">
        <Button does="day-month-back" why={back === 2 ? t('day.no_more') : null} onPress={() => setBack(back + 1)}>
          {t('daily.month_back')}
        </Button>
        <h3 aria-live="polite">{name}</h3>
        <Button does="day-month-on" why={back === 0 ? t('day.no_more') : null} onPress={() => setBack(back - 1)}>
          {t('daily.month_on')}
        </Button>
      </div>
      <table aria-label={name}>
        <tbody>
          {weeks.map((week, i) => (
            <tr key={i}>
              {week.map((one, j) => {
                if (!one) return <td key={j} />;
                const words = t('log.plain', {
                  who: dayOf(t.language, one.date, true),
                  action: t(WORDS[one.state] ?? 'day.state.none'),
                });
                return (
                  <td key={j} data-state={one.state} data-date={one.date} aria-current={one.today ? 'date' : undefined}>
                    {isOpen(one.date) ? (
                      <a href={address(`/day/${one.date}`)} aria-label={words} title={words}>
                        {t.num(one.number)}
                      </a>
                    ) : (
                      <span>{t.num(one.number)}</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="calendar-key on-felt-muted">
        {(['won', 'lost'] as const).map((state) => (
          <span key={state}>
            <i data-state={state} aria-hidden="true" /> {t(WORDS[state]!)}
          </span>
        ))}
      </p>
    </section>
  );
}
