// The calendar of the deal of the day: a month as a table, the result of each day, and the badges for the longest
// streak.

import { useState } from 'preact/hooks';
import './calendar.css';
import { dayOf, localeOf } from '../i18n/dates';
import type { T } from '../i18n/words';
import type { DailyDeal, DailyResult } from '../net/protocol';
import { usePage } from '../ui/context';

/** The lengths of a streak in days that earn a badge. */
export const BADGES = [3, 7, 14, 30, 100] as const;

export type DayState = 'won' | 'helped' | 'lost' | 'open' | 'none';
export interface Day {
  date: string;
  number: number;
  state: DayState;
  today: boolean;
}

const iso = (date: Date): string => date.toISOString().slice(0, 10);

/** Returns a month as weeks of seven days, in which null stands for a day of another month. `back`: the number of
 * months before the month of `today`. `first`: the weekday on which a week begins, 0 for Sunday. */
export function month(today: string, back: number, results: readonly DailyResult[], first: number): (Day | null)[][] {
  const [year, of] = today.split('-').map(Number) as [number, number];
  const begin = new Date(Date.UTC(year, of - 1 - back, 1));
  const length = new Date(Date.UTC(year, of - back, 0)).getUTCDate();
  const known = new Map(results.map((one) => [one.date, one]));
  const empty = (begin.getUTCDay() - first + 7) % 7;
  const cells: (Day | null)[] = Array.from({ length: empty }, () => null);
  for (let number = 1; number <= length; number++) {
    const date = iso(new Date(Date.UTC(year, of - 1 - back, number)));
    const one = known.get(date);
    const state = one ? (!one.won ? 'lost' : one.assisted ? 'helped' : 'won') : date === today ? 'open' : 'none';
    cells.push({ date, number, state, today: date === today });
  }
  while (cells.length % 7) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** Returns the weekday on which weeks begin in the reader's locale. */
export function firstWeekday(locale: string): number {
  type Weeks = { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } };
  const weeks = new Intl.Locale(locale) as Weeks;
  return ((weeks.getWeekInfo?.() ?? weeks.weekInfo)?.firstDay ?? 1) % 7;
}

export function Calendar({ deal, today }: { deal: DailyDeal; today: string }) {
  const { t } = usePage();
  const [back, setBack] = useState(0);
  const locale = localeOf(t.language);
  const first = firstWeekday(locale);
  const weeks = month(today, back, deal.days, first);
  const of = weeks[1]![0]!.date;
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(of),
  );
  const dayWords = (day: Day) =>
    t('log.plain', { who: dayOf(t.language, day.date, true), action: t(`daily.day.${day.state}`) });
  const weekday = (i: number, style: 'narrow' | 'long') =>
    new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(
      new Date(Date.UTC(2023, 0, 1 + ((first + i) % 7))),
    );
  return (
    <div class="calendar">
      <div class="calendar-head">
        <Turn
          does="month-back"
          words={t('daily.month_back')}
          path="M10 3L5 8l5 5"
          off={back === 1}
          onPress={() => setBack(1)}
        />
        <h3 aria-live="polite">{name}</h3>
        <Turn
          does="month-on"
          words={t('daily.month_on')}
          path="M6 3l5 5-5 5"
          off={back === 0}
          onPress={() => setBack(0)}
        />
      </div>
      <table aria-label={name}>
        <thead>
          <tr>
            {weeks[0]!.map((_, i) => (
              <th key={i} scope="col">
                <abbr title={weekday(i, 'long')}>{weekday(i, 'narrow')}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, i) => (
            <tr key={i}>
              {week.map((day, j) =>
                day ? (
                  <td
                    key={j}
                    data-state={day.state}
                    data-date={day.date}
                    {...(day.today ? { 'aria-current': 'date' } : {})}
                    title={dayWords(day)}
                  >
                    <span aria-hidden="true">{t.num(day.number)}</span>
                    <span class="visually-hidden">{dayWords(day)}</span>
                  </td>
                ) : (
                  <td key={j} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="calendar-key on-felt-muted">
        {(['won', 'helped', 'lost'] as const).map((state) => (
          <span key={state}>
            <i data-state={state} aria-hidden="true" /> {t(`daily.day.${state}`)}
          </span>
        ))}
      </p>
      <Badges best={deal.best_streak} t={t} />
    </div>
  );
}

function Badges({ best, t }: { best: number; t: T }) {
  return (
    <ul class="badges" aria-label={t('daily.badges')}>
      {BADGES.map((days) => (
        <li key={days} class={best >= days ? 'earned' : ''}>
          <svg viewBox="0 0 40 44" aria-hidden="true">
            <path class="ribbon" d="M12 24L8 42l12-6 12 6-4-18z" />
            <circle cx="20" cy="17" r="15" />
            <text x="20" y="22" text-anchor="middle">
              {t.num(days)}
            </text>
          </svg>
          <small>
            <span aria-hidden="true">{t('daily.badge', { n: days })}</span>
            <span class="visually-hidden">
              {t('log.plain', {
                who: t('daily.badge', { n: days }),
                action: t(best >= days ? 'daily.badge.earned' : 'daily.badge.open'),
              })}
            </span>
          </small>
        </li>
      ))}
    </ul>
  );
}

const Turn = ({
  does,
  words,
  path,
  off,
  onPress,
}: {
  does: string;
  words: string;
  path: string;
  off: boolean;
  onPress(): void;
}) => (
  <button
    type="button"
    class="icon-button"
    data-do={does}
    aria-label={words}
    title={words}
    disabled={off}
    onClick={onPress}
  >
    <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  </button>
);
