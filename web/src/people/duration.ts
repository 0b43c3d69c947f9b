// The words for a duration in a setting, such as "30 s" or "2 min".

import type { T } from '../i18n/words';

/** Returns the duration in minutes if it is two or more whole minutes, otherwise in seconds. */
export const durationOf = (s: number, t: T): string =>
  s >= 120 && s % 60 === 0 ? t('time.minutes', { n: s / 60 }) : t('settings.seconds', { n: s });
