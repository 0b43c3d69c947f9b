// The people at a table during the match: their list, the chat, and the button to leave.

import { useState } from 'preact/hooks';
import type { Frame } from '../net/protocol';
import { later } from '../ui/later';
import { go } from '../ui/route';
import type { Match } from '../match/match';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { WithTime } from '../ui/Seconds';
import { durationOf } from './duration';
import { botWords, EngineSeat, ENGINE_SIGN } from './engineSeat';
import { InviteLink } from './inviteLink';
import { levelWords } from '../ui/levels';
import { Requests, sameNetwork } from './seatRequests';
import { Talk } from './chat';
import { Face, IconButton, Mute } from './waitingRoom';
import './people.css';
import { Confirm } from '../ui/Confirm';

const ReportForm = later(() => import('./reportForm'), 'default');
const DeviceLink = later(() => import('./deviceLink'), 'DeviceLink');
const AfterRemoval = later(() => import('./afterRemoval'), 'default');

export function People({ match, frame }: { match: Match; frame: Frame }) {
  const { t } = usePage();
  const [asking, ask] = useState<'leave' | 'invite' | 'device' | number | null>(null);
  const [given, give] = useState<number | null>(null);
  const [reported, report] = useState<number | null>(null);
  const [removed, tellRemoved] = useState<string | null>(null);
  const timed = match.room.value;
  if (!timed) return null;
  const { is: room, at } = timed;
  const playing = room.stage === 'playing';
  const leave = async () => {
    ask(null);
    if ((await match.order({ t: 'leave' })) === null) go('/');
  };
  const remove = async (seat: number) => {
    const who = room.seats[seat]!.name;
    ask(null);
    const refused = await match.order({ t: 'unseat', seat });
    if (refused === null && room.settings.open === 'friends') tellRemoved(who);
  };
  const state = (seat: number) => {
    const info = room.seats[seat]!;
    if (info.next_name) return <>{t('people.next', { who: info.next_name })}</>;
    if (info.bot) return <span class={info.here ? undefined : 'away-words'}>{botWords(info, t)}</span>;
    if (info.stand_in)
      return (
        <span class="away-words">
          {info.time_up ? t('people.time_up') : t('people.stand_in', { level: levelWords(info.stand_in, t) })}
        </span>
      );
    if (info.away_ms !== undefined)
      return (
        <span class="away-words">
          <WithTime words={t('seat.away_for')} ms={info.away_ms} at={at} />
        </span>
      );
    const here = room.host === seat ? t('people.host') : t('people.here');
    // The server adds the lag to the windows and clocks of a player with a slow connection, so everybody may see it.
    return <>{(info.lag_ms ?? 0) >= 300 ? `${here} · ${t('people.slow', { ms: info.lag_ms! })}` : here}</>;
  };
  return (
    <div class="people">
      <Talk match={match} room={room} />
      <Requests match={match} room={room} t={t} />
      <ul class="seats" translate={false}>
        {room.seats.map((info, seat) => {
          const other = seat !== room.you && !info.bot && !info.free;
          return (
            <li key={seat} class="seat-row" data-seat={seat}>
              <Face info={info} />
              <p class="seat-row-words">
                <strong>
                  {seat === room.you ? t('seat.you') : <bdi translate={false}>{t.person(info.name)}</bdi>}
                </strong>
                <small class="muted">
                  {state(seat)}
                  {sameNetwork(room, seat, t) && <> · {sameNetwork(room, seat, t)}</>}
                </small>
              </p>
              <div class="seat-row-buttons">
                {room.hosting && playing && info.bot && room.settings.open !== 'public' && (
                  <IconButton
                    does="engine"
                    label={t('engine.seat', { n: seat + 1 })}
                    path={ENGINE_SIGN}
                    onPress={() => give(seat)}
                  />
                )}
                {room.hosting && playing && info.bot === 'engine' && (
                  <IconButton
                    does="unseat"
                    label={t('people.unseat', { who: info.name })}
                    path="M4 4l8 8M12 4l-8 8"
                    onPress={() => void match.order({ t: 'unseat', seat })}
                  />
                )}
                {other && <Mute name={info.name} t={t} />}
                {other && room.you !== null && (
                  <IconButton
                    does="report"
                    label={t('people.report', { who: info.name })}
                    path="M4 14V2.5h7.5L10 5.5l1.5 3H4"
                    onPress={() => report(seat)}
                  />
                )}
                {room.hosting && other && (
                  <IconButton
                    does="hand_over"
                    label={t('people.hand_over', { who: info.name })}
                    path="M2 5l3 3.5L8 3l3 5.5L14 5l-1.5 7.5h-9z"
                    onPress={() => void match.order({ t: 'hand_over', seat })}
                  />
                )}
                {room.hosting &&
                  other &&
                  playing &&
                  (room.settings.open !== 'public' || info.away_ms !== undefined) && (
                    <IconButton
                      does="unseat"
                      label={t('people.unseat', { who: info.name })}
                      path="M4 4l8 8M12 4l-8 8"
                      onPress={() => ask(seat)}
                    />
                  )}
              </div>
            </li>
          );
        })}
      </ul>
      {room.watchers > 0 && <p class="muted">{t('people.watchers', { n: room.watchers })}</p>}
      {room.watcher_names && (
        <ul class="watchers" translate={false}>
          {room.watcher_names.map((name, i) => (
            <li key={i}>
              <bdi>{name}</bdi>
              <Mute name={name} t={t} />
            </li>
          ))}
        </ul>
      )}
      {room.you === null && room.settings.watch_delay_s > 0 && (
        <p class="muted">{t('people.behind', { time: durationOf(room.settings.watch_delay_s, t) })}</p>
      )}
      <div class="people-buttons">
        {playing && room.you !== null && room.settings.clock === 'relaxed' && (
          <Button
            does="pause"
            pressed={room.pause_votes.includes(room.you) || room.paused}
            onPress={() => void match.order({ t: 'pause', on: !(room.paused || room.pause_votes.includes(room.you!)) })}
          >
            {t(room.paused ? 'pause.go_on' : room.pause_votes.includes(room.you) ? 'pause.asked' : 'pause.ask')}
          </Button>
        )}
        {room.hosting && playing && room.seats.some((seat) => seat.bot) && (
          <Button
            does="invite"
            pressed={asking === 'invite'}
            onPress={() => ask(asking === 'invite' ? null : 'invite')}
          >
            {t('invite.title')}
          </Button>
        )}
        {playing && room.you !== null && (
          <Button does="device" onPress={() => ask('device')}>
            {t('device.title')}
          </Button>
        )}
        {playing && room.you !== null && (
          <Button kind="quiet" does="leave" onPress={() => ask('leave')}>
            {t('people.leave')}
          </Button>
        )}
      </div>
      {given !== null && (
        <EngineSeat table={frame.table} seat={given} info={room.seats[given]!} t={t} onClose={() => give(null)} />
      )}
      {reported !== null && (
        <ReportForm
          who={room.seats[reported]!.name}
          table={frame.table}
          seat={reported}
          t={t}
          onClose={() => report(null)}
        />
      )}
      {removed !== null && <AfterRemoval who={removed} table={frame.table} t={t} onClose={() => tellRemoved(null)} />}
      {asking === 'invite' && <InviteLink table={frame.table} t={t} />}
      {asking === 'device' && <DeviceLink onClose={() => ask(null)} />}
      {asking === 'leave' && (
        <Confirm
          title={t('people.leave')}
          act={t('people.leave')}
          does="leave-now"
          stay={t('people.stay')}
          onAct={() => void leave()}
          onClose={() => ask(null)}
        >
          <p>{t('people.leave_ask')}</p>
        </Confirm>
      )}
      {typeof asking === 'number' && (
        <Confirm
          title={t('people.unseat', { who: room.seats[asking]!.name })}
          act={t('people.unseat_now')}
          does="unseat-now"
          stay={t('people.keep')}
          onAct={() => void remove(asking)}
          onClose={() => ask(null)}
        >
          <p>{t('people.unseat_ask', { who: room.seats[asking]!.name })}</p>
        </Confirm>
      )}
    </div>
  );
}
