// The page for a spectator of a delayed table who waits for the first frame: it says how long that takes.

import type { T } from '../i18n/words';
import type { People } from '../net/protocol';
import { online } from '../net/installedPage';
import type { Timed, Match } from '../match/match';
import { WithTime } from '../ui/Seconds';
import './people.css';
import { durationOf } from './duration';
import { address } from '../ui/address';

export function Behind({ match, room: { is: room, at }, t }: { match: Match; room: Timed<People>; t: T }) {
  const lost = match.line.value === 'lost';
  return (
    <main class="connecting felt">
      <h1>{t('title')}</h1>
      <p role="status" translate={false}>
        {lost
          ? t(online.value ? 'game.lost_line' : 'offline')
          : t('people.behind', { time: durationOf(room.settings.watch_delay_s, t) })}
      </p>
      {lost ? (
        <button type="button" class="button" data-do="retry" onClick={match.retry}>
          {t('game.retry')}
        </button>
      ) : (
        <p>
          <WithTime words={t('people.first_picture')} ms={room.first_ms ?? 0} at={at} down />
        </p>
      )}
      <a class="button" href={address('/')}>
        {t('back')}
      </a>
    </main>
  );
}
