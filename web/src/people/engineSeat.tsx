// A seat for an external program. The host makes a token, which is shown only once, because the server stores only its
// hash.

import { useState } from 'preact/hooks';
import { errorWords } from '../i18n/errorWords';
import * as peopleApi from '../net/peopleApi';
import { weekdayOf } from '../i18n/dates';
import type { T } from '../i18n/words';
import type { EngineSeat as Made, SeatInfo } from '../net/protocol';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toast';
import { copyFrom } from './copyFrom';
import { levelWords } from '../ui/levels';
import '../ui/form.css';

/** Returns the words for the player of a bot's seat. */
export function botWords(info: SeatInfo, t: T): string {
  if (info.bot !== 'engine') return t('people.bot', { level: levelWords(info.bot ?? '', t) });
  const there = t(info.here ? 'people.engine' : 'people.engine_away');
  return info.replaced ? `${there} · ${t('people.replaced', { n: info.replaced })}` : there;
}

export const ENGINE_SIGN = 'M2 3.500h12v9h-12zM4.500 6l2 2-2 2M8 10.500h3';

export function EngineSeat({
  table,
  seat,
  info,
  t,
  onClose,
}: {
  table: string;
  seat: number;
  info: SeatInfo;
  t: T;
  onClose(): void;
}) {
  const [made, set] = useState<Made | null>(null);
  const make = async () => {
    try {
      set(await peopleApi.seatEngine(table, seat));
    } catch (e) {
      toast(errorWords(e, t));
    }
  };
  const close = (
    <Button kind={made ? 'primary' : 'quiet'} does="engine-close" onPress={onClose}>
      {t('close')}
    </Button>
  );
  const title = t('engine.seat', { n: seat + 1 });
  if (!made) {
    return (
      <Sheet
        title={title}
        modal
        onClose={onClose}
        footer={
          <>
            {close}
            <Button kind="primary" does="engine-make" onPress={() => void make()}>
              {t('engine.make')}
            </Button>
          </>
        }
      >
        <p>{t('engine.about')}</p>
        {info.bot === 'engine' && <p class="muted">{t('engine.again')}</p>}
      </Sheet>
    );
  }
  const until = weekdayOf(t.language, made.expires);
  const line = (id: string, words: string, value: string) => (
    <div class="engine-line">
      <label for={id}>{words}</label>
      <div class="invite-link">
        <input id={id} readOnly value={value} onFocus={(e) => e.currentTarget.select()} />
        <Button
          does={`copy-${id}`}
          label={t('engine.copy', { what: words })}
          onPress={() => void copyFrom(`#${id}`).then(() => toast(t('engine.copied')))}
        >
          {t('invite.copy')}
        </Button>
      </div>
    </div>
  );
  return (
    <Sheet title={title} modal onClose={onClose} footer={close}>
      <p>{t('engine.once')}</p>
      {line('engine-url', t('engine.address'), made.url)}
      {line('engine-token', t('engine.token'), made.token)}
      <p class="muted">{t('engine.until', { when: until })}</p>
    </Sheet>
  );
}
