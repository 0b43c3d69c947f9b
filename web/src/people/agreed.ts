// What was agreed about a table, in words: only what is not as usual, but always how long one may think.

import type { T } from '../i18n/words';
import type { Room } from '../protocol';
import { durationOf } from './duration';
import { levelWords } from './levels';

/** `races`: whether the game has claims that are waited for. */
export function agreed(
  { settings, options }: Pick<Room, 'settings' | 'options'>,
  t: T,
  races: boolean,
): [string, string][] {
  const rows: [string, string][] = [
    [t('table.open'), t(`table.open.${settings.open}`)],
    [t('table.clock'), t(`table.clock.${settings.clock}`)],
    ...(races ? [[t('options.races'), t(`races.${settings.races}`)] as [string, string]] : []),
    [
      t('table.grace'),
      settings.grace_s === null
        ? t('table.grace.never')
        : t('table.grace.after', { time: durationOf(settings.grace_s, t) }),
    ],
    [t('table.level'), levelWords(settings.level, t)],
    [
      t('table.watch'),
      settings.watch
        ? settings.watch_delay_s > 0
          ? t('table.watch.later', { time: durationOf(settings.watch_delay_s, t) })
          : t('options.yes')
        : t('options.no'),
    ],
    [t('table.chat'), t(`table.chat.${settings.chat}`)],
  ];
  for (const [key, value] of Object.entries(options)) {
    const name = `option.${key}`;
    if (!t.has(name)) continue;
    rows.push([
      t(name),
      value === true
        ? t('options.yes')
        : value === false
          ? t('options.no')
          : value === null
            ? t.has(`${name}.none`)
              ? t(`${name}.none`)
              : t('options.none')
            : typeof value === 'number'
              ? t.num(value)
              : t.has(`${name}.${String(value)}`)
                ? t(`${name}.${String(value)}`)
                : String(value),
    ]);
  }
  return rows;
}
