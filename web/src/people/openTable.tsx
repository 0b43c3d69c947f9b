// The form for a table with people. It asks for the name and the number of players. All other settings have defaults,
// and are folded.

import { useEffect, useState } from 'preact/hooks';
import * as api from '../net/api';
import { Choice, Row } from '../ui/form';
import type { T } from '../i18n/words';
import { Options } from './gameOptions';
import type { GameInfo, NewTable } from '../net/protocol';
import { NameField } from './nameField';
import { ownName } from './playerName';
import { PeopleRows } from './peopleSettings';

export default function OpenTable({ info, t, onClose }: { info: GameInfo; t: T; onClose(): void }) {
  const [name, setName] = useState('');
  useEffect(() => {
    api.me().then(
      (me) => setName((typed) => typed || ownName(me.name)),
      () => {
        /* without the known name, the reader can type one */
      },
    );
  }, []);
  const head = (
    <Row label={t('start.name')}>
      <NameField value={name} onName={setName} />
    </Row>
  );
  const form = (table: NewTable, set: (part: Partial<NewTable>) => void) => (
    <>
      <Row label={t('table.open')}>
        <Choice
          name="open"
          label={t('table.open')}
          value={table.open ?? 'friends'}
          onChange={(v) => set({ open: v as 'friends' })}
          choices={(['friends', 'public'] as const).map((v) => [v, t(`table.open.${v}`)])}
        />
      </Row>
      <PeopleRows table={table} set={set} t={t} />
    </>
  );
  const first = async () => {
    if (name.trim()) await api.rename(name.trim());
  };
  return <Options info={info} t={t} onClose={onClose} head={head} people={form} first={first} />;
}
