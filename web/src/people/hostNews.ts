// A notice about a change of the host. The role passes on automatically when the host is absent, so nobody expects the
// change.

import { useEffect, useRef } from 'preact/hooks';
import type { T } from '../i18n/words';
import type { People } from '../net/protocol';
import { toast } from '../ui/toast';

/** Shows a notice with the new host's name after the host has changed. */
export function useHostNews({ host, hosting, seats }: People, t: T): void {
  const before = useRef(host);
  useEffect(() => {
    if (before.current !== null && host !== null && host !== before.current)
      toast(hosting ? t('people.host_now.you') : t('people.host_now', { who: seats[host]!.name }));
    before.current = host;
  }, [host]);
}
