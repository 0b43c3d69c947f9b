// The data on this device: it can be exported to a file, imported from a file, and deleted.

import { ApiError, ask } from '../net/api';
import { errorWords } from '../i18n/errorWords';
import { device } from './deviceBackend';
import { download } from './downloads';
import { markDeviceTables } from './deviceMark';
import { restorePage, withPage } from './pageData';
import { notStored } from './notStored';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { toast } from '../ui/toast';
import { DeleteButton } from '../ui/DeleteButton';

export function DeviceData() {
  const { t } = usePage();
  const bring = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const everything = (await file.text().then(JSON.parse)) as unknown;
      await ask('me/data', everything, 'POST', device);
      restorePage(everything);
      markDeviceTables(true);
      toast(t('here.imported'));
    } catch (e) {
      toast(e instanceof ApiError && e.key !== 'malformed' ? errorWords(e, t) : t('here.not_ours'));
    }
    // Without this, the browser would report no change if the same file were chosen again.
    input.value = '';
  };
  const forget = async () => {
    await ask('me', undefined, 'DELETE', device);
    markDeviceTables(false);
    // Everything that this page shows was deleted, so it is loaded anew.
    location.replace(location.pathname);
  };
  return (
    <section class="paper" id="device-data">
      <h2>{t('here.title')}</h2>
      <p class="muted">{t('here.kept')}</p>
      {notStored() && <p data-do="not-stored">{t('here.not_stored')}</p>}
      <p class="my-data-buttons">
        <Button does="device-export" onPress={() => void download(device, 'me/data', 'cardroom.json', withPage)}>
          {t('here.export')}
        </Button>
        <label class="button file-button">
          {t('here.import')}
          <input
            type="file"
            data-do="device-import"
            accept=".json,application/json"
            onChange={(e) => void bring(e.currentTarget)}
          />
        </label>
        <DeleteButton
          words={t('here.forget')}
          ask={t('here.forget_ask')}
          act={t('here.forget_now')}
          stay={t('data.stay')}
          does="device-forget"
          onDelete={forget}
        />
      </p>
    </section>
  );
}
