// One person on several devices: the link that one device makes, and the question that the other device asks. To open
// the link changes nothing, because programs that check links for people open them too.

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

/** *Your data*: a link for another device, in a sheet that does not store it. */
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

/** The page that the link opens. */
export function DevicePage({ token }: { token: string }) {
  const { t } = usePage();
  const [found, setFound] = useState<Continuation | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** True if somebody has played on this device and would lose those seats and results. */
  const [loses, setLoses] = useState(false);
  useEffect(() => {
    api.me().then(
      (me) => setLoses(ownName(me.name) !== '' || me.tables.length > 0),
      () => {
        /* no warning without a known loss */
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
    // The earlier person is no longer on this device: the start page begins with nothing.
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
