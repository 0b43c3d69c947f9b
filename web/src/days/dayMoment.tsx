// The decision of a deal after which results differed most: what the reader did, and what became of each choice.

import type { T } from '../i18n/words';
import type { Moment as DayMoment } from './dayFigures';

/** The number of choices that are shown. */
const SHOWN = 4;

export function Moment({ moment, t }: { moment: DayMoment; t: T }) {
  const all = moment.choices.reduce((sum, one) => sum + one.people + one.bots, 0);
  const others = moment.choices.slice(0, SHOWN);
  const own = moment.choices.find((one) => one.action === moment.action);
  if (own && !others.includes(own)) others.splice(-1, 1, own);
  return (
    <div class="day-moment" data-do="moment">
      <p class="muted">{t('day.moment')}</p>
      <ul>
        {others.map(({ action, people, bots, points }) => (
          <li key={action} class={action === moment.action ? 'own' : ''}>
            <b translate={false}>{action}</b>{' '}
            {t(action === moment.action ? 'day.choice.you' : 'day.choice', {
              share: Math.round((100 * (people + bots)) / all),
              points: Math.round(points * 10) / 10,
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
