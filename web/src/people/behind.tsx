// Watchers who are behind wait for a first picture, and know for how long.

import type { T } from '../i18n/words';
import type { Room as People } from '../protocol';
import type { Heard } from '../store';
import { Seconds } from '../ui/Seconds';
import './people.css';

export function Behind({ room: { is: room, at }, t }: { room: Heard<People>; t: T }) {
  return (
    <main class="connecting felt">
      <h1>{t('title')}</h1>
      <p role="status">{t('people.behind', { n: room.settings.watch_delay_s })}</p>
      <p>{t('people.first_picture')} <Seconds ms={room.first_ms ?? 0} at={at} down /></p>
      <a class="button" href="/">{t('back')}</a>
    </main>
  );
}
