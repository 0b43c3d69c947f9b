// The list of the reader's browsers: their names, the last visit of each, and buttons that log them out.

import { useEffect, useState } from 'preact/hooks';
import { errorWords } from '../i18n/errorWords';
import * as peopleApi from '../net/peopleApi';
import { dayOf, timeOf } from '../i18n/dates';
import type { MyDevices } from '../net/protocol';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { toast } from '../ui/toast';
import './deviceList.css';

/** The list of devices in *Your data*. The list marks this device. Each other device has a button that logs the device
 * out. */
export function DeviceList() {
  const { t } = usePage();
  const [known, set] = useState<MyDevices | null>(null);
  const ask = (answer: Promise<MyDevices>, done?: string) => {
    answer.then(
      (devices) => {
        set(devices);
        if (done) toast(done);
      },
      (e: unknown) => toast(errorWords(e, t)),
    );
  };
  useEffect(() => ask(peopleApi.devices()), []);
  if (!known) return <p role="status">{t('loading')}</p>;
  const day = (at: string) => dayOf(t.language, at, true);
  const time = (at: string) => timeOf(t.language, at);
  const unlink = () => {
    peopleApi.unlinkDevice().then(
      () => ask(peopleApi.devices(), t('devices.unlinked')),
      (e: unknown) => toast(errorWords(e, t)),
    );
  };
  return (
    <section class="devices" aria-labelledby="devices-title">
      <h3 id="devices-title">{t('devices.title')}</h3>
      <ul>
        {known.devices.map((one) => {
          const name = one.browser || t('devices.unknown');
          return (
            <li key={one.id} data-device={one.this ? 'this' : 'other'}>
              <span>
                <bdi translate={false}>{name}</bdi>
                <small class="muted">{one.this ? t('devices.this') : t('devices.seen', { when: day(one.seen) })}</small>
              </span>
              {!one.this && (
                <Button
                  does="device-out"
                  label={t('devices.out_which', { which: name })}
                  onPress={() => ask(peopleApi.logOut(one.id), t('devices.gone'))}
                >
                  {t('devices.out')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {known.devices.length > 2 && (
        <Button does="devices-out" onPress={() => ask(peopleApi.logOutOthers(), t('devices.all_gone'))}>
          {t('devices.all')}
        </Button>
      )}
      {known.link && (
        <p class="devices-link">
          <span>{t('devices.link', { when: time(known.link) })}</span>
          <Button does="device-unlink" onPress={unlink}>
            {t('devices.unlink')}
          </Button>
        </p>
      )}
    </section>
  );
}
