// The agreed settings of a table in words. The list has the settings for people first, and then the options of
// the game.

import type { T } from '../i18n/words';
import type { GameInfo, NewTable, People } from '../net/protocol';
import { durationOf } from './duration';
import { levelWords } from '../ui/levels';

export type Terms = Pick<People, 'settings' | 'options'>;

/** Returns the agreed settings as pairs of label and value. `races`: true if the game has claims, so that play pauses
 * for them. */
export function agreed({ settings, options }: Terms, t: T, races: boolean): [string, string][] {
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
    [t('table.one_per_network'), t(settings.one_per_network ? 'options.yes' : 'options.no')],
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

/** Returns the words "House rules: standard", or the number of house rules that differ from the standard. */
export function houseWords(info: Pick<GameInfo, 'options'>, options: Record<string, unknown>, t: T): string {
  const n = info.options.filter(({ key, default: usual }) => (options[key] ?? usual) !== usual).length;
  return t('log.plain', {
    who: t('table.house'),
    action: n ? t('table.house.changed', { n }) : t('table.house.usual'),
  });
}

/** Returns the words for the access to the table and for the time to think, such as "Table: friends, by invite link ·
 * no clock". */
export const tableWords = ({ open, clock }: Pick<NewTable, 'open' | 'clock'>, t: T): string =>
  t('log.plain', {
    who: t('table.rest'),
    action: `${t(`table.open.${open ?? 'friends'}`)} · ${t(`table.clock.${clock ?? 'none'}`)}`,
  });

/** The largest number of changes that are announced one by one. If there are more, the rows are only marked. */
const TOLD = 3;

/** Returns the labels of the settings that differ, and the words for the changes, such as "The host changed the table
 * settings. Clock: 15 s per move". */
export function newTerms(before: Terms, now: Terms, t: T, races: boolean): { labels: Set<string>; words: string } {
  const then = new Map(agreed(before, t, races));
  const rows = agreed(now, t, races).filter(([what, how]) => then.get(what) !== how);
  const summary = rows.length > TOLD ? '' : rows.map(([what, how]) => t('waiting.term', { what, how })).join(' · ');
  return { labels: new Set(rows.map(([what]) => what)), words: `${t('waiting.changed')} ${summary}`.trim() };
}
