// The settings of a table as a list. The settings that the host has changed in the meantime are marked.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { T } from '../i18n/words';
import type { People } from '../net/protocol';
import { toast } from '../ui/toast';
import { agreed, newTerms, type Terms } from './terms';

const NOTHING: ReadonlySet<string> = new Set();

/** Returns the labels of the settings that the host has changed while this page was open. A toast announces each change
 * to everybody but the host. */
export function useNewTerms(room: People, t: T, races: boolean): ReadonlySet<string> {
  const before = useRef<Terms>(room);
  const [changed, set] = useState(NOTHING);
  useEffect(() => {
    const { labels, words } = newTerms(before.current, room, t, races);
    before.current = room;
    if (labels.size === 0) return;
    set((all) => new Set([...all, ...labels]));
    if (!room.hosting) toast(words);
  }, [room]);
  return changed;
}

export function AgreedList({
  terms,
  t,
  races,
  changed = NOTHING,
}: {
  terms: Terms;
  t: T;
  races: boolean;
  changed?: ReadonlySet<string>;
}) {
  return (
    <dl class="agreed">
      {agreed(terms, t, races).map(([what, how]) => (
        <div key={what} class={changed.has(what) ? 'changed' : ''}>
          <dt>{what}</dt>
          <dd>
            {how} {changed.has(what) && <small class="new-term">{t('waiting.changed_mark')}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
