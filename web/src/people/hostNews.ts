// Changes of the host: an absent host passes the role on automatically, so nobody expects the change.

import { useEffect, useRef } from 'preact/hooks';
import type { T } from '../i18n/words';
import type { People } from '../net/protocol';
import { toast } from '../ui/toast';

/** Shows who the new host is after a change. */
export function useHostNews({ host, hosting, seats }: People, t: T): void {
  const before = useRef(host);
  useEffect(() => {
    if (before.current !== null && host !== null && host !== before.current)
      toast(hosting ? t('people.host_now.you') : t('people.host_now', { who: seats[host]!.name }));
    before.current = host;
  }, [host]);
}
