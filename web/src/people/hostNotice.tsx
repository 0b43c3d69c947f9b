// On the start page: the line of whoever runs the server. At a table it comes over the socket.

import { useEffect, useState } from 'preact/hooks';
import { askHostAgain, hostInfo } from '../net/hostInfo';
import { NoticeLine } from './noticeLine';

/** How often it is asked for while the page is in sight. */
const AGAIN_MS = 60_000;

export function HostNotice() {
  const [closed, close] = useState<string | null>(null);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') askHostAgain();
    };
    look();
    const again = setInterval(look, AGAIN_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(again);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  const notice = hostInfo.value?.notice;
  return notice && notice.words !== closed ? (
    <NoticeLine class="notice" notice={notice} close={() => close(notice.words)} />
  ) : null;
}
