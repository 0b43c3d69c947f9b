// Opening a record that somebody has: a file is chosen, the server checks every word of it, then it is watched.

import { useState } from 'preact/hooks';
import * as api from './api';
import { bring as send, type Brought } from './apiRecords';
import { withReplayWords } from './i18n/side';
import type { T } from './i18n/words';
import { address } from './address';
import { HostLinks } from './hostLinks';
import { go } from './route';

/** A fault begins with a small letter, as behind the colon of a command line; here it is a sentence. */
const sentence = (why: string) => `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;

/** What is wrong with a file in the reader's language, and the fault itself as the checker words it. */
function wrong(e: unknown, t: T): { words: string; detail: string } {
  if (!(e instanceof api.ApiError) || e.status === 0) return { words: api.errorWords(e, t), detail: '' };
  if (e.place) {
    const { line, deal, action, why } = e.place;
    // In the record and the API deals and actions count from 0; a reader's first deal is deal 1.
    if (deal === null) return { words: t('import.record', { line }), detail: sentence(why) };
    return {
      words:
        action === null
          ? t('import.record_deal', { line, deal: deal + 1 })
          : t('import.record_action', { line, deal: deal + 1, action: action + 1 }),
      detail: sentence(why),
    };
  }
  return t.has(`import.${e.key}`)
    ? { words: t(`import.${e.key}`), detail: '' }
    : { words: t('import.failed'), detail: e.words };
}

interface Props {
  titleOf(game: string): string;
  t: T;
}

type State =
  | { at: 'idle' | 'working' }
  | { at: 'failed'; words: string; detail: string }
  | { at: 'several'; records: Brought[] };

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
    // The same file, mended, can be chosen again.
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
            <strong>{state.words}</strong> <span lang="en">{state.detail}</span>
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
