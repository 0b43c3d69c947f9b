// The start page: a tile a game, and below what is going on.

import { useEffect, useRef, useState } from 'preact/hooks';
import * as api from '../net/api';
import { errorWords } from '../i18n/errorWords';
import { playsAlone, server, WITHOUT_SERVER } from '../net/backend';
import { noCookie } from '../net/noCookie';
import { tiles } from '../ui/tiles';
import '../ui/startPage.css';
import { CardFace } from '../ui/CardFace';
import { Logo } from '../cards/Logo';
import { wantsAllOfGame, wordsOfGames } from '../i18n/load';
import { hasLesson } from '../i18n/loadExtra';
import { translator, type T, type Words } from '../i18n/words';
import { loadMyTables } from '../people/myTables';
import { lastTable, play } from '../match/newTable';
import { later } from '../ui/later';
import type { GameInfo, Me } from '../net/protocol';
import { online, reloadIfStale } from '../net/installedPage';
import { SettingsButton } from '../ui/settingsForm';
import { TableList, Unfinished } from '../people/tableList';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { toast, ToastPlace } from '../ui/toast';
import { address } from '../ui/address';
import { queryHere } from '../ui/wholeAddress';

const ImportRecord = later(() => import('./importRecord'), 'ImportRecord');
const Options = later(() => import('../people/gameOptions'), 'Options');
const RulesOf = later(() => import('../ui/RulesSheet'), 'RulesOf');
const OpenTable = later(() => import('../people/openTable'), 'default');
const Daily = later(() => import('../solitaire/daily'), 'Daily');
const NoCookieNotice = later(() => import('../offline/withoutCookie'), 'NoCookieNotice');
const OfflineNotice = later(() => import('../offline/offlineNotice'), 'OfflineNotice');
const HostNotice = later(() => import('../people/hostNotice'), 'HostNotice');
const Going = later(() => import('../people/openTables'), 'Going');

/** How long after a question that was not answered the page asks again by itself. */
const AGAIN_MS = 3000;

/** After so many ms without an answer to its first question the page takes the server for lost. */
const SILENT_MS = 8000;

const silence = (): Promise<never> =>
  new Promise((_, failed) => setTimeout(() => failed(new Error('the server says nothing')), SILENT_MS));

/** This browser cannot play without a server. */
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
        // A server that starts again is back within seconds.
        const plays = !cannotPlayAlone && (!navigator.onLine || missed.current > 1);
        if (plays === playsAlone.value || WITHOUT_SERVER) setGames({ at: 'lost' });
        else playsAlone.value = plays;
      },
    );
    loadMyTables(showMe).catch(() => setMe(null));
  };
  useEffect(load, [online.value, playsAlone.value]);
  useEffect(() => {
    // A player who is alone for want of a cookie has not lost the server.
    if (!playsAlone.value || WITHOUT_SERVER || noCookie.value) return;
    const look = setInterval(() => {
      server.request('games', { method: 'GET' }).then(
        ({ ok }) => {
          if (!ok) return;
          playsAlone.value = false;
          void reloadIfStale();
        },
        () => {
          /* not yet */
        },
      );
    }, AGAIN_MS);
    return () => clearInterval(look);
  }, [playsAlone.value]);
  // The device says that it is online a moment before requests arrive, and a server may come back at any time.
  useEffect(() => {
    if (games.at !== 'lost') return;
    const again = setTimeout(load, AGAIN_MS);
    return () => clearTimeout(again);
  }, [games]);
  // Others play meanwhile: a person who looks here again wants to know whose turn it is.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible')
        loadMyTables(showMe).catch(() => {
          /* it stays as it was */
        });
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  // A link to a numbered deal opens its form, once.
  useEffect(() => {
    const asked = queryHere();
    const of =
      games.at === 'here' ? games.is.find((game) => game.id === asked.get('game') && game.numbered) : undefined;
    const deal = Number(asked.get('deal') ?? NaN);
    if (!of || !Number.isSafeInteger(deal) || deal < 0) return;
    setSheet({ of, people: false, deal });
    history.replaceState(null, '', address('/'));
  }, [games]);
  useEffect(() => {
    document.title = t('title');
    document.querySelector('meta[name=description]')?.setAttribute('content', t('motto'));
  }, [t.language]);

  const ids =
    games.at === 'here'
      ? games.is.map((g) => g.id)
      : [...tiles.values()].sort((a, b) => a.order - b.order).map((tile) => tile.id);
  const all = wantsAllOfGame.value;
  useEffect(() => wordsOfGames(ids, t.language, setWords, all), [ids.join(), t.language, all]);
  const wordsOf = (id: string): T => translator(t.language, ...(words[id] ?? []), ...shell);

  return (
    <div class="start felt">
      <header class="start-head">
        <Logo size={40} />
        <div>
          <h1>{t('title')}</h1>
          <p class="motto">{t('motto')}</p>
        </div>
        <SettingsButton />
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
          ? t.has('people.title') && <Unfinished me={me} onMe={showMe} titleOf={(id) => titleOf(wordsOf(id), id)} />
          : expected > 0 &&
            games.at !== 'lost' && (
              <div class="unfinished" style={{ minHeight: `${52 + 84 * expected}px` }} aria-hidden="true" />
            )}
        <ul class="tiles" aria-busy={games.at === 'loading'}>
          {ids.map((id) => (
            <GameTile
              key={id}
              id={id}
              t={wordsOf(id)}
              ready={id in words}
              info={games.at === 'here' ? (games.is.find((g) => g.id === id) ?? null) : null}
              lost={games.at === 'lost'}
              onSheet={(of, people) => setSheet({ of, people })}
              onRules={() => setRules(id)}
              onLost={load}
            />
          ))}
        </ul>
        {games.at === 'here' && !playsAlone.value && t.has('people.title') && (
          <Going games={games.is} me={me} wordsOf={wordsOf} titleOf={(id) => titleOf(wordsOf(id), id)} />
        )}
        {me && t.has('daily.title') && <Daily titleOf={(id) => titleOf(wordsOf(id), id)} />}
        {me && <TableList me={me} onMe={showMe} titleOf={(id) => titleOf(wordsOf(id), id)} />}
        {games.at === 'here' && (!playsAlone.value || WITHOUT_SERVER) && (
          <ImportRecord titleOf={(id) => titleOf(wordsOf(id), id)} />
        )}
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
/** How many unfinished games stood here last time: their place is kept, so that nothing jumps when they come. */
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
    /* private window */
  }
}

/** Nobody answers: static files have no server. */
const lostWords = (t: T): string => {
  if (WITHOUT_SERVER) return 'error.device';
  if (cannotPlayAlone && t.has('error.needs_server')) return 'error.needs_server';
  return online.value ? 'start.offline' : 'offline';
};

/** A game without words is called by its id. */
const titleOf = (t: T, id: string): string => (t.has('sentence') ? t('title') : id);

function GameTile({
  id,
  t,
  ready,
  info,
  lost,
  onSheet,
  onRules,
  onLost,
}: {
  id: string;
  t: T;
  ready: boolean;
  info: GameInfo | null;
  lost: boolean;
  onSheet(info: GameInfo, people: boolean): void;
  onRules(): void;
  /** Nobody has answered. */
  onLost(): void;
}) {
  const tile = tiles.get(id);
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    if (!info || busy) return;
    setBusy(true);
    try {
      await play(lastTable(id));
    } catch (e) {
      toast(errorWords(e, t));
      if (e instanceof api.ApiError && e.status === 0) onLost();
    }
    setBusy(false);
  };
  const players = info?.seats ?? tile?.players;
  const why = info ? null : t(lost ? lostWords(t) : 'loading');
  return (
    <li class={`tile${ready ? '' : ' waiting'}`} data-game={id}>
      <div class="emblem" translate={false}>
        {tile ? <tile.Emblem /> : <CardFace face={null} width={72} />}
      </div>
      <h2>{ready ? titleOf(t, id) : '\u00a0'}</h2>
      <p class="sentence">{ready && t.has('sentence') ? t('sentence') : '\u00a0'}</p>
      <p class="tile-facts">
        {players &&
          (players.min === players.max ? t('start.players_one', { n: players.min }) : t('start.players', players))}
        {/* It is broken after the dot and nowhere else. */}
        {tile && `\u00a0· ${t('start.minutes', tile.minutes).replaceAll(' ', '\u00a0')}`}
      </p>
      <div class="tile-buttons">
        <Button
          kind="primary"
          does="play"
          onPress={() => void begin()}
          why={why}
          label={t('log.plain', { who: t('start.play'), action: titleOf(t, id) })}
        >
          {t('start.play')}
        </Button>
        {(players?.max ?? 1) > 1 && !WITHOUT_SERVER && (
          <Button
            does="friends"
            onPress={() => info && onSheet(info, true)}
            why={
              why ??
              (playsAlone.value && t.has('alone.people')
                ? t(noCookie.value ? 'error.no_cookie' : 'alone.people')
                : null)
            }
            label={t('log.plain', { who: t('start.friends'), action: titleOf(t, id) })}
          >
            {t('start.friends')}
          </Button>
        )}
        <button
          type="button"
          class="icon-button"
          data-do="options"
          aria-disabled={why ? true : undefined}
          aria-label={t('log.plain', { who: t('start.options'), action: titleOf(t, id) })}
          title={t('start.options')}
          onClick={() => info && onSheet(info, false)}
        >
          <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6" />
            <circle cx="10" cy="4.5" r="2" />
            <circle cx="6" cy="11.5" r="2" />
          </svg>
        </button>
      </div>
      <p class="tile-learn">
        {hasLesson(id) && (
          <a
            data-do="learn"
            href={address(`/learn/${id}`)}
            aria-label={t('log.plain', { who: t('start.learn'), action: titleOf(t, id) })}
          >
            {t('start.learn')}
          </a>
        )}
        <button
          type="button"
          class="link"
          data-do="rules"
          aria-label={t('log.plain', { who: t('rules.title'), action: titleOf(t, id) })}
          onClick={onRules}
        >
          {t('rules.title')}
        </button>
      </p>
    </li>
  );
}
