// The settings of a table with people: the time to think, the effect of a lost connection, who may watch, and the kind
// of chat.

import { useEffect } from 'preact/hooks';
import { Choice, Row } from '../ui/form';
import { askHost, hostInfo } from '../net/hostInfo';
import type { T } from '../i18n/words';
import type { NewSettings, NewTable, People } from '../net/protocol';
import { durationOf } from './duration';

const GRACE_S: readonly (readonly [string, number])[] = [
  ['never', 0],
  ['half', 30],
  ['minute', 60],
  ['five', 300],
];
const DELAY_S: readonly (readonly [string, number])[] = [
  ['none', 0],
  ['half', 30],
  ['two', 120],
];

/** Returns the choices and the present value. If the table was not opened with this form, the present value may differ
 * from all choices. */
const withOwn = (list: readonly (readonly [string, number])[], s: number): readonly (readonly [string, number])[] =>
  list.some(([, one]) => one === s) ? list : [...list, ['own', s]];

/** Returns the settings that a form describes, with the default for each setting that was not chosen. */
export function settingsOf(table: NewTable) {
  return {
    options: table.options ?? {},
    races: table.races ?? 'normal',
    clock: table.clock ?? 'none',
    grace_s: table.grace_s ?? (table.open === 'public' ? 60 : 0),
    watch: table.watch ?? true,
    watch_delay_s: table.watch_delay_s ?? 0,
    chat: table.chat ?? 'phrases',
    level: table.bots?.[0] ?? 'club',
    one_per_network: table.one_per_network ?? table.open === 'public',
  } satisfies NewSettings;
}

/** Returns the form that describes an existing table. */
export const formOf = ({ game, settings, options, seats }: People): NewTable => ({
  game,
  open: settings.open,
  seats: seats.length,
  options,
  races: settings.races,
  clock: settings.clock,
  grace_s: settings.grace_s ?? 0,
  watch: settings.watch,
  watch_delay_s: settings.watch_delay_s,
  chat: settings.chat,
  bots: [settings.level],
  one_per_network: settings.one_per_network,
});

export function PeopleRows({ table, set, t }: { table: NewTable; set(part: Partial<NewTable>): void; t: T }) {
  const now = settingsOf(table);
  useEffect(askHost, []);
  const [graces, delays] = [withOwn(GRACE_S, now.grace_s), withOwn(DELAY_S, now.watch_delay_s)];
  return (
    <>
      <Row label={t('table.clock')}>
        <Choice
          name="clock"
          label={t('table.clock')}
          value={now.clock}
          onChange={(v) => set({ clock: v as 'none' })}
          choices={(['none', 'relaxed', 'fast'] as const).map((v) => [v, t(`table.clock.${v}`)])}
        />
      </Row>
      <Row label={t('table.grace')} help={t('table.grace.help')}>
        <Choice
          name="grace"
          label={t('table.grace')}
          value={graces.find(([, s]) => s === now.grace_s)![0]}
          onChange={(v) => set({ grace_s: graces.find(([id]) => id === v)![1] })}
          choices={graces.map(([id, n]) => [
            id,
            n ? t('table.grace.after', { time: durationOf(n, t) }) : t('table.grace.never'),
          ])}
        />
      </Row>
      <label class="row switch-row">
        <span class="row-words">
          <span>{t('table.watch')}</span>
        </span>
        <input
          type="checkbox"
          role="switch"
          checked={now.watch}
          onChange={(e) => set({ watch: e.currentTarget.checked })}
        />
      </label>
      {now.watch && (
        <Row label={t('table.delay')}>
          <Choice
            name="delay"
            label={t('table.delay')}
            value={delays.find(([, s]) => s === now.watch_delay_s)![0]}
            onChange={(v) => set({ watch_delay_s: delays.find(([id]) => id === v)![1] })}
            choices={delays.map(([id, n]) => [id, n ? durationOf(n, t) : t('table.delay.none')])}
          />
        </Row>
      )}
      <label class="row switch-row">
        <span class="row-words">
          <span>{t('table.one_per_network')}</span>
          <small class="muted">{t('table.one_per_network.help')}</small>
        </span>
        <input
          type="checkbox"
          role="switch"
          data-set="one_per_network"
          checked={now.one_per_network}
          onChange={(e) => set({ one_per_network: e.currentTarget.checked })}
        />
      </label>
      {/* If the operator of the server allows only phrases, there is no choice. */}
      {hostInfo.value?.chat !== 'phrases' && (
        <Row label={t('table.chat')}>
          <Choice
            name="chat"
            label={t('table.chat')}
            value={now.chat}
            onChange={(v) => set({ chat: v as 'phrases' })}
            choices={(['phrases', 'free'] as const).map((v) => [v, t(`table.chat.${v}`)])}
          />
        </Row>
      )}
    </>
  );
}
