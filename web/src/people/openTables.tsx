// The public tables that wait for a player, on the start page, and the link to the whole list.

import { useEffect, useState } from 'preact/hooks';
import * as peopleApi from '../net/peopleApi';
import type { T } from '../i18n/words';
import type { GameInfo, LobbyTable, Me } from '../net/protocol';
import { usePage } from '../ui/context';
import { Begin } from './openOrQuick';
import { address } from '../ui/address';

const SHOWN = 4;

export function Going({
  games,
  me,
  wordsOf,
  titleOf,
}: {
  games: readonly GameInfo[];
  me: Me | null;
  wordsOf(game: string): T;
  titleOf(game: string): string;
}) {
  const { t } = usePage();
  const [tables, setTables] = useState<LobbyTable[] | null>(null);
  useEffect(() => {
    peopleApi.lobby(null).then(setTables, () => setTables(null));
  }, []);
  return (
    <section class="tables going" aria-labelledby="going">
      <div class="tables-head">
        <h2 id="going">{t('lobby.title')}</h2>
        {tables && tables.length > 0 && (
          <a class="button" href={address('/lobby')} data-do="lobby">
            {t('lobby.open')}
          </a>
        )}
      </div>
      {tables && tables.length > 0 ? (
        <ul class="table-lines" translate={false}>
          {tables.slice(0, SHOWN).map((table) => (
            <li key={table.id}>
              <a href={address(`/lobby/${table.game}`)}>
                <strong>{titleOf(table.game)}</strong>
                <span class="muted">
                  {table.seats
                    .filter((seat) => !seat.free && !seat.bot)
                    .map((seat) => t.person(seat.name))
                    .join(', ')}
                </span>
                <span class={table.stage === 'gathering' ? 'turn-mark' : 'muted'}>
                  {table.stage === 'gathering'
                    ? t('lobby.free', { n: table.seats.filter((seat) => seat.free).length })
                    : t('lobby.playing')}
                </span>
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p class="empty">{t('lobby.none')}</p>
      )}
      <Begin games={games.filter((one) => one.seats.max > 1)} game={null} quiet {...{ me, wordsOf, titleOf }} />
    </section>
  );
}
