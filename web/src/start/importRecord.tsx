// The import of records. The reader chooses a file. The server checks the whole file. Then the first match is replayed.

import { useState } from 'preact/hooks';
import * as api from '../net/api';
import { errorWords } from '../i18n/errorWords';
import { bring as send, type Brought } from '../net/recordsApi';
import { withReplayWords } from '../ui/withWords';
import type { T } from '../i18n/words';
import { address } from '../ui/address';
import { HostLinks } from '../ui/hostLinks';
import { go } from '../ui/route';

interface Wrong {
  words: string;
  /** The checker's description of the fault, in English. */
  detail: string;
  /** The end of the sentence, which follows the detail. */
  end: string;
}

/** Returns the words for a fault of a file, in the reader's language. */
export function wrong(e: unknown, t: T): Wrong {
  const plain = (words: string, detail = ''): Wrong => ({ words, detail: detail && ` ${detail}`, end: '' });
  if (!(e instanceof api.ApiError) || e.status === 0) return plain(errorWords(e, t));
  if (e.place) {
    const { line, deal, action, why } = e.place;
    // Deals and actions are counted from 0 in the record and in the API, but from 1 for the reader.
    const words =
      deal === null
        ? t('import.record', { line })
        : action === null
          ? t('import.record_deal', { line, deal: deal + 1 })
          : t('import.record_action', { line, deal: deal + 1, action: action + 1 });
    const [begin = '', end = ''] = words.split('{why}');
    return { words: begin, detail: why.replace(/\.$/, ''), end };
  }
  return t.has(`import.${e.key}`) ? plain(t(`import.${e.key}`)) : plain(t('import.failed'), e.words);
}

interface Props {
  titleOf(game: string): string;
  t: T;
}

type State = { at: 'idle' | 'working' } | ({ at: 'failed' } & Wrong) | { at: 'several'; records: Brought[] };

export const ImportRecord = withReplayWords(function ImportRecord({ titleOf, t }: Props) {
  const [state, set] = useState<State>({ at: 'idle' });
  const bring = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    set({ at: 'working' });
    try {
      const records = await send(file);
      if (records.length === 1) go(api.replayPath('records', records[0]!.id, 0));
      else set({ at: 'several', records });
    } catch (e) {
      set({ at: 'failed', ...wrong(e, t) });
    }
    // Without this, the browser would report no change if the corrected file had the same name.
    input.value = '';
  };
  return (
    <>
      <section class="import" aria-label={t('import.button')}>
        <label class="button file-button">
          {t('import.button')}
          <input
            type="file"
            data-do="import"
            accept=".jsonl,.json,.ndjson,application/x-ndjson"
            onChange={(e) => void bring(e.currentTarget)}
          />
        </label>
        {state.at === 'idle' && <p class="muted">{t('import.help')}</p>}
        {state.at === 'working' && <p role="status">{t('import.working')}</p>}
        {state.at === 'failed' && (
          <p role="alert">
            <strong>{state.words}</strong>
            <span lang="en">{state.detail}</span>
            {state.end}
          </p>
        )}
        {state.at === 'several' && (
          <div role="status">
            <p>{t('import.several', { n: state.records.length })}</p>
            <ul class="table-lines">
              {state.records.map((one, i) => (
                <li key={i}>
                  <a href={address(api.replayPath('records', one.id, 0))}>
                    <strong>{titleOf(one.game)}</strong>
                    <span class="muted">
                      {t('import.deals', { n: one.deals })}
                      {one.offline && ` · ${t('import.offline')}`}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
      </section>
      <HostLinks />
    </>
  );
});
