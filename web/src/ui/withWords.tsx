// Loads the words of parts that few people open: settings, keys, the field for typed actions, *Was it fair?*, and
// imported records. The words are loaded together with the part that uses them.

import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from './context';
import { untilLoaded } from '../net/untilLoaded';
import { daysWords, fairWords, replayWords, sideWords } from '../i18n/loadExtra';
import { translator, type T, type Words } from '../i18n/words';

/** Returns a translator that searches the words of `own` first, then those of `t`. */
export const joined = (own: T, t: T): T =>
  Object.assign((key: string, params?: Parameters<T>[1]) => (own.has(key) ? own : t)(key, params), {
    has: (key: string) => own.has(key) || t.has(key),
    num: t.num,
    signed: t.signed,
    person: t.person,
    language: t.language,
  });

/** Returns a part that loads its words before it is shown. Its `t` searches the words of the part first, then the words
 * of the page. */
function withWords<Props extends { t: T }>(
  load: (language: string) => Promise<Words>,
  Part: FunctionComponent<Props>,
): FunctionComponent<Omit<Props, 't'>> {
  return (props) => {
    const { t } = usePage();
    const [own, setOwn] = useState<T | null>(null);
    useEffect(
      () =>
        untilLoaded(
          () => load(t.language),
          (list) => setOwn(() => translator(t.language, list)),
        ),
      [t.language],
    );
    if (!own) return null;
    return <Part {...({ ...props, t: joined(own, t) } as Props)} />;
  };
}

export const withSideWords = <Props extends { t: T }>(Part: FunctionComponent<Props>) => withWords(sideWords, Part);
export const withFairWords = <Props extends { t: T }>(Part: FunctionComponent<Props>) => withWords(fairWords, Part);
export const withDaysWords = <Props extends { t: T }>(Part: FunctionComponent<Props>) => withWords(daysWords, Part);
export const withReplayWords = <Props extends { t: T }>(Part: FunctionComponent<Props>) => withWords(replayWords, Part);
