// The pages in place of a table that cannot be shown here. A browser that stores no cookies is offered to play on this
// device, if this build of the page can. A table of this device may be open in another tab.

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

export function Elsewhere({ table, onTaken }: { table: string; onTaken(): void }) {
  const { t } = usePage();
  const openHere = async () => {
    (await import('./deviceBackend')).takeOver(table);
    onTaken();
  };
  return (
    <NotFound words={t('game.elsewhere')}>
      <Button kind="primary" onPress={openHere}>
        {t('game.play_here')}
      </Button>
    </NotFound>
  );
}

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
