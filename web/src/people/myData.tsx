// The data that the server has about the reader. The page shows this data as numbers. The reader can download it as a
// file, or delete it.

import { useState } from 'preact/hooks';
import { ask } from '../net/api';
import { errorWords } from '../i18n/errorWords';
import { device } from '../fair/shuffleStore';
import { HostLinks } from '../ui/hostLinks';
import { dayOf } from '../i18n/dates';
import { server } from '../net/backend';
import { later } from '../ui/later';
import type { MyData } from '../net/protocol';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { toast } from '../ui/toast';
import { DeleteButton } from '../ui/DeleteButton';

const ForgetMistakes = later(() => import('./forgetMistakes'), 'ForgetMistakes');
const DeviceLink = later(() => import('./deviceLink'), 'DeviceLink');
const DeviceList = later(() => import('./deviceList'), 'DeviceList');

export function MyDataPart() {
  const { t } = usePage();
  const [shown, setShown] = useState<MyData | null>(null);
  const [moving, setMoving] = useState(false);
  const [listing, setListing] = useState(false);
  const show = () => {
    ask<MyData>('me/data').then(setShown, (e: unknown) => toast(errorWords(e, t)));
  };
  const forget = async () => {
    await ask('me', undefined, 'DELETE');
    // The data on shuffles in this browser also is about the person, so it is deleted too.
    await device.clear().catch(() => {});
    // Everything that this page shows was deleted, so the start page is loaded anew.
    location.assign('/');
  };
  return (
    <section class="paper" id="data">
      <h2>{t('data.title')}</h2>
      <p class="muted">{t('data.kept')}</p>
      {shown && (
        <dl class="my-data">
          <dt>{t('data.name')}</dt>
          <dd>
            <bdi translate={false}>{shown.name}</bdi>
          </dd>
          <dt>{t('data.since')}</dt>
          <dd>{dayOf(t.language, shown.since)}</dd>
          {(['tables', 'results', 'mistakes', 'invites', 'records'] as const).map((of) => [
            <dt key={of}>{t(`data.${of}`)}</dt>,
            <dd key={`${of}-n`}>{t.num(shown[of].length)}</dd>,
          ])}
        </dl>
      )}
      <p class="my-data-buttons">
        {shown ? (
          <a class="button" data-do="data-file" href="/api/v1/me/data" download="cardroom-data.json">
            {t('data.file')}
          </a>
        ) : (
          <Button does="data-show" onPress={show}>
            {t('data.show')}
          </Button>
        )}
        {!listing && (
          <Button does="data-devices" onPress={() => setListing(true)}>
            {t('devices.title')}
          </Button>
        )}
        <Button does="data-device" onPress={() => setMoving(true)}>
          {t('device.title')}
        </Button>
        {shown && shown.mistakes.length > 0 && <ForgetMistakes from={[server]} onDone={show} />}
        <DeleteButton
          words={t('data.forget')}
          ask={t('data.forget_ask')}
          act={t('data.forget_now')}
          stay={t('data.stay')}
          does="data-forget"
          onDelete={forget}
        />
      </p>
      <HostLinks />
      {listing && <DeviceList />}
      {moving && <DeviceLink onClose={() => setMoving(false)} />}
    </section>
  );
}
