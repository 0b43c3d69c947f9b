// Words of what stands beside a game and few open: settings, keys, the typed line. They come with the part that says
// them.

import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useRoom } from '../ui/context';
import { sideWords } from './loadAside';
import { translator, type T } from './words';

/** A part that has these words before it is shown: its `t` knows them, then all that the place knows. */
export function withSideWords<Props extends { t: T }>(
  Part: FunctionComponent<Props>,
): FunctionComponent<Omit<Props, 't'>> {
  return (props) => {
    const { t } = useRoom();
    const [own, setOwn] = useState<T | null>(null);
    useEffect(() => {
      let here = true;
      void sideWords(t.language).then((list) => {
        if (here) setOwn(() => translator(t.language, list));
      });
      return () => {
        here = false;
      };
    }, [t.language]);
    if (!own) return null;
    const both: T = Object.assign((key: string, params?: Parameters<T>[1]) => (own.has(key) ? own : t)(key, params), {
      has: (key: string) => own.has(key) || t.has(key),
      num: t.num,
      signed: t.signed,
      language: t.language,
    });
    return <Part {...({ ...props, t: both } as Props)} />;
  };
}
