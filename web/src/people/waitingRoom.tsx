// The room before the match: the seats, the link for friends, and the agreed settings. The host assigns the seats and
// begins the match. No card has been dealt yet.

import { useEffect, useState } from 'preact/hooks';
import * as api from '../net/api';
import type { T } from '../i18n/words';
import type { GameInfo, People, SeatInfo } from '../net/protocol';
import { later } from '../ui/later';
import { address } from '../ui/address';
import { go } from '../ui/route';
import { SettingsButton } from '../ui/settingsForm';
import type { Match } from '../match/match';
import { Button } from '../ui/Button';
import { PageContext, plain, usePage } from '../ui/context';
import { mute, muted } from '../ui/chatWords';
import { WithTime } from '../ui/Seconds';
import { ToastPlace } from '../ui/toast';
import { AgreedList, useNewTerms } from './termsList';
import { botWords, EngineSeat, ENGINE_SIGN } from './engineSeat';
import { useHostNews } from './hostNews';
import { InviteLink, LinkPassedOn } from './inviteLink';
import { useArrivals } from './arrivals';
import { levelWords } from '../ui/levels';
import './people.css';
import { AskForSeat, Requests, sameNetwork } from './seatRequests';
import { Shuffling } from './shuffling';
import { houseWords, tableWords } from './terms';
import { maySpeak, Talk } from './chat';
import { Sign } from '../ui/Sign';
import '../ui/form.css';

const ChangeSettings = later(() => import('./changeSettings'), 'default');
const DeviceLink = later(() => import('./deviceLink'), 'DeviceLink');
const AfterRemoval = later(() => import('./afterRemoval'), 'default');

export function Waiting({ match, room, t }: { match: Match; room: People; t: T }) {
  const timed = match.room.value!;
  const title = t.has('sentence') ? t('title') : room.game;
  const free = room.seats.filter((seat) => seat.free).length;
  const awaited = room.seats.flatMap((seat) => (seat.free || seat.bot || seat.here ? [] : [t.person(seat.name)]));
  const seated = room.you !== null;
  const shuffle = match.shuffle.value;
  const [info, setInfo] = useState<GameInfo | null>(null);
  const levels = room.hosting ? (info?.levels ?? []) : [];
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    api.games().then(
      (games) => setInfo(games.find((game) => game.id === room.game) ?? null),
      () => {
        /* without the list of levels, seats without people get bots when the match begins */
      },
    );
  }, [room.game]);
  useHostNews(room, t);
  useArrivals(match, room, title, t);
  // The main button invites people while the player is alone. When others are there, or bots have all other seats, it
  // begins the match.
  const company = room.seats.some((one, seat) => seat !== room.you && !one.free && !one.bot);
  const races = info?.races ?? false;
  const changed = useNewTerms(room, t, races);
  const [moving, move] = useState(false);
  const [changing, change] = useState(false);
  const leave = async () => {
    if ((await match.order({ t: 'leave' })) === null) go('/');
  };

  return (
    <PageContext.Provider value={{ ...plain, t }}>
      <div class="waiting felt">
        <header class="waiting-head">
          <a class="icon-button" href={address('/')} aria-label={t('back')}>
            <Sign d="M10 3L5 8l5 5" />
          </a>
          <div>
            <h1>{title}</h1>
            {free + awaited.length > 0 && <p class="on-felt-muted">{t('waiting.title')}</p>}
          </div>
          <SettingsButton />
        </header>
        {match.line.value === 'lost' && (
          <div class="lost" role="alert">
            <span>{t('game.lost_line')}</span>
            <button type="button" class="link" onClick={match.retry}>
              {t('game.retry')}
            </button>
          </div>
        )}
        <main class="waiting-body">
          <div>
            <Requests match={match} room={room} t={t} />
            {/* Without a free seat nobody could take a seat by a link, so no link is shown. */}
            {free > 0 &&
              (room.hosting ? (
                <InviteLink table={room.table} quiet={company} t={t} />
              ) : (
                seated && <LinkPassedOn table={room.table} quiet t={t} />
              ))}
            <section class="paper" aria-labelledby="seats">
              <h2 id="seats">{t('waiting.seats')}</h2>
              <Seats match={match} room={room} at={timed.at} levels={levels} t={t} />
              {seated && (
                <p>
                  <button type="button" class="link" data-do="device" onClick={() => move(true)}>
                    {t('device.title')}
                  </button>
                </p>
              )}
            </section>
          </div>
          <div>
            <section class="paper" aria-labelledby="agreed">
              <h2 id="agreed">{t('waiting.agreed')}</h2>
              <p>
                {tableWords(room.settings, t)}
                {info && info.options.length > 0 && (
                  <>
                    <br />
                    {houseWords(info, room.options, t)}
                  </>
                )}
              </p>
              <details class="fold" key={String(changed.size > 0)} open={changed.size > 0}>
                <summary>{t('waiting.all_settings')}</summary>
                <AgreedList terms={room} t={t} races={races} changed={changed} />
              </details>
              {room.hosting && room.settings.fill_s === null && info && (
                <p class="agreed-change">
                  <Button does="change-settings" onPress={() => change(true)}>
                    {t('waiting.change')}
                  </Button>
                </p>
              )}
            </section>
            {maySpeak(room) && (
              <section class="paper talk-paper" aria-labelledby="talk">
                <h2 id="talk">{t('talk.title')}</h2>
                <Talk match={match} room={room} />
              </section>
            )}
          </div>
        </main>
        <footer class="waiting-foot">
          <ToastPlace />
          <p role="status" translate={false}>
            {shuffle ? (
              <Shuffling shuffle={shuffle} room={room} t={t} />
            ) : room.begins_ms !== null ? (
              <WithTime words={t('waiting.begins')} ms={room.begins_ms} at={timed.at} down />
            ) : room.pause_votes.length ? (
              t('people.held')
            ) : room.asked !== undefined ? (
              t(room.asked ? 'people.asked' : 'game.watching')
            ) : seated && free === 0 && awaited.length > 0 ? (
              t('game.waiting', { who: new Intl.ListFormat(t.language).format(awaited) })
            ) : room.hosting ? (
              free > 0 ? (
                t('waiting.bots_take', { n: free })
              ) : (
                t('waiting.full')
              )
            ) : (
              t(
                seated
                  ? 'waiting.for_host'
                  : free === 0
                    ? 'game.watching'
                    : room.settings.open === 'public'
                      ? 'waiting.look_on'
                      : 'waiting.look_on_private',
              )
            )}
          </p>
          <div class="waiting-buttons">
            {room.asked === false && <AskForSeat table={room.table} t={t} />}
            {seated && (
              <Button kind="quiet" does="leave" onPress={() => void leave()}>
                {t('people.leave')}
              </Button>
            )}
            {room.hosting && (
              <Button
                kind={company || free === 0 ? 'primary' : 'plain'}
                does="begin"
                why={shuffle && t('refusal.shuffling')}
                onPress={() => void match.order({ t: 'begin' })}
              >
                {t('waiting.begin')}
              </Button>
            )}
          </div>
        </footer>
        <div class="visually-hidden" role="status" translate={false}>
          {match.spoken.value}
        </div>
        {moving && <DeviceLink onClose={() => move(false)} />}
        {changing && room.hosting && info && (
          <ChangeSettings match={match} room={room} info={info} t={t} onClose={() => change(false)} />
        )}
      </div>
    </PageContext.Provider>
  );
}

function Seats({
  match,
  room,
  at,
  levels,
  t,
}: {
  match: Match;
  room: People;
  at: number;
  levels: readonly string[];
  t: T;
}) {
  const [level, setLevel] = useState(room.settings.level);
  const [moved, move] = useState<number | null>(null);
  const [given, give] = useState<number | null>(null);
  const [removed, tellRemoved] = useState<string | null>(null);
  const order = match.order;
  const remove = async (seat: number) => {
    const { name, bot, here } = room.seats[seat]!;
    const refused = await order({ t: 'unseat', seat });
    // An absent person has lost only the seat, and may come back by the link. A person who was present is removed. Then
    // the page asks the host whether the link stays valid.
    if (refused === null && !bot && here && room.settings.open === 'friends') tellRemoved(name);
  };
  const swap = (seat: number) => {
    if (moved === null || moved === seat) {
      move(moved === seat ? null : seat);
      return;
    }
    move(null);
    void order({ t: 'swap', a: moved, b: seat });
  };
  const free = room.seats.flatMap((seat, i) => (seat.free ? [i] : []));
  const fill = async () => {
    for (const seat of free) if ((await order({ t: 'bot', seat, level })) !== null) return;
  };
  return (
    <>
      <ol class="seats" translate={false}>
        {room.seats.map((info, seat) => {
          const you = seat === room.you;
          const name = you ? t('seat.you') : <bdi translate={false}>{t.person(info.name)}</bdi>;
          return (
            <li
              key={seat}
              class={`seat-row${info.free ? ' free' : ''}${moved === seat ? ' moved' : ''}`}
              data-seat={seat}
            >
              <Face info={info} />
              <p class="seat-row-words">
                <strong>{info.free ? t('seat.nobody') : name}</strong>
                <small class="muted">
                  <State room={room} seat={seat} at={at} t={t} />
                </small>
              </p>
              <div class="seat-row-buttons">
                {info.free && (room.you !== null || room.settings.open === 'public') && !room.hosting && (
                  <Button does="sit" onPress={() => void order({ t: 'sit', seat })}>
                    {t('waiting.sit')}
                  </Button>
                )}
                {room.hosting && info.free && (
                  <IconButton
                    does="bot"
                    label={t('waiting.bot_here', { level: levelWords(level, t) })}
                    path="M8 1.5v2M3.5 5.5h9v7h-9zM6 8.5v.01M10 8.5v.01M6.5 15h3M1.5 8v2.5M14.5 8v2.5"
                    onPress={() => void order({ t: 'bot', seat, level })}
                  />
                )}
                {room.hosting && (info.free || info.bot) && (
                  <IconButton
                    does="engine"
                    label={t('engine.seat', { n: seat + 1 })}
                    path={ENGINE_SIGN}
                    onPress={() => give(seat)}
                  />
                )}
                {room.you !== null && !info.free && !you && !info.bot && <Mute name={info.name} t={t} />}
                {room.hosting && !info.free && !you && !info.bot && (
                  <IconButton
                    does="hand_over"
                    label={t('people.hand_over', { who: info.name })}
                    path="M2 5l3 3.5L8 3l3 5.5L14 5l-1.5 7.5h-9z"
                    onPress={() => void order({ t: 'hand_over', seat })}
                  />
                )}
                {/* In a quick match no present person can be removed: strangers have not agreed to a host. */}
                {room.hosting && !info.free && !you && (room.settings.fill_s === null || info.bot || !info.here) && (
                  <IconButton
                    does="unseat"
                    label={t('people.unseat', { who: info.name })}
                    path="M4 4l8 8M12 4l-8 8"
                    onPress={() => void remove(seat)}
                  />
                )}
                {room.hosting && (
                  <IconButton
                    does="swap"
                    label={t(moved === null || moved === seat ? 'waiting.move' : 'waiting.move_here', { n: seat + 1 })}
                    pressed={moved === seat}
                    path="M5 13.5V3M2.5 5.5L5 3l2.5 2.5M11 2.5V13M8.5 10.5L11 13l2.5-2.5"
                    onPress={() => swap(seat)}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {given !== null && (
        <EngineSeat table={room.table} seat={given} info={room.seats[given]!} t={t} onClose={() => give(null)} />
      )}
      {removed !== null && <AfterRemoval who={removed} table={room.table} t={t} onClose={() => tellRemoved(null)} />}
      {moved !== null && (
        <p class="muted" role="status" translate={false}>
          {t('waiting.move_help')}
        </p>
      )}
      {room.hosting && free.length > 0 && levels.length > 0 && (
        <div class="fill">
          <label>
            <span>{t('waiting.level')}</span>
            <select class="select" value={level} onChange={(e) => setLevel(e.currentTarget.value)}>
              {levels.map((one) => (
                <option key={one} value={one}>
                  {levelWords(one, t)}
                </option>
              ))}
            </select>
          </label>
          <Button does="fill" onPress={() => void fill()}>
            {t('waiting.fill', { n: free.length })}
          </Button>
        </div>
      )}
    </>
  );
}

function State({ room, seat, at, t }: { room: People; seat: number; at: number; t: T }) {
  const info = room.seats[seat]!;
  const parts = [
    ...(seat === room.you && info.name ? [t.person(info.name)] : []),
    ...(room.host === seat ? [t('people.host')] : []),
    ...(info.bot ? [botWords(info, t)] : []),
    ...[sameNetwork(room, seat, t) ?? []].flat(),
  ];
  if (info.away_ms !== undefined)
    return (
      <>
        {parts.map((words) => `${words} · `)}
        <span class="away-words">
          <WithTime words={t('seat.away_for')} ms={info.away_ms} at={at} />
        </span>
      </>
    );
  return <>{parts.join(' · ') || (info.free ? '' : t('people.here'))}</>;
}

/** The kind of player at a seat, as a picture: a letter for a person, a machine for a bot, or an empty place. */
export function Face({ info }: { info: SeatInfo }) {
  const kind = info.free ? 'open' : info.bot ? 'bot' : info.here ? 'person' : 'gone';
  return (
    <span class={`face ${kind}`} aria-hidden="true">
      {kind === 'open' ? (
        ''
      ) : info.bot ? (
        <svg class="sign" viewBox="0 0 16 16">
          <path d="M8 1.5v2M3.5 5.5h9v7h-9zM6 8.5v.01M10 8.5v.01" />
        </svg>
      ) : (
        [...info.name][0]?.toLocaleUpperCase()
      )}
    </span>
  );
}

/** A button with an icon. On a touch screen, where nothing can hover over it, there is a word below the icon. */
export function IconButton({
  label,
  path,
  onPress,
  does,
  pressed,
}: {
  label: string;
  path: string;
  onPress(): void;
  does: string;
  pressed?: boolean;
}) {
  const { t } = usePage();
  return (
    <button
      type="button"
      class="icon-button"
      data-do={does}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onPress}
    >
      <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
      <span class="icon-words" aria-hidden="true">
        {t(`people.short.${does}`)}
      </span>
    </button>
  );
}

const SPEAKS = 'M2 6h2.500L8 3v10L4.500 10H2zM11 5.500a3.500 3.500 0 0 1 0 5M13 3.500a6.500 6.500 0 0 1 0 9';
const SILENT = 'M2 6h2.500L8 3v10L4.500 10H2zM11 6l4 4M15 6l-4 4';

/** The button that mutes a person. A second press unmutes the person. */
export function Mute({ name, t }: { name: string; t: T }) {
  const on = muted.value.has(name);
  return (
    <IconButton
      does="mute"
      pressed={on}
      label={t(on ? 'people.unmute' : 'people.mute', { who: name })}
      path={on ? SILENT : SPEAKS}
      onPress={() => mute(name, !on)}
    />
  );
}
