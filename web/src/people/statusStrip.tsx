// One line above the table with news for everybody, such as a pause, a vote, or an absent player who has to act. This
// file also has the reader's own clock, which the head of the table shows.

import { useState } from 'preact/hooks';
import type { Frame, People, SeatInfo } from '../net/protocol';
import type { Match } from '../match/match';
import { usePage } from '../ui/context';
import { Seconds, WithTime } from '../ui/Seconds';
import './people.css';
import { durationOf } from './duration';
import { useHostNews } from './hostNews';
import { AskForSeat, Requests } from './seatRequests';

export function Strip({ match, frame, room }: { match: Match; frame: Frame; room: People }) {
  const { t } = usePage();
  const { at } = match.room.value!;
  const names = (seats: readonly number[]) =>
    new Intl.ListFormat(t.language).format(seats.map((seat) => t.person(room.seats[seat]!.name)));
  const pause = (on: boolean) => void match.order({ t: 'pause', on });
  useHostNews(room, t);
  if (room.stage !== 'playing') return null;
  if (room.paused) {
    return (
      <Line>
        <span>{t('pause.on')}</span>
        {room.you !== null && (
          <button type="button" class="link" data-do="go-on" onClick={() => pause(false)}>
            {t('pause.go_on')}
          </button>
        )}
      </Line>
    );
  }
  if (room.requests)
    return (
      <Line>
        <Requests match={match} room={room} t={t} />
      </Line>
    );
  const others = room.pause_votes.filter((seat) => seat !== room.you);
  if (others.length && room.you !== null && !room.pause_votes.includes(room.you)) {
    return (
      <Line>
        <span>{t('pause.wanted', { who: names(others), n: others.length })}</span>
        <button type="button" class="link" data-do="agree" onClick={() => pause(true)}>
          {t('pause.agree')}
        </button>
      </Line>
    );
  }
  if (room.you !== null && room.pause_votes.includes(room.you)) {
    return (
      <Line>
        <span>{t('pause.waits')}</span>
        <button type="button" class="link" onClick={() => pause(false)}>
          {t('pause.no')}
        </button>
      </Line>
    );
  }
  const away =
    frame.phase === 'deal'
      ? frame.must.filter((seat) => room.seats[seat]?.away_ms !== undefined && !room.seats[seat]?.stand_in)
      : [];
  if (room.next_seat !== undefined) {
    return (
      <Line>
        <span>{t('people.next_you')}</span>
        <button type="button" class="link" data-do="give-up-seat" onClick={() => void match.order({ t: 'leave' })}>
          {t('people.next_give_up')}
        </button>
      </Line>
    );
  }
  const open = room.you === null && room.settings.open === 'public' ? room.seats.findIndex(isOpen) : -1;
  if (away.length) {
    const [first] = away;
    return (
      <Line>
        <span>
          <WithTime
            words={t('people.awaited', { who: names(away), n: away.length })}
            ms={room.seats[first!]!.away_ms!}
            at={at}
          />
        </span>
        {room.settings.grace_s !== null && (
          <span class="strip-aside">{t('people.grace', { time: durationOf(room.settings.grace_s, t) })}</span>
        )}
        {room.you !== null && <BotMeanwhile key={String(away)} match={match} room={room} away={away} names={names} />}
      </Line>
    );
  }
  if (room.asked !== undefined)
    return <Line>{room.asked ? <span>{t('people.asked')}</span> : <AskForSeat table={room.table} t={t} />}</Line>;
  if (open >= 0)
    return (
      <Line>
        <span>{t('people.seat_open')}</span>
        <button
          type="button"
          class="link"
          data-do="take-seat"
          onClick={() => void match.order({ t: 'sit', seat: open })}
        >
          {t('people.take_seat')}
        </button>
      </Line>
    );
  return null;
}

/** The offer to let a bot play for absent people until they are back. The bot plays if all present people agree. At a
 * table that is not public, the host alone can decide this. */
function BotMeanwhile({
  match,
  room,
  away,
  names,
}: {
  match: Match;
  room: People;
  away: readonly number[];
  names(seats: readonly number[]): string;
}) {
  const { t } = usePage();
  const [waits, wait] = useState(false);
  const votes = room.seats[away[0]!]!.bot_votes ?? [];
  const others = votes.filter((seat) => seat !== room.you);
  const asked = others.length < votes.length;
  const order = (on: boolean) => {
    wait(!on);
    for (const seat of away) void match.order({ t: 'stand_in', seat, on });
  };
  return (
    <>
      {asked ? (
        <span>{t('away.asked')}</span>
      ) : (
        others.length > 0 && <span>{t('away.wanted', { who: names(others) })}</span>
      )}
      {!asked && (
        <button type="button" class="link" data-do="let-bot-play" onClick={() => order(true)}>
          {t('away.bot', { who: names(away), n: away.length })}
        </button>
      )}
      {!waits && (
        <button type="button" class="link" data-do="wait" onClick={() => order(false)}>
          {t('away.wait')}
        </button>
      )}
    </>
  );
}

/** Returns whether a newcomer can take this seat during the match, from the next deal on. */
export const isOpen = (seat: Pick<SeatInfo, 'bot' | 'next_name'>): boolean =>
  seat.bot !== null && seat.bot !== 'engine' && seat.next_name === undefined;

/** The words about the match while the reader has lost the connection. The table does not always wait. */
export function WhileLost({ room }: { room: People }) {
  const { t } = usePage();
  const key = whileLost(room);
  return key && <> {t(key, { time: durationOf(room.settings.grace_s ?? 0, t) })}</>;
}

/** Returns the key of the words that {@link WhileLost} shows; null for a spectator, and if no match is in play. */
export function whileLost({
  stage,
  you,
  paused,
  settings,
}: Pick<People, 'stage' | 'you' | 'paused' | 'settings'>): 'lost.clock' | 'people.grace' | 'lost.waits' | null {
  if (stage !== 'playing' || you === null) return null;
  if (settings.clock !== 'none' && !paused) return 'lost.clock';
  return settings.grace_s === null ? 'lost.waits' : 'people.grace';
}

const Line = ({ children }: { children: preact.ComponentChildren }) => (
  <div class="strip" role="status">
    {children}
  </div>
);

/** The time that is left for the reader's own decision. */
export function OwnClock({ match }: { match: Match }) {
  const { t } = usePage();
  const clock = match.clock.value;
  const you = match.room.value?.is.you ?? null;
  const left = you === null ? null : (clock?.is.left_ms[you] ?? null);
  if (!clock || left === null) return null;
  return (
    <span
      class={`own-clock${clock.is.paused ? ' paused' : ''}`}
      role="timer"
      aria-label={t('clock.own')}
      title={t('clock.own')}
      key={clock.at}
      style={clock.is.paused ? {} : { animationDelay: `${Math.max(0, left - 10_000)}ms` }}
    >
      <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="9" r="5.500" />
        <path d="M8 6v3l2 1.5M6.5 1.5h3" />
      </svg>
      <Seconds ms={left} at={clock.at} down still={clock.is.paused} />
    </span>
  );
}
