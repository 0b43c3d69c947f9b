// The public tables of one game or of all. The reader can take a seat at a table where others wait, or can watch. Only
// the rows inside the window are drawn.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import * as api from '../net/api';
import { errorWords } from '../i18n/errorWords';
import * as peopleApi from '../net/peopleApi';
import { wordsOfGames } from '../i18n/load';
import { translator, type T, type Words } from '../i18n/words';
import type { GameInfo, LobbyTable, Me } from '../net/protocol';
import { address } from '../ui/address';
import { go } from '../ui/route';
import { SettingsButton } from '../ui/settingsForm';
import { Name } from './tableList';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { toast, ToastPlace } from '../ui/toast';
import { Begin, Which } from './openOrQuick';
import { ownName } from './playerName';
import { rowsIn } from './visibleRows';
import { isOpen } from './statusStrip';
import { Face } from './waitingRoom';
import { Sign } from '../ui/Sign';
import './people.css';

const AGAIN_MS = 4000;

export function LobbyPage({ game, shell }: { game: string | null; shell: Words[] }) {
  const { t } = usePage();
  const [games, setGames] = useState<GameInfo[]>([]);
  const [words, setWords] = useState<Record<string, Words[]>>({});
  const [tables, setTables] = useState<LobbyTable[] | 'lost' | null>(null);
  const [me, setMe] = useState<Me | null>(null);
  const wordsOf = (id: string): T => translator(t.language, ...(words[id] ?? []), ...shell);
  const titleOf = (id: string): string => {
    const own = wordsOf(id);
    return own.has('sentence') ? own('title') : id;
  };

  useEffect(() => {
    let here = true;
    const load = () => {
      if (!document.hidden)
        peopleApi.lobby(game).then(
          (found) => {
            if (here) setTables(found);
          },
          () => {
            if (here) setTables((was) => (Array.isArray(was) ? was : 'lost'));
          },
        );
    };
    load();
    const timer = setInterval(load, AGAIN_MS);
    return () => {
      here = false;
      clearInterval(timer);
    };
  }, [game]);
  useEffect(() => {
    api.games().then(
      (all) => setGames(all.filter((one) => one.seats.max > 1)),
      () => {
        /* the list of tables itself says that the server is unavailable */
      },
    );
    api.me().then(setMe, () => {
      /* without this answer the lobby only lacks the reader's name */
    });
  }, []);
  useEffect(
    () =>
      wordsOfGames(
        games.map(({ id }) => id),
        t.language,
        setWords,
      ),
    [games, t.language],
  );
  useEffect(() => {
    document.title = t('lobby.title');
  }, [t]);

  return (
    <div class="lobby felt">
      <header class="waiting-head">
        <a class="icon-button" href={address('/')} aria-label={t('back')}>
          <Sign d="M10 3L5 8l5 5" />
        </a>
        <div>
          <h1>{t('lobby.title')}</h1>
        </div>
        <SettingsButton />
      </header>
      <main>
        <nav class="lobby-games" aria-label={t('lobby.games')}>
          {[null, ...games.map(({ id }) => id)].map((id) => (
            <a
              key={id ?? ''}
              class="chip"
              href={address(id ? `/lobby/${id}` : '/lobby')}
              aria-current={id === game ? 'page' : undefined}
            >
              {id ? titleOf(id) : t('lobby.all')}
            </a>
          ))}
        </nav>
        <div class="lobby-tools">
          {me && <Name me={me} onMe={setMe} />}
          <Begin {...{ games, game, me, wordsOf, titleOf }} />
        </div>
        <p class="on-felt-muted lobby-quick">{t('lobby.quick_help')}</p>
        {tables === 'lost' ? (
          <p class="empty" role="alert">
            {t('start.offline')}
          </p>
        ) : tables === null ? (
          <p class="empty" role="status">
            {t('loading')}
          </p>
        ) : tables.length === 0 ? (
          <p class="empty">{t('lobby.none')}</p>
        ) : (
          <Tables
            tables={tables}
            titleOf={titleOf}
            named={game === null}
            known={me !== null && ownName(me.name) !== ''}
          />
        )}
      </main>
      <ToastPlace />
    </div>
  );
}

function Tables({
  tables,
  titleOf,
  named,
  known,
}: {
  tables: readonly LobbyTable[];
  titleOf(game: string): string;
  named: boolean;
  known: boolean;
}) {
  const { t } = usePage();
  const el = useRef<HTMLUListElement>(null);
  const [view, setView] = useState({ top: 0, height: 800, row: 64 });
  useLayoutEffect(() => {
    const look = () => {
      const row = Number.parseFloat(getComputedStyle(el.current!).getPropertyValue('--row')) || 64;
      setView((was) => {
        const now = { top: Math.round(-el.current!.getBoundingClientRect().top), height: innerHeight, row };
        // The list is drawn again only if the visible rows have changed.
        return Math.floor(was.top / was.row) === Math.floor(now.top / row) &&
          was.height === now.height &&
          was.row === row
          ? was
          : now;
      });
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, []);
  const { first, end, above, below } = rowsIn(tables.length, view.row, view.top, view.height);
  return (
    <>
      <p class="visually-hidden" role="status" translate={false}>
        {t('lobby.count', { n: tables.length })}
      </p>
      <ul
        class="lobby-tables"
        translate={false}
        ref={el}
        style={{ paddingTop: `${above}px`, paddingBottom: `${below}px` }}
        aria-label={t('lobby.title')}
      >
        {tables.slice(first, end).map((table, i) => (
          <Table
            key={table.id}
            table={table}
            place={first + i + 1}
            of={tables.length}
            title={named ? titleOf(table.game) : null}
            known={known}
          />
        ))}
      </ul>
    </>
  );
}

function Table({
  table,
  place,
  of,
  title,
  known,
}: {
  table: LobbyTable;
  place: number;
  of: number;
  title: string | null;
  known: boolean;
}) {
  const [asking, ask] = useState(false);
  const { t } = usePage();
  const free = table.seats.filter((seat) => seat.free).length;
  const names = table.seats.filter((seat) => !seat.free && !seat.bot).map((seat) => t.person(seat.name));
  const join = async (name?: string) => {
    try {
      go(`/t/${(await peopleApi.sit(table.id, name)).id}`);
    } catch (e) {
      toast(errorWords(e, t));
    }
  };
  const can = table.stage === 'gathering' ? free > 0 : table.seats.some(isOpen);
  return (
    <li class="lobby-row" aria-setsize={of} aria-posinset={place} data-table={table.id}>
      <span class="lobby-faces">
        {table.seats.map((info, i) => (
          <Face key={i} info={info} />
        ))}
      </span>
      <p>
        <strong>{title ?? names.join(', ')}</strong>
        <small class="on-felt-muted">
          {title && `${names.join(', ')} · `}
          {table.stage === 'gathering' ? t('lobby.free', { n: free }) : t('lobby.playing')} ·{' '}
          {t(`table.clock.${table.clock}`)}
        </small>
      </p>
      <span class="lobby-buttons">
        {table.watch && table.stage === 'playing' && (
          <a class="button quiet" href={address(`/t/${encodeURIComponent(table.id)}`)}>
            {t('lobby.watch')}
          </a>
        )}
        {can && (
          <Button
            does="join"
            label={t('lobby.join_of', { who: names[0] ?? '' })}
            onPress={() => {
              if (known) void join();
              else ask(true);
            }}
          >
            {t('lobby.join')}
          </Button>
        )}
      </span>
      {asking && (
        <Which
          title={t('lobby.join_of', { who: names[0] ?? '' })}
          does="join-now"
          action={t('lobby.join')}
          game={table.game}
          named
          onClose={() => ask(false)}
          onChosen={(_, name) => void join(name)}
        />
      )}
    </li>
  );
}
