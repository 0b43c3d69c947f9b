// A table for people: who may come, how long one may think, what happens when somebody is away, and the rest of the
// options.

import { useEffect, useState } from 'preact/hooks';
import * as api from '../api';
import { Choice, Row } from '../form';
import type { T } from '../i18n/words';
import { Options } from '../options';
import type { GameInfo, NewTable } from '../protocol';
import { durationOf } from './duration';
import { ownName } from './name';

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

export default function OpenTable({ info, t, onClose }: { info: GameInfo; t: T; onClose(): void }) {
  const [name, setName] = useState('');
  useEffect(() => {
    api.me().then(
      (me) => setName((typed) => typed || ownName(me.name)),
      () => {
        /* it can be typed */
      },
    );
  }, []);
  const form = (table: NewTable, set: (part: Partial<NewTable>) => void) => {
    const open = table.open ?? 'friends';
    const grace = table.grace_s ?? (open === 'public' ? 60 : 0);
    return (
      <>
        <Row label={t('start.name')}>
          <input
            value={name}
            maxLength={24}
            aria-label={t('start.name')}
            autocomplete="nickname"
            onInput={(e) => setName(e.currentTarget.value)}
          />
        </Row>
        <Row label={t('table.open')}>
          <Choice
            name="open"
            label={t('table.open')}
            value={open}
            onChange={(v) => set({ open: v as 'friends' })}
            choices={(['friends', 'public'] as const).map((v) => [v, t(`table.open.${v}`)])}
          />
        </Row>
        <Row label={t('table.clock')}>
          <Choice
            name="clock"
            label={t('table.clock')}
            value={table.clock ?? 'none'}
            onChange={(v) => set({ clock: v as 'none' })}
            choices={(['none', 'relaxed', 'fast'] as const).map((v) => [v, t(`table.clock.${v}`)])}
          />
        </Row>
        <Row label={t('table.grace')} help={t('table.grace.help')}>
          <Choice
            name="grace"
            label={t('table.grace')}
            value={GRACE_S.find(([, s]) => s === grace)?.[0] ?? 'never'}
            onChange={(v) => set({ grace_s: GRACE_S.find(([id]) => id === v)![1] })}
            choices={GRACE_S.map(([id, n]) => [
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
            checked={table.watch ?? true}
            onChange={(e) => set({ watch: e.currentTarget.checked })}
          />
        </label>
        {(table.watch ?? true) && (
          <Row label={t('table.delay')}>
            <Choice
              name="delay"
              label={t('table.delay')}
              value={DELAY_S.find(([, s]) => s === (table.watch_delay_s ?? 0))?.[0] ?? 'none'}
              onChange={(v) => set({ watch_delay_s: DELAY_S.find(([id]) => id === v)![1] })}
              choices={DELAY_S.map(([id, n]) => [id, n ? durationOf(n, t) : t('table.delay.none')])}
            />
          </Row>
        )}
        <Row label={t('table.chat')}>
          <Choice
            name="chat"
            label={t('table.chat')}
            value={table.chat ?? 'phrases'}
            onChange={(v) => set({ chat: v as 'phrases' })}
            choices={(['phrases', 'free'] as const).map((v) => [v, t(`table.chat.${v}`)])}
          />
        </Row>
      </>
    );
  };
  const first = async () => {
    if (name.trim()) await api.rename(name.trim());
  };
  return <Options info={info} t={t} onClose={onClose} people={form} first={first} />;
}
