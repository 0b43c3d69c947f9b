// Changes of the host: a host who is away hands it on, and nobody has asked for that.

import { useEffect, useRef } from 'preact/hooks';
import type { T } from '../i18n/words';
import type { People } from '../net/protocol';
import { toast } from '../ui/toast';

/** Says who runs the table when that has changed. */
export function useHostNews({ host, hosting, seats }: People, t: T): void {
  const before = useRef(host);
  useEffect(() => {
    if (before.current !== null && host !== null && host !== before.current)
      toast(hosting ? t('people.host_now.you') : t('people.host_now', { who: seats[host]!.name }));
    before.current = host;
  }, [host]);
}
