// A guided first deal. The game's own board plays a recorded deal up to each decision of the learner. The lesson
// explains what is important, and lets the learner choose. The server sends the legal choices. It marks the right
// choices, and the choices with their own answer. The page compares the learner's choice. The words are in the game's
// lang/lesson.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { errorWords } from '../i18n/errorWords';
import { lesson as askLesson, whyNot } from '../net/recordsApi';
import { BoardAlone, useBoard } from '../ui/BoardAlone';
import { lessonWords } from '../i18n/loadExtra';
import type { Words } from '../i18n/words';
import { useFirstTouch } from '../table/firstTouch';
import { Keyboard } from '../table/keyboard';
import { later } from '../ui/later';
import { paceOf } from './lessonPace';
import { firstTable, isKnown, lastTable, play } from '../match/newTable';
import { NotFound } from '../ui/notFound';
import type { AnyLegal, Frame, Lesson, LessonStep, Refusal } from '../net/protocol';
import { boardSettings, settings as saved } from '../ui/settings';
import { timeline } from '../match/timeline';
import { ActionBar } from '../ui/ActionBar';
import { Button } from '../ui/Button';
import { PageContext, usePage } from '../ui/context';
import type { GameUi } from '../ui/gameUi';
import { GameHead } from '../ui/GameHead';
import { ScoreSheet } from '../ui/ScoreSheet';
import { Sheet } from '../ui/Sheet';
import { tiles } from '../ui/tiles';
import { toast, toastRefusal, ToastPlace } from '../ui/toast';
import { address } from '../ui/address';
import './lessonPage.css';

const Rules = later(() => import('../ui/RulesSheet'), 'Rules');

export function LessonPage({ game, shell }: { game: string; shell: Words[] }) {
  const { t: plainT } = usePage();
  const [lesson, setLesson] = useState<Lesson | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [rule, setRule] = useState<{ at: string | null } | null>(null);
  const board = useBoard(game, shell, lessonWords);
  useEffect(() => void askLesson(game).then(setLesson, setFailed), [game]);

  if (failed) return <NotFound words={errorWords(failed, plainT)} />;
  if (!lesson || !board)
    return (
      <main class="nowhere felt" aria-busy="true">
        <p role="status">{plainT('loading')}</p>
      </main>
    );
  const { t, ui } = board;
  return (
    <PageContext.Provider
      value={{ t, settings: { ...boardSettings(game), autoHome: 'off' }, openRule: (at) => setRule({ at }) }}
    >
      <Learning lesson={lesson} ui={ui} onRules={() => setRule({ at: null })} />
      {rule && (
        <Sheet title={t('rules.title')} modal onClose={() => setRule(null)}>
          <Rules game={game} rule={rule.at} />
        </Sheet>
      )}
    </PageContext.Provider>
  );
}

/** The stages of the lesson. `told`: the decision is made, and the learner reads the words about it. */
type Stage = 'welcome' | 'watching' | 'deciding' | 'told' | 'done';

function Learning({ lesson, ui, onRules }: { lesson: Lesson; ui: GameUi; onRules(): void }) {
  const { t, settings, openRule } = usePage();
  const { replay, steps } = lesson;
  const seat = replay.viewer ?? 0;
  const line = useMemo(() => timeline(replay, seat, 'lesson', ui, t, false), [replay, ui, t]);
  const last = line.entries.length - 1;
  // The index of each decision's frame, and of the last frame of the deal.
  const stops = useMemo(
    () => [...steps.map((step) => line.entries.findLastIndex((entry) => entry.at === step.at)), last],
    [line],
  );
  const [place, setPlace] = useState(0);
  const [stage, setStage] = useState<Stage>('welcome');
  const [number, setNumber] = useState(0);
  /** The answer to the last choice; null if nothing has been chosen yet. */
  const [answer, setAnswer] = useState<string | null>(null);
  const [looking, look] = useState(false);
  const [folded, fold] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const board = useRef<HTMLElement>(null);

  const step = steps[number] as LessonStep<AnyLegal> | undefined;
  const to = stage === 'told' ? line.entries.findLastIndex((entry) => entry.at === step!.at + 1) : stops[number]!;
  const entry = line.entries[place]!;
  const deciding = stage === 'deciding' && step !== undefined;
  // If the deal begins with a decision of the learner, the board shows that decision immediately. An action at this
  // decision begins the lesson.
  const first = stage === 'welcome' && stops[0] === 0 && step;
  const frame: Frame =
    deciding || first
      ? { ...entry.frame, at: number + 1, legal: step.legal }
      : entry.frame.must.includes(seat) && entry.frame.seats.length > 1
        ? { ...entry.frame, named: true, own: true }
        : { ...entry.frame, must: entry.frame.must.filter((other) => other !== seat) };
  const title = t('title');
  const touched = useFirstTouch(frame, settings, ui, t);

  // Until the next decision, the lesson plays the moves of the others. It also plays moves of the learner that need no
  // words.
  const way = useRef(1);
  const from = useRef(0);
  const pace = paceOf(way.current, saved.value.speed);
  const moving = (stage === 'watching' || stage === 'told') && place < to;
  useEffect(() => {
    if (!moving) {
      if (stage === 'watching') setStage(number < steps.length ? 'deciding' : 'done');
      return;
    }
    // A reader may have skipped ahead before the timer ends. In this case the timer must not go back.
    const forward = (n: number) => setPlace((at) => (at === place ? Math.min(to, place + n) : at));
    // A full trick stays on the table for a moment.
    const full =
      place > 0 &&
      line.entries[place + 1]?.at === entry.at &&
      entry.frame.legal.length === 0 &&
      line.entries[place - 1]?.at !== entry.at;
    const own = entry.frame.must.includes(seat) ? 0.4 : 1;
    const ms = !pace.isNarrated ? pace.ms : full ? Math.max(saved.value.trickPause * 1000, pace.ms) : pace.ms * own;
    const timer = setTimeout(() => forward(pace.moves), ms);
    return () => clearTimeout(timer);
  }, [moving, place, stage]);
  const watch = (at: number, until: number) => {
    from.current = at;
    way.current = Math.max(1, until - at);
    setStage('watching');
  };

  const begin = () => watch(0, stops[0]!);
  const skip = () => setPlace(to);
  const decided = (words: string) => {
    setAnswer(words);
    way.current = 1;
    setStage('told');
  };
  const goOn = () => {
    setAnswer(null);
    setPlace(to);
    setNumber(number + 1);
    watch(to, stops[number + 1]!);
  };
  const show = () => decided(t(`learn.${step!.key}.right`));
  const choice = (action: string): string => {
    const legal = step?.legal.find((one) => one.action === action);
    return legal && ui.choice ? ui.choice(legal, frame, t) : action;
  };

  const send = (action: string): Promise<Refusal | null> => {
    if (first) begin();
    if (!deciding) return Promise.resolve(null);
    const right = t(`learn.${step.key}.right`);
    if (action === step.action) {
      decided(right);
      return Promise.resolve(null);
    }
    if (step.also.includes(action)) {
      decided(`${t('lesson.also', { choice: choice(step.action) })} ${right}`);
      return Promise.resolve(null);
    }
    const named = step.others.find((one) => one.actions.includes(action));
    const words = t(named ? `learn.${step.key}.${named.key}` : `learn.${step.key}.weaker`);
    setAnswer(words);
    // The board treats the move as refused, so a dragged card goes back.
    return Promise.resolve({ key: 'lesson', rule: null, words });
  };
  const ask = async (action: string, quiet = false): Promise<Refusal | null> => {
    if (!deciding) return null;
    try {
      const refusal = await whyNot(replay.game, number, action);
      if (refusal && !quiet) toastRefusal(refusal, t);
      return refusal;
    } catch (e) {
      toast(errorWords(e, t));
      return null;
    }
  };

  useEffect(() => {
    document.title = `${title} · ${t('lesson.title')}`;
  }, [title, t]);
  // The focus moves to the next control, for readers with a screen reader or a keyboard.
  useEffect(() => {
    const at = document.activeElement;
    if (at?.closest('input, dialog')) return;
    if (stage === 'told' || stage === 'welcome')
      panel.current?.querySelector<HTMLElement>('.primary')?.focus({ preventScroll: true });
    else if (!at || at === document.body || panel.current?.contains(at)) board.current?.focus({ preventScroll: true });
  }, [stage]);
  useEffect(() => fold(false), [stage, answer]);

  const happened = line.words
    .filter((one) => one.at === entry.at)
    .map((one) => one.words)
    .join(' ');
  const words =
    stage === 'welcome'
      ? t('learn.welcome')
      : stage === 'watching'
        ? !pace.isNarrated
          ? t('lesson.fast', { n: way.current })
          : happened || t('lesson.dealt')
        : stage === 'done'
          ? looking
            ? t('learn.farewell')
            : ''
          : (answer ?? t(`learn.${step!.key}`));
  return (
    <div class={`game lesson${settings.leftHanded ? ' left-handed' : ''}`}>
      <Keyboard at={{ match: { act: send, ask }, frame }} keys={ui.keys} />
      <a class="skip" href="#board">
        {t('skip')}
      </a>
      <GameHead back="/" backTo={t('back')} title={title} where={[t('lesson.title')]}>
        <button
          type="button"
          class="icon-button"
          data-do="rules"
          aria-label={t('rules.title')}
          title={t('rules.title')}
          onClick={onRules}
        >
          <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
            <path
              d={
                'M8 4C6.5 2.8 4.5 2.5 2 2.7v10C4.5 12.5 6.5 12.8 8 14c1.5-1.2 3.5-1.5 6-1.3v-10C11.5 2.5 ' +
                '9.5 2.8 8 4zM8 4v10'
              }
            />
          </svg>
        </button>
      </GameHead>
      <section
        class={`lesson-panel ${stage}${answer !== null && deciding ? ' weaker' : ''}`}
        aria-label={t('lesson.title')}
        ref={panel}
      >
        <p class="lesson-place">
          <Dots of={steps.length} at={number} />
          <span class="lesson-count" translate={false}>
            {stage === 'welcome'
              ? t('lesson.begin_words', { n: steps.length })
              : stage === 'done'
                ? t('lesson.done')
                : !step
                  ? t('lesson.rest')
                  : t(stage === 'watching' ? 'lesson.next' : 'lesson.step', { n: number + 1, of: steps.length })}
          </span>
          {step?.rule && (deciding || stage === 'told') && (
            <button type="button" class="link" data-do="rule" onClick={() => openRule(step.rule)}>
              {t('rules.see')}
            </button>
          )}
        </p>
        {stage === 'watching' && !pace.isNarrated && (
          <progress
            class="lesson-way"
            aria-label={t('lesson.fast', { n: way.current })}
            max={way.current}
            value={place - from.current}
          />
        )}
        {words && (
          <p class={`lesson-words${folded ? ' folded' : ''}`} tabIndex={0} key={words}>
            {words}
          </p>
        )}
        <ActionBar label={t('lesson.actions')}>
          {stage !== 'watching' && words && (
            <button
              type="button"
              class="icon-button lesson-fold"
              data-do="fold"
              aria-expanded={!folded}
              aria-label={t('lesson.words')}
              onClick={() => fold(!folded)}
            >
              <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
                <path d={folded ? 'M3 6l5 5 5-5' : 'M3 10l5-5 5 5'} />
              </svg>
            </button>
          )}
          {stage === 'welcome' && (
            <Button kind="primary" does="begin" shortcut="Enter" onPress={begin}>
              {t('lesson.begin')}
            </Button>
          )}
          {stage === 'watching' && (
            <Button key={Number(number < steps.length)} kind="quiet" does="ahead" shortcut="Enter" onPress={skip}>
              {t(number < steps.length ? 'lesson.ahead' : 'lesson.to_end')}
            </Button>
          )}
          {deciding && answer !== null && (
            <Button does="again" onPress={() => setAnswer(null)}>
              {t('lesson.again')}
            </Button>
          )}
          {deciding && (
            <Button does="show" onPress={show}>
              {t('lesson.show')}
            </Button>
          )}
          {stage === 'told' && (
            <Button kind="primary" does="on" shortcut="Enter" onPress={goOn}>
              {t('lesson.on')}
            </Button>
          )}
          {stage === 'done' && looking && (
            <Button kind="primary" does="score" onPress={() => look(false)}>
              {t('game.show_score')}
            </Button>
          )}
        </ActionBar>
      </section>
      <div class="visually-hidden" role="status" translate={false}>
        {words}
      </div>
      <main
        class="board felt"
        id="board"
        translate={false}
        tabIndex={-1}
        ref={board}
        onPointerDown={(e) => {
          fold(true);
          touched(e);
        }}
      >
        <BoardAlone {...{ ui, frame, send, ask }} lesson />
      </main>
      {stage === 'done' && !looking && <Done frame={entry.frame} ui={ui} onLook={() => look(true)} />}
      <ToastPlace />
    </div>
  );
}

/** The progress of the lesson. */
const Dots = ({ of, at }: { of: number; at: number }) => (
  <span class="lesson-dots" aria-hidden="true">
    {Array.from({ length: of }, (_, i) => (
      <i key={i} class={i < at ? 'gone' : i === at ? 'now' : ''} />
    ))}
  </span>
);

/** The end of the deal: its result, and a button to play a real deal. */
function Done({ frame, ui, onLook }: { frame: Frame; ui: GameUi; onLook(): void }) {
  const { t } = usePage();
  const first = async () => {
    try {
      const tile = tiles.get(frame.game);
      await play(tile && !isKnown(frame.game) ? firstTable(tile) : lastTable(frame.game));
    } catch (e) {
      toast(errorWords(e, t));
    }
  };
  return (
    <Sheet
      title={t('lesson.done')}
      onClose={onLook}
      footer={
        <>
          <Button kind="quiet" does="look" onPress={onLook}>
            {t('game.look')}
          </Button>
          <a class="button" href={address('/')}>
            {t('back')}
          </a>
          <Button kind="primary" does="first" onPress={() => void first()}>
            {t('lesson.first')}
          </Button>
        </>
      }
    >
      <p class="lesson-farewell">{t('learn.farewell')}</p>
      {ui.Deal && <ui.Deal frame={frame} t={t} brief />}
      {ui.Deal && <ui.Deal frame={frame} t={t} />}
      {frame.seats.length > 1 && <ScoreSheet frame={frame} />}
    </Sheet>
  );
}
