// The deals of the day on the start page: a link, and nothing that has to be asked for.

import type { T } from '../i18n/words';
import { address } from '../ui/address';
import { withDaysWords } from '../ui/withWords';
import './days.css';

export const DaysTile = withDaysWords(function DaysTile({ t }: { t: T }) {
  return (
    <section class="days-tile" aria-labelledby="days-tile">
      <div>
        <h2 id="days-tile">{t('day.title')}</h2>
        <p class="muted">{t('day.about')}</p>
      </div>
      <a class="button" data-do="days" href={address('/day')}>
        {t('day.open')}
      </a>
    </section>
  );
});
