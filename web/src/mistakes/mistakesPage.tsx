// *My mistakes*: the list, and the question for one of them. A mistake comes back until the reader gets it right.

import { useEffect, useState } from 'preact/hooks';
import { dayOf } from '../i18n/dates';
import { errorWords } from '../i18n/errorWords';
import { wordsOfGames } from '../i18n/load';
import { mistakesWords } from '../i18n/loadExtra';
import { translator, type T, type Words } from '../i18n/words';
import { server } from '../net/backend';
import { LEARNED } from '../net/mistakesApi';
import { untilLoaded } from '../net/untilLoaded';
import { judgeDeals, savesPower } from '../offline/judgeDeals';
import { ForgetMistakes } from '../people/forgetMistakes';
import { address } from '../ui/address';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { later } from '../ui/later';
import { NotFound } from '../ui/notFound';
import { go } from '../ui/route';
import { ToastPlace } from '../ui/toast';
import { type Entry, type Found, isDue, isOpen, loadAll } from './entries';
import { Sign } from '../ui/Sign';
import '../ui/startPage.css';
import '../ui/statistics.css';
import './mistakesPage.css';

const Question = later(() => import('./question'), 'Question');

export function MistakesPage({ id, shell }: { id: string | null; shell: Words[] }) {
  const { t: plainT } = usePage();
  const [own, setOwn] = useState<Words | null>(null);
  const [words, setWords] = useState<Record<string, Words[]>>({});
  const [found, setFound] = useState<Found | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  /** The ids of the mistakes that the reader has answered since the lists were loaded. */
  const [answered, setAnswered] = useState<readonly string[]>([]);
  const load = async () => {
    try {
      const all = await loadAll();
      setFound(all);
      setAnswered([]);
      setFailed(null);
      return all;
    } catch (error) {
      setFailed(error);
      return null;
    }
  };
  useEffect(() => untilLoaded(() => mistakesWords(plainT.language), setOwn), [plainT.language]);
  const games = [...new Set(found?.entries.map(({ line }) => line.game))];
  useEffect(() => wordsOfGames(games, plainT.language, setWords), [games.join(), plainT.language]);
  const left = useJudging(id === null, load);
  useEffect(() => {
    if (own && id === null) document.title = translator(plainT.language, own)('mistakes.title');
  }, [own]);
  if (!own) return <main class="nowhere felt" aria-busy="true" />;
  const t = translator(plainT.language, own, ...shell);
  if (id !== null && found) {
    const entry = found.entries.find((one) => one.line.id === id && isOpen(one));
    if (!entry) return <NotFound words={t('error.unknown_mistake')} />;
    const next = found.entries.find((one) => one !== entry && isDue(one) && !answered.includes(one.line.id));
    return (
      <Question
        entry={entry}
        next={next?.line.id ?? null}
        shell={[own, ...shell]}
        onAnswer={() => setAnswered([...answered, id])}
      />
    );
  }
  const titleOf = (game: string): string => {
    const ofGame = translator(t.language, ...(words[game] ?? []));
    return ofGame.has('title') ? ofGame('title') : game;
  };
  return (
    <div class="start felt">
      <header class="start-head">
        <a class="icon-button" href={address('/statistics')} aria-label={t('back')}>
          <Sign d="M10 3L5 8l5 5" />
        </a>
        <div>
          <h1>{t('mistakes.title')}</h1>
        </div>
      </header>
      <main class="statistics">
        <p class="on-felt-muted">{t('mistakes.about')}</p>
        {failed !== null ? (
          <div class="notice" role="alert">
            <p>{errorWords(failed, t)}</p>
            <Button onPress={() => void load()}>{t('again')}</Button>
          </div>
        ) : found === null ? (
          <p class="empty" aria-busy="true">
            {t('loading')}
          </p>
        ) : (
          <List entries={found.entries} titleOf={titleOf} onChange={() => void load()} t={t} />
        )}
        <p class="on-felt-muted" role="status" data-do="judging" data-left={left}>
          {left === 'saving' ? t('mistakes.saving') : left ? t('mistakes.judging', { n: left }) : ''}
        </p>
      </main>
      <ToastPlace />
    </div>
  );
}

/** Loads the lists, and looks for mistakes in the deals that are not judged yet, as long as the list is open. Returns
 * the number of deals that are left; null until it is known. */
function useJudging(isList: boolean, load: () => Promise<Found | null>): number | 'saving' | null {
  const [left, setLeft] = useState<number | 'saving' | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const judge = async () => {
      const all = await load();
      let isSaving = false;
      for (const { from, deals } of (isList && all?.unjudged) || []) {
        if (!deals.length || signal.aborted) continue;
        if (from !== server && (await savesPower())) {
          isSaving = true;
          continue;
        }
        setLeft(deals.length);
        await judgeDeals(from, deals, signal, (n) => {
          if (n) setLeft(n);
          void load();
        });
      }
      await load();
      if (!signal.aborted) setLeft(isSaving ? 'saving' : 0);
    };
    void judge();
    return () => stop.abort();
  }, [isList]);
  return left;
}

interface ListProps {
  entries: Entry[];
  titleOf(game: string): string;
  onChange(): void;
  t: T;
}

function List({ entries, titleOf, onChange, t }: ListProps) {
  const open = entries.filter(isOpen);
  const due = open.filter((one) => isDue(one));
  return (
    <>
      <section class="paper" aria-labelledby="due">
        <h2 id="due">{due.length ? t('mistakes.due', { n: due.length }) : t('mistakes.none_due')}</h2>
        {due.length > 0 && (
          <p>
            <Button kind="primary" does="mistakes-begin" onPress={() => go(`/mistakes/${due[0]!.line.id}`)}>
              {t('mistakes.begin')}
            </Button>
          </p>
        )}
        {open.length > 0 && (
          <ul class="mistakes" translate={false}>
            {open.map((one) => (
              <li key={one.line.id} data-due={isDue(one)}>
                <strong>{titleOf(one.line.game)}</strong>
                <span class="muted">
                  {isDue(one)
                    ? t('mistakes.now')
                    : t('mistakes.comes_back', { date: dayOf(t.language, new Date(one.line.due_ms)) })}
                </span>
                <span class="muted">{t('mistakes.right', { n: one.line.step, of: LEARNED })}</span>
              </li>
            ))}
          </ul>
        )}
        <p class="muted" data-do="mistakes-learned">
          {t('mistakes.learned', { n: entries.length - open.length })}
        </p>
      </section>
      <p>
        {entries.length > 0 ? (
          <ForgetMistakes from={new Set(entries.map((one) => one.from))} onDone={onChange} />
        ) : (
          <a class="button primary" data-do="mistakes-play" href={address('/')}>
            {t('back')}
          </a>
        )}
      </p>
    </>
  );
}
