// A duration in a setting: 30 s, 2 min.

import type { T } from '../i18n/words';

/** Returns whole minutes from two minutes on, else seconds. */
export const durationOf = (s: number, t: T): string =>
  s >= 120 && s % 60 === 0 ? t('time.minutes', { n: s / 60 }) : t('settings.seconds', { n: s });
