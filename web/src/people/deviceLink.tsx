// The use of several devices by one person. One device makes a link. The other device opens the link and asks a
// question first. Opening the link changes nothing yet, because programs that check links open it too.

import { useEffect, useState } from 'preact/hooks';
import * as api from '../net/api';
import { errorWords } from '../i18n/errorWords';
import * as peopleApi from '../net/peopleApi';
import { timeOf } from '../i18n/dates';
import { Logo } from '../cards/Logo';
import { NotFound } from '../ui/notFound';
import type { Continuation, Invite } from '../net/protocol';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { Sheet } from '../ui/Sheet';
import { toast, ToastPlace } from '../ui/toast';
import { LinkToGive } from './linkToGive';
import { ownName } from './playerName';
import { address } from '../ui/address';
import './people.css';
import '../ui/form.css';

/** A link for another device, in *Your data*. The link is not stored: it is shown only in this sheet. */
export function DeviceLink({ onClose }: { onClose(): void }) {
  const { t } = usePage();
  const [link, set] = useState<Invite | null>(null);
  const make = (words?: string) => {
    peopleApi.linkDevice().then(
      (made) => {
        set(made);
        if (words) toast(words);
      },
      (e: unknown) => {
        toast(errorWords(e, t));
        onClose();
      },
    );
  };
  useEffect(() => make(), []);
  const until = link && timeOf(t.language, link.expires);
  return (
    <Sheet
      title={t('device.title')}
      modal
      onClose={onClose}
      footer={
        <>
          <Button does="device-again" onPress={() => make(t('device.renewed'))}>
            {t('device.again')}
          </Button>
          <Button does="device-close" onPress={onClose}>
            {t('device.close')}
          </Button>
        </>
      }
    >
      <p>{t('device.about')}</p>
      {link && (
        <div class="invite">
          <LinkToGive link={link} id="device-link" label={t('device.link')} t={t} />
          <p class="muted">{t('device.until', { when: until! })}</p>
        </div>
      )}
    </Sheet>
  );
}

/** The page that the link for another device opens. */
export function DevicePage({ token }: { token: string }) {
  const { t } = usePage();
  const [found, setFound] = useState<Continuation | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** True if somebody has played on this device, and would lose access to those seats and results. */
  const [loses, setLoses] = useState(false);
  useEffect(() => {
    api.me().then(
      (me) => setLoses(ownName(me.name) !== '' || me.tables.length > 0),
      () => {
        /* without a known loss there is no warning */
      },
    );
    peopleApi.continuation(token).then(setFound, (e: unknown) => setLost(errorWords(e, t)));
  }, [token]);
  useEffect(() => {
    document.title = t('device.here');
  }, [t]);
  if (lost) return <NotFound words={lost} />;
  if (!found)
    return (
      <main class="connecting felt" aria-busy="true">
        <h1 class="visually-hidden">{t('device.here')}</h1>
        <p role="status">{t('loading')}</p>
      </main>
    );
  const continueHere = () => {
    if (busy) return;
    setBusy(true);
    // The person who used this device before has no seats on it any more, so the start page is loaded anew.
    peopleApi.continueHere(token).then(
      () => location.replace('/'),
      (e: unknown) => {
        setBusy(false);
        setLost(errorWords(e, t));
      },
    );
  };
  return (
    <main class="invitation felt">
      <div class="paper">
        <div class="emblem">
          <Logo size={72} />
        </div>
        <h1>{t('device.here')}</h1>
        <p>{t('device.ask', { who: found.name })}</p>
        {loses && <p class="muted">{t('device.instead')}</p>}
        <Button kind="primary" does="device-take" onPress={continueHere}>
          {t('device.take', { who: found.name })}
        </Button>
        <a class="button quiet" href={address('/')}>
          {t('back')}
        </a>
      </div>
      <ToastPlace />
    </main>
  );
}
