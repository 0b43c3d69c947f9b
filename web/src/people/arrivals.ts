// Signals for a host whose page is in the background. A sound and a mark in the title report that a person has arrived
// or that the match has begun.

import { useEffect, useRef } from 'preact/hooks';
import type { Match } from '../match/match';
import type { T } from '../i18n/words';
import type { People } from '../net/protocol';
import { play } from '../ui/sound';

/** Marks the title until the page is visible again. An existing mark is not replaced, because it is more urgent. */
function markTitle(words: string, calm: string): void {
  if (!document.hidden || document.title.startsWith('●')) return;
  const marked = `● ${words}`;
  document.title = marked;
  const seen = () => {
    if (document.hidden) return;
    document.removeEventListener('visibilitychange', seen);
    if (document.title === marked) document.title = calm;
  };
  document.addEventListener('visibilitychange', seen);
}

/** Returns the names of the people at the other seats. */
export const othersAt = ({ seats, you }: Pick<People, 'seats' | 'you'>): string[] =>
  seats.filter((one, seat) => seat !== you && !one.free && !one.bot).map((one) => one.name);

export function useArrivals(match: Match, room: People, title: string, t: T): void {
  const before = useRef(othersAt(room));
  const here = othersAt(room);
  useEffect(() => {
    const come = here.find((name) => !before.current.includes(name));
    before.current = here;
    if (come === undefined) return;
    play('turn');
    markTitle(t('waiting.joined', { who: come }), title);
  }, [here.join('\n')]);
  useEffect(
    () => () => {
      if (!match.frame.value) return;
      play('turn');
      // The timeout lets the table set its own title before the title is marked.
      setTimeout(() => markTitle(t('waiting.begun', { game: title }), title));
    },
    [match, title, t],
  );
}
