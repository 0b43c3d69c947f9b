// The notice on the start page. While the page plays without the server, the notice says so. Later the notice offers to
// upload the games that were played without the server.

import { useState } from 'preact/hooks';
import { errorWords } from '../i18n/errorWords';
import { playsAlone, isOnDevice, WITHOUT_SERVER } from '../net/backend';
import { noCookie } from '../net/noCookie';
import { device, evicted } from './deviceBackend';
import { markDeviceTables } from './deviceMark';
import { upload } from './upload';
import type { TableLine } from '../net/protocol';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { toast } from '../ui/toast';

const KEY = 'cardroom.uploaded';

/** Returns the finished matches for which the reader has already decided whether to upload them. */
function decided(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}

function decide(tables: readonly TableLine[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...decided(), ...tables.map(({ id }) => id)]));
  } catch {
    /* a private window stores nothing */
  }
}

export function OfflineNotice({ tables }: { tables: readonly TableLine[] }) {
  const { t } = usePage();
  const [, renew] = useState(0);
  if (evicted.value) return <Evicted />;
  if (playsAlone.value)
    return WITHOUT_SERVER ? null : (
      <p class="notice" role="status" data-do="alone">
        {t(noCookie.value ? 'alone.note.no_cookie' : 'alone.note')}
      </p>
    );
  const known = decided();
  const finished = tables.filter(
    (line) => line.over && !line.practice && isOnDevice(line.id) && !known.includes(line.id),
  );
  if (finished.length === 0) return null;
  const close = () => {
    decide(finished);
    renew((n) => n + 1);
  };
  const uploadAll = async () => {
    try {
      const n = await upload(finished, device, (line) => decide([line]));
      toast(t('alone.uploaded', { n }));
    } catch (e) {
      toast(errorWords(e, t));
    }
    renew((n) => n + 1);
  };
  return (
    <div class="notice" role="status">
      <p>{t('alone.upload_ask', { n: finished.length })}</p>
      <div class="notice-buttons">
        <Button kind="primary" does="upload" onPress={() => void uploadAll()}>
          {t('alone.upload')}
        </Button>
        <Button kind="quiet" does="upload-not" onPress={close}>
          {t('alone.not_now')}
        </Button>
      </div>
    </div>
  );
}

/** The notice that tables were made here, but none of them is stored any more. */
function Evicted() {
  const { t } = usePage();
  const read = () => {
    markDeviceTables(false);
    evicted.value = false;
  };
  return (
    <div class="notice" role="alert">
      <p>{t('alone.evicted')}</p>
      <Button does="evicted" onPress={read}>
        {t('close')}
      </Button>
    </div>
  );
}
