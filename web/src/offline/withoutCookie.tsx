// A browser that keeps no cookie: what that means, and play on the device where there is a card room for it.

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

/** A page may be built without the card room: it is asked before it is offered. */
function PlayHere() {
  const { t } = usePage();
  const [plays, setPlays] = useState(false);
  useEffect(() => {
    import('./deviceBackend')
      .then(({ device }) => device.request('games', { method: 'GET' }))
      .then(
        ({ ok }) => setPlays(ok),
        () => {
          /* nothing to offer */
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
