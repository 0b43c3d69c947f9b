// The page for a browser that stores no cookies. It describes the consequences. If this build of the page can play
// without a server, it offers to play on this device.

import { useEffect, useState } from 'preact/hooks';
import { playsAlone } from '../net/backend';
import { NotFound } from '../ui/notFound';
import { go } from '../ui/route';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';

export const WithoutCookie = () => (
  <NotFound words={usePage().t('error.no_cookie')}>
    <PlayHere />
  </NotFound>
);

export function NoCookieNotice() {
  const { t } = usePage();
  return (
    <div class="notice" role="alert" data-do="no-cookie">
      <p>{t('error.no_cookie')}</p>
      <PlayHere />
    </div>
  );
}

/** The button to play on this device. It is shown only after a check, because some builds of the page lack the module
 * that plays without a server. */
function PlayHere() {
  const { t } = usePage();
  const [plays, setPlays] = useState(false);
  useEffect(() => {
    import('./deviceBackend')
      .then(({ device }) => device.request('games', { method: 'GET' }))
      .then(
        ({ ok }) => setPlays(ok),
        () => {
          /* there is no card room to offer */
        },
      );
  }, []);
  const play = () => {
    playsAlone.value = true;
    go('/');
  };
  return plays ? (
    <Button kind="primary" does="play-alone" onPress={play}>
      {t('alone.play')}
    </Button>
  ) : null;
}
