// The start page: games to continue, the deal of the day, a tile for each game, and the public tables.

import { useEffect, useRef, useState } from 'preact/hooks';
import * as api from '../net/api';
import { errorWords } from '../i18n/errorWords';
import { playsAlone, server, WITHOUT_SERVER } from '../net/backend';
import { noCookie } from '../net/noCookie';
import { tiles } from '../ui/tiles';
import '../ui/startPage.css';
import { Logo } from '../cards/Logo';
import { wantsAllOfGame } from '../i18n/load';
import { hasLesson } from '../i18n/loadExtra';
import { wordsOfTiles } from '../i18n/loadTiles';
import { translator, type T, type Words } from '../i18n/words';
import { loadMyTables } from '../people/myTables';
import { firstTable, isAnyKnown, lastTable, play } from '../match/newTable';
import { later } from '../ui/later';
import type { GameInfo, Me, NewTable } from '../net/protocol';
import { online, reloadIfStale } from '../net/installedPage';
import { SettingsButton } from '../ui/settingsForm';
import { TableList, Unfinished } from '../people/tableList';
import { callsIn, changesByItself, unfinished } from '../people/unfinishedTables';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { toast, ToastPlace } from '../ui/toast';
import { address } from '../ui/address';
import { queryHere } from '../ui/wholeAddress';
import { GameTile } from './gameTile';
import { StartHere } from './startHere';

const ImportRecord = later(() => import('./importRecord'), 'ImportRecord');
const Options = later(() => import('../people/gameOptions'), 'Options');
const RulesOf = later(() => import('../ui/RulesSheet'), 'RulesOf');
const OpenTable = later(() => import('../people/openTable'), 'default');
const Daily = later(() => import('../solitaire/daily'), 'Daily');
const DaysTile = later(() => import('../days/daysTile'), 'DaysTile');
const NoCookieNotice = later(() => import('../offline/notHere'), 'NoCookieNotice');
const OfflineNotice = later(() => import('../offline/offlineNotice'), 'OfflineNotice');
const HostNotice = later(() => import('../people/hostNotice'), 'HostNotice');
const DueLine = later(() => import('../mistakes/dueLine'), 'DueLine');
const Going = later(() => import('../people/openTables'), 'Going');

/** The time in ms after which the page repeats a request that has failed. */
const AGAIN_MS = 3000;

/** The interval in ms at which the page asks whose turn it is, while the page is visible. */
const LOOK_MS = 15_000;

/** The time in ms after which the page considers the server as lost if its first request has no answer. */
const SILENT_MS = 8000;

const silence = (): Promise<never> =>
  new Promise((_, failed) => setTimeout(() => failed(new Error('the server says nothing')), SILENT_MS));

/** True if this browser cannot play without a server. */
let cannotPlayAlone = false;

type Asked<R> = { at: 'loading' } | { at: 'lost' } | { at: 'here'; is: R };

export function Start({ shell }: { shell: Words[] }) {
  const { t } = usePage();
  const [games, setGames] = useState<Asked<GameInfo[]>>({ at: 'loading' });
  const [me, setMe] = useState<Me | null>(null);
  const [words, setWords] = useState<Record<string, Words[]>>({});
  const [rules, setRules] = useState<string | null>(null);
  const [sheet, setSheet] = useState<{ of: GameInfo; people: boolean; deal?: number } | null>(null);

  const [expected] = useState(waitingBefore);
  const showMe = (found: Me) => {
    setMe(found);
    remember(found);
  };
  const missed = useRef(0);
  const load = () => {
    setGames({ at: 'loading' });
    Promise.race([api.games(), silence()]).then(
      (is) => {
        missed.current = 0;
        setGames({ at: 'here', is });
      },
      () => {
        missed.current++;
        if (playsAlone.value) cannotPlayAlone = true;
        // After one failure the page waits, because a server that restarts is back within seconds.
        const plays = !cannotPlayAlone && (!navigator.onLine || missed.current > 1);
        if (plays === playsAlone.value || WITHOUT_SERVER) setGames({ at: 'lost' });
        else playsAlone.value = plays;
      },
    );
    loadMyTables(showMe).catch(() => setMe(null));
  };
  useEffect(load, [online.value, playsAlone.value]);
  useEffect(() => {
    // If the page plays alone because of missing cookies, the server is not lost, and need not be polled.
    if (!playsAlone.value || WITHOUT_SERVER || noCookie.value) return;
    const look = setInterval(() => {
      server.request('games', { method: 'GET' }).then(
        ({ ok }) => {
          if (!ok) return;
          playsAlone.value = false;
          void reloadIfStale();
        },
        () => {
          /* the server is still unavailable */
        },
      );
    }, AGAIN_MS);
    return () => clearInterval(look);
  }, [playsAlone.value]);
  // The page tries again even if the device reports that it is online. The network may not work yet. A server may come
  // back at any time.
  useEffect(() => {
    if (games.at !== 'lost') return;
    const again = setTimeout(load, AGAIN_MS);
    return () => clearTimeout(again);
  }, [games]);
  // Other people may play in the meantime. So the page updates the list while it is visible, and when the reader
  // returns to it.
  const changes = changesByItself(me?.tables ?? []) && !playsAlone.value;
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible')
        loadMyTables(showMe).catch(() => {
          /* the list is not changed */
        });
    };
    document.addEventListener('visibilitychange', look);
    const timer = changes ? setInterval(look, LOOK_MS) : undefined;
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearInterval(timer);
    };
  }, [changes]);
  // A link to a numbered deal opens the form for this deal. Then the deal is removed from the address, because the form
  // should open only once.
  useEffect(() => {
    const asked = queryHere();
    const of =
      games.at === 'here' ? games.is.find((game) => game.id === asked.get('game') && game.numbered) : undefined;
    const deal = Number(asked.get('deal') ?? NaN);
    if (!of || !Number.isSafeInteger(deal) || deal < 0) return;
    setSheet({ of, people: false, deal });
    history.replaceState(null, '', address('/'));
  }, [games]);
  const calls = callsIn(me?.tables ?? []);
  useEffect(() => {
    document.title = calls ? `(${t.num(calls)}) ${t('title')}` : t('title');
  }, [calls, t]);
  useEffect(() => {
    document.querySelector('meta[name=description]')?.setAttribute('content', t('motto'));
  }, [t.language]);

  const placeOf = (id: string): number => tiles.get(id)?.order ?? Infinity;
  const ids = (games.at === 'here' ? games.is.map((g) => g.id) : [...tiles.keys()]).sort(
    (a, b) => placeOf(a) - placeOf(b),
  );
  const all = wantsAllOfGame.value;
  useEffect(() => wordsOfTiles(ids, t.language, setWords, all), [ids.join(), t.language, all]);
  const wordsOf = (id: string): T => translator(t.language, ...(words[id] ?? []), ...shell);

  const title = (id: string) => titleOf(wordsOf(id), id);
  const infoOf = (id: string) => (games.at === 'here' ? (games.is.find((g) => g.id === id) ?? null) : null);
  const why = (id: string) => (infoOf(id) ? null : t(games.at === 'lost' ? lostWords(t) : 'loading'));

  const isNew = !isAnyKnown() && !me?.tables.length && expected === 0;
  const first = ids.find(hasLesson);
  // Only one button is emphasised: to continue a game, to begin the first game, or to play the last game again.
  const usual = isNew || !me || unfinished(me.tables).length > 0 ? null : me.tables[0]?.game;

  // The table that could not be opened because the server is gone. It is opened on this device as soon as the card room
  // inside this browser is loaded.
  const pressed = useRef<NewTable | null>(null);
  // True while a table is being opened, so that a second press does not open a second table.
  const opening = useRef(false);
  const begin = async (table: NewTable) => {
    if (opening.current) return;
    opening.current = true;
    try {
      await play(table);
    } catch (e) {
      const isGone = e instanceof api.ApiError && e.status === 0;
      if (isGone && !playsAlone.value && !cannotPlayAlone) {
        pressed.current = table;
        playsAlone.value = true;
        return;
      }
      toast(errorWords(e, t));
      if (isGone) load();
    } finally {
      opening.current = false;
    }
  };
  useEffect(() => {
    const table = pressed.current;
    if (games.at === 'lost') pressed.current = null;
    if (!table || games.at !== 'here' || !playsAlone.value) return;
    pressed.current = null;
    void begin(table);
  }, [games]);

  return (
    <div class="start felt">
      <header class="start-head">
        <Logo size={40} />
        <div>
          <h1>{t('title')}</h1>
          <p class="motto">{t('motto')}</p>
        </div>
        <SettingsButton games={ids.filter((id) => (tiles.get(id)?.players.max ?? 1) > 1)} />
      </header>
      <main>
        {games.at === 'lost' && (
          <div class="notice" role="alert">
            <p>{t(lostWords(t))}</p>
            <Button onPress={load}>{t('again')}</Button>
          </div>
        )}
        {noCookie.value && !playsAlone.value && <NoCookieNotice />}
        {games.at === 'here' && !playsAlone.value && <HostNotice />}
        {t.has('alone.note') && games.at === 'here' && <OfflineNotice tables={me?.tables ?? []} />}
        {games.at === 'here' && games.is.length === 0 && <p class="empty">{t('start.empty')}</p>}
        {me
          ? t.has('people.title') && <Unfinished me={me} onMe={showMe} titleOf={title} />
          : expected > 0 &&
            games.at !== 'lost' && (
              <div class="unfinished" style={{ minHeight: `${52 + 84 * expected}px` }} aria-hidden="true" />
            )}
        {!!me?.tables.length && <DueLine />}
        <div class="start-first">
          {isNew && first && (
            <StartHere
              id={first}
              t={wordsOf(first)}
              title={title(first)}
              ready={first in words}
              why={why(first)}
              onPlay={() => begin(firstTable(tiles.get(first)!))}
            />
          )}
          {(games.at === 'loading' || (games.at === 'here' && games.is.some((game) => game.solved))) && (
            <div class="daily-place">{me && t.has('daily.title') && <Daily titleOf={title} />}</div>
          )}
        </div>
        <ul class="tiles" aria-busy={games.at === 'loading'}>
          {ids.map((id) => (
            <GameTile
              key={id}
              id={id}
              t={wordsOf(id)}
              title={title(id)}
              ready={id in words}
              info={infoOf(id)}
              why={why(id)}
              primary={id === usual}
              onPlay={() => begin(lastTable(id))}
              onSheet={(of, people) => setSheet({ of, people })}
              onRules={() => setRules(id)}
            />
          ))}
        </ul>
        {games.at === 'here' && !playsAlone.value && t.has('people.title') && (
          <Going games={games.is} me={me} wordsOf={wordsOf} titleOf={title} />
        )}
        {me && games.at === 'here' && <DaysTile />}
        {me && <TableList me={me} onMe={showMe} titleOf={title} />}
        {games.at === 'here' && (!playsAlone.value || WITHOUT_SERVER) && <ImportRecord titleOf={title} />}
      </main>
      {sheet?.people && <OpenTable info={sheet.of} t={wordsOf(sheet.of.id)} onClose={() => setSheet(null)} />}
      {sheet?.people === false && (
        <Options info={sheet.of} deal={sheet.deal} t={wordsOf(sheet.of.id)} onClose={() => setSheet(null)} />
      )}
      {rules && <RulesOf game={rules} t={wordsOf(rules)} onClose={() => setRules(null)} />}
      <ToastPlace />
    </div>
  );
}

const KEY = 'cardroom.unfinished';
/** Returns the number of unfinished games at the last visit, but at most 3. The page reserves space for this number of
 * games. So nothing jumps when the games have loaded. */
const waitingBefore = (): number => {
  try {
    return Math.min(3, Number(localStorage.getItem(KEY)) || 0);
  } catch {
    return 0;
  }
};
function remember(me: Me): void {
  try {
    localStorage.setItem(KEY, String(me.tables.filter((line) => !line.over).length));
  } catch {
    /* a private window stores nothing */
  }
}

/** Returns the key of the words for a list of games that could not be loaded. A page of static files has words of its
 * own, because it has no server. */
const lostWords = (t: T): string => {
  if (WITHOUT_SERVER) return 'error.device';
  if (cannotPlayAlone && t.has('error.needs_server')) return 'error.needs_server';
  return online.value ? 'start.offline' : 'offline';
};

/** Returns the title of a game, or its id if the game has no words. */
const titleOf = (t: T, id: string): string => (t.has('sentence') ? t('title') : id);
