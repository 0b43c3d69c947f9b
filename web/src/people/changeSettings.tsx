// The form with which the host changes the settings of a table before its match begins.

import { useEffect, useState } from 'preact/hooks';
import type { T } from '../i18n/words';
import { TableForm } from './gameOptions';
import type { GameInfo, NewTable, People } from '../net/protocol';
import type { Match } from '../match/match';
import { formOf, PeopleRows, settingsOf } from './peopleSettings';

export default function ChangeSettings({
  match,
  room,
  info,
  t,
  onClose,
}: {
  match: Match;
  room: People;
  info: GameInfo;
  t: T;
  onClose(): void;
}) {
  const before = formOf(room);
  const [table, change] = useState<NewTable>(before);
  // The countdown to a rematch is paused while the host has the form open.
  useEffect(() => {
    if (!room.settings.begins_when_full) return;
    void match.order({ t: 'pause', on: true });
    return () => void match.order({ t: 'pause', on: false });
  }, [match]);
  const save = async () => {
    if ((await match.order({ t: 'settings', settings: settingsOf(table) })) === null) onClose();
  };
  return (
    <TableForm
      title={t('waiting.change_title', { game: t('title') })}
      info={info}
      t={t}
      table={table}
      onChange={change}
      usual={{ game: before.game, open: before.open, seats: before.seats }}
      people={(table, set) => <PeopleRows table={table} set={set} t={t} />}
      opened
      does="save-settings"
      words={t('waiting.change_save')}
      onDone={save}
      onClose={onClose}
    />
  );
}
