// Puzzles of a game. The game's own board shows a deal up to a decision with one clearly best choice. The reader
// chooses, and then sees the best choice with its reasons.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { cardThe } from '../cards/names';
import { ApiError } from '../net/api';
import { answerPuzzle, nextPuzzle, puzzleFile } from '../net/puzzlesApi';
import type { Frame, PuzzleQuestion, PuzzleSolution, Refusal } from '../net/protocol';
import { untilLoaded } from '../net/untilLoaded';
import { errorWords } from '../i18n/errorWords';
import { gameWords } from '../i18n/load';
import { puzzleWords } from '../i18n/loadExtra';
import { type T, translator, type Words } from '../i18n/words';
import { ActionBar } from '../ui/ActionBar';
import { boardOf } from '../ui/boards';
import { Button } from '../ui/Button';
import { PageContext, usePage } from '../ui/context';
import { GameHead } from '../ui/GameHead';
import type { GameUi } from '../ui/gameUi';
import { later } from '../ui/later';
import { NotFound } from '../ui/notFound';
import { Sheet } from '../ui/Sheet';
import { boardSettings } from '../ui/settings';
import { toast, ToastPlace } from '../ui/toast';
import { fixed } from '../advice/sentences';
import { useFirstTouch } from '../table/firstTouch';
import { Keyboard } from '../table/keyboard';
import { timeline } from '../replay/timeline';
import { filesOf } from './files';
import '../lesson/lessonPage.css';

const Rules = later(() => import('../ui/RulesSheet'), 'Rules');

export function PuzzlePage({ game, shell }: { game: string; shell: Words[] }) {
  const { t: plainT } = usePage();
  const [ui, setUi] = useState<GameUi | null>(null);
  const [words, setWords] = useState<Words[] | null>(null);
  const [rule, setRule] = useState<{ at: string | null } | null>(null);
  useEffect(() => untilLoaded(() => boardOf(game), setUi), [game]);
  useEffect(
    () =>
      untilLoaded(
        () => Promise.all([puzzleWords(game, plainT.language), gameWords(game, plainT.language)]),
        (lists) => setWords(lists.flat()),
      ),
    [game, plainT.language],
  );
  const t = useMemo(
    () => (words ? translator(plainT.language, ...words, ...shell) : null),
    [words, shell, plainT.language],
  );
  if (!filesOf(game).length) return <NotFound words={plainT('nowhere')} />;
  if (!ui || !t || !words) return <Loading words={plainT('loading')} />;
  const themes = words.flatMap((list) => Object.keys(list)).filter((key) => key.startsWith('theme.'));
  return (
    <PageContext.Provider
      value={{ t, settings: { ...boardSettings(game), autoHome: 'off' }, openRule: (at) => setRule({ at }) }}
    >
      <Stream game={game} ui={ui} themes={themes} />
      {rule && (
        <Sheet title={t('rules.title')} modal onClose={() => setRule(null)}>
          <Rules game={game} rule={rule.at} />
        </Sheet>
      )}
    </PageContext.Provider>
  );
}

const Loading = ({ words }: { words: string }) => (
  <main class="nowhere felt" aria-busy="true">
    <p role="status">{words}</p>
  </main>
);

/** A puzzle with its file, which is sent again with the answer. */
interface Asked {
  file: string;
  question: PuzzleQuestion;
}

/** Returns the next puzzle of a theme; null if the reader has tried all of them. */
async function find(game: string, theme: string | null): Promise<Asked | null> {
  for (const url of filesOf(game)) {
    const file = await puzzleFile(url);
    try {
      return { file, question: await nextPuzzle(file, theme) };
    } catch (e) {
      if (!(e instanceof ApiError && e.key === 'no_puzzle')) throw e;
    }
  }
  return null;
}

/** One puzzle after another. */
function Stream({ game, ui, themes }: { game: string; ui: GameUi; themes: string[] }) {
  const { t } = usePage();
  const [theme, setTheme] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | 'none' | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [number, setNumber] = useState(0);
  useEffect(() => {
    let current = true;
    find(game, theme).then(
      (found) => current && setAsked(found ?? 'none'),
      (e) => current && setFailed(e),
    );
    return () => {
      current = false;
    };
  }, [game, theme, number]);
  useEffect(() => {
    document.title = `${t('title')} · ${t('puzzle.title')}`;
  }, [t]);
  if (failed) return <NotFound words={errorWords(failed, t)} />;
  if (!asked) return <Loading words={t('loading')} />;
  const choose = (
    <select
      class="select"
      data-do="theme"
      aria-label={t('puzzle.theme')}
      value={theme ?? ''}
      onChange={(e) => setTheme(e.currentTarget.value || null)}
    >
      <option value="">{t('puzzle.theme.all')}</option>
      {themes.map((key) => (
        <option key={key} value={key.slice('theme.'.length)}>
          {t(key)}
        </option>
      ))}
    </select>
  );
  if (asked === 'none')
    return (
      <main class="nowhere felt">
        <p role="status">{t('puzzle.none')}</p>
        {choose}
      </main>
    );
  return (
    <Solving key={asked.question.deal} asked={asked} ui={ui} onNext={() => setNumber(number + 1)}>
      {choose}
    </Solving>
  );
}

interface SolvingProps {
  asked: Asked;
  ui: GameUi;
  onNext(): void;
  children: preact.ComponentChildren;
}

function Solving({ asked: { file, question }, ui, onNext, children }: SolvingProps) {
  const { t, settings, openRule } = usePage();
  const { replay, legal } = question;
  const seat = replay.viewer ?? 0;
  const alone = replay.seats.length === 1;
  const line = useMemo(() => timeline(replay, seat, 'puzzle', ui, t, false), [replay, ui, t]);
  const [solution, setSolution] = useState<PuzzleSolution | null>(null);
  const panel = useRef<HTMLElement>(null);
  const last = line.entries.at(-1)!.frame;
  const frame: Frame = solution ? { ...last, must: [] } : { ...last, at: 1, legal };
  const touched = useFirstTouch(frame, settings, t);
  const standing = solution?.standing ?? question.standing;

  const choose = async (action: string | null): Promise<Refusal | null> => {
    if (solution) return null;
    try {
      setSolution(await answerPuzzle(file, question.deal, action));
    } catch (e) {
      toast(errorWords(e, t));
    }
    return null;
  };
  useEffect(() => {
    if (solution) panel.current?.querySelector<HTMLElement>('.primary')?.focus({ preventScroll: true });
  }, [solution]);

  const words = solution
    ? solutionWords(solution, alone, ui, last, t)
    : t(alone ? 'puzzle.question.alone' : 'puzzle.question');
  return (
    <div class={`game lesson${settings.leftHanded ? ' left-handed' : ''}`}>
      <Keyboard at={{ match: { act: choose, ask: async () => null }, frame }} keys={ui.keys} />
      <a class="skip" href="#board">
        {t('skip')}
      </a>
      <GameHead back="/" backTo={t('back')} title={t('title')} where={[t('puzzle.title')]}>
        <button
          type="button"
          class="icon-button"
          data-do="rules"
          aria-label={t('rules.title')}
          title={t('rules.title')}
          onClick={() => openRule(null)}
        >
          ?
        </button>
      </GameHead>
      <section
        class={`lesson-panel ${solution ? 'told' : 'deciding'}${solution && !solution.solved ? ' weaker' : ''}`}
        aria-label={t('puzzle.title')}
        ref={panel}
      >
        <p class="lesson-place">
          <span data-do="rating">{t('puzzle.rating', { n: Math.round(standing.rating) })}</span>
          {standing.streak > 1 && <span data-do="streak">{t('puzzle.streak', { n: standing.streak })}</span>}
        </p>
        <p class="lesson-words" tabIndex={0} role="status" data-solved={solution?.solved}>
          {words}
        </p>
        <ActionBar label={t('puzzle.title')}>
          {children}
          {question.may_wait && !solution && (
            <Button does="wait" onPress={() => void choose(null)}>
              {t('puzzle.wait')}
            </Button>
          )}
          {solution && (
            <Button kind="primary" does="next" shortcut="Enter" onPress={onNext}>
              {t('puzzle.next')}
            </Button>
          )}
        </ActionBar>
      </section>
      <main class="board felt" id="board" translate={false} tabIndex={-1} onPointerDown={touched}>
        <ui.Board
          frame={frame}
          send={choose}
          ask={async () => null}
          undo={() => {}}
          redo={() => {}}
          hint={null}
          help={null}
          lesson
          settings={settings}
          t={t}
        />
      </main>
      <ToastPlace />
    </div>
  );
}

/** Returns the words for the solution: the best choice, its reasons, and by how much it is better. */
function solutionWords(solution: PuzzleSolution, alone: boolean, ui: GameUi, frame: Frame, t: T): string {
  const { best, reasons, margin, error, solved } = solution;
  const choice = !best ? t('puzzle.wait') : ui.choice ? ui.choice(best, frame, t) : best.action;
  const why = reasons.map(({ key, n, card }) =>
    t(`reason.${key}`, {
      ...(n === null ? {} : { n }),
      ...(card === null ? {} : { card: cardThe(card, t.language) }),
    }),
  );
  return [
    t(solved ? 'puzzle.solved' : 'puzzle.missed', { choice }),
    ...(why.length ? [t('puzzle.reasons', { reasons: why.join(', ') })] : []),
    alone ? t('puzzle.only') : t('puzzle.margin', { margin: fixed(margin, t), error: fixed(error, t) }),
  ].join(' ');
}
