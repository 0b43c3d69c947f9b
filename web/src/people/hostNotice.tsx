// The notice of the server's operator on the start page. At a table the notice comes over the socket.

import { useEffect, useState } from 'preact/hooks';
import { askHostAgain, hostInfo } from '../net/hostInfo';
import { NoticeLine } from './noticeLine';

/** The interval in ms at which the page requests the notice while it is visible. */
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
