// The question "What do you play?": the table as the reader's seat saw it. What was played, and the figures, are shown
// only after the answer.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AdviceChoices, named, Panel, wordsOf } from '../advice/advicePanel';
import { tried } from '../advice/lookBack';
import { triedWords } from '../advice/sentences';
import { errorWords } from '../i18n/errorWords';
import type { T, Words } from '../i18n/words';
import { answerMistake, LEARNED, mistake as loadMistake } from '../net/mistakesApi';
import type { Frame, MyMistake, Refusal } from '../net/protocol';
import { PracticeButton } from '../practice/practiceButton';
import { Boundary } from '../table/gamePage';
import { Keyboard } from '../table/keyboard';
import { BoardAlone, useBoard } from '../ui/BoardAlone';
import { Button } from '../ui/Button';
import { PageContext, usePage } from '../ui/context';
import { GameHead } from '../ui/GameHead';
import type { GameUi } from '../ui/gameUi';
import { NotFound } from '../ui/notFound';
import { go } from '../ui/route';
import { boardSettings } from '../ui/settings';
import { toast, ToastPlace } from '../ui/toast';
import { withSideWords } from '../ui/withWords';
import type { Entry } from './entries';
import { type AnyMistake, frameOf, isWhole } from './frameOf';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The verdicts that count as right. */
const RIGHT: readonly string[] = ['best', 'among', 'equal', 'won'];

interface Props {
  entry: Entry;
  /** The id of the next mistake that has come back. */
  next: string | null;
  shell: Words[];
  onAnswer(): void;
}

export function Question({ entry, next, shell, onAnswer }: Props) {
  const { t: plainT } = usePage();
  const [asked, setAsked] = useState<AnyMistake | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const { game, id } = entry.line;
  const board = useBoard(game, shell);
  useEffect(() => void loadMistake(entry.from, id).then(setAsked, setFailed), [id]);
  if (failed !== null) return <NotFound words={errorWords(failed, plainT)} />;
  if (asked && !isWhole(asked)) return <NotFound words={plainT('error.unknown_mistake')} />;
  if (!asked || !board)
    return (
      <main class="nowhere felt" aria-busy="true">
        <p role="status">{plainT('loading')}</p>
      </main>
    );
  const { t, ui } = board;
  return (
    <PageContext.Provider value={{ t, settings: { ...boardSettings(game), autoHome: 'off' }, openRule: () => {} }}>
      <Asking key={id} {...{ entry, next, ui, onAnswer }} mistake={asked} />
    </PageContext.Provider>
  );
}

function Asking({ entry, next, ui, mistake, onAnswer }: Omit<Props, 'shell'> & { ui: GameUi; mistake: AnyMistake }) {
  const { t, settings } = usePage();
  const frame = useMemo(() => frameOf(mistake, t), [mistake, t]);
  const [barred, setBarred] = useState(false);
  /** The reader's choice; null before the answer, and '' if the reader wants to see the answer instead. */
  const [chose, setChose] = useState<string | null>(null);
  /** The mistake after the answer, once it is stored. */
  const [after, setAfter] = useState<MyMistake | null>(null);
  const title = t.has('sentence') ? t('title') : frame.game;
  useEffect(() => {
    document.title = `${title} · ${t('mistakes.title')}`;
  }, [title]);
  const answer = (action: string) => {
    if (chose !== null) return;
    setChose(action);
    onAnswer();
    const right = RIGHT.includes(tried(mistake.judged, action).verdict);
    answerMistake(entry.from, entry.line.id, { step: entry.line.step, right }).then(setAfter, (error: unknown) =>
      toast(errorWords(error, t)),
    );
  };
  // Only a choice of the reader is an answer, not an automatic action of the board.
  const send = async (action: string, itself?: number): Promise<Refusal | null> => {
    if (itself === undefined) answer(action);
    return null;
  };
  const ask = async (): Promise<Refusal | null> => {
    setBarred(true);
    return null;
  };
  const shown: Frame = chose === null ? frame : { ...frame, named: true, own: true, legal: [] };
  return (
    <div class={`game${settings.leftHanded ? ' left-handed' : ''}`}>
      <Keyboard at={{ match: { act: send, ask }, frame: shown }} keys={ui.keys} />
      <a class="skip" href="#board">
        {t('skip')}
      </a>
      <GameHead back="/mistakes" backTo={t('mistakes.list')} title={title} where={[t('mistakes.title')]}>
        {null}
      </GameHead>
      <main class="board felt" id="board" translate={false} tabIndex={-1}>
        <Boundary words={t('error.board')}>
          <BoardAlone key={chose === null ? 'asking' : 'answered'} frame={shown} {...{ ui, send, ask }} />
        </Boundary>
      </main>
      <Answer {...{ frame, ui, mistake, next, chose, after, barred }} onShow={() => answer('')} />
      <ToastPlace />
    </div>
  );
}

const whenBack = ({ step, due_ms }: MyMistake, t: T): string =>
  step < LEARNED
    ? t('mistakes.back_in', { n: Math.max(1, Math.round((due_ms - Date.now()) / DAY_MS)) })
    : t('mistakes.is_learned');

interface AnswerProps {
  frame: Frame;
  ui: GameUi;
  mistake: AnyMistake;
  next: string | null;
  chose: string | null;
  after: MyMistake | null;
  barred: boolean;
  onShow(): void;
  t: T;
}

/** The panel beside the table: the question, and after the answer the figures, the reasons and what was played. */
const Answer = withSideWords(function Answer(props: AnswerProps) {
  const { frame, ui, mistake, next, chose, after, barred, onShow, t } = props;
  const { judged, of } = mistake;
  const verbs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chose !== null) verbs.current?.querySelector<HTMLElement>('.primary')?.focus({ preventScroll: true });
  }, [chose]);
  const close = () => go('/mistakes');
  if (chose === null) {
    const words = t(barred ? 'analysis.again.barred' : 'mistakes.ask');
    return (
      <Panel title={words} brief onClose={close} t={t}>
        <p class="visually-hidden" role="status">
          {words}
        </p>
        <div class="advice-verbs">
          <Button kind="quiet" does="mistake-show" onPress={onShow}>
            {t('analysis.again.show')}
          </Button>
        </div>
      </Panel>
    );
  }
  const answer = tried(judged, chose);
  const right = RIGHT.includes(answer.verdict);
  return (
    <Panel title={t(right ? 'mistakes.is_right' : 'mistakes.is_wrong')} onClose={close} t={t}>
      <p class="advice-sentence" role="status" data-do="tried" data-verdict={chose ? answer.verdict : 'shown'}>
        {chose && triedWords(answer, wordsOf(chose, judged.legal, frame, ui, t), t)}
        {answer.like && <small> {t('analysis.again.like', { choice: named(answer.like, frame, ui, t) })}</small>}{' '}
        {after && whenBack(after, t)}
      </p>
      <div class="advice-verbs" ref={verbs}>
        <Button
          kind="primary"
          does={next ? 'mistake-next' : 'mistake-list'}
          onPress={() => (next ? go(`/mistakes/${next}`, true) : close())}
        >
          {t(next ? 'mistakes.next' : 'mistakes.list')}
        </Button>
        <PracticeButton
          of={`tables/${encodeURIComponent(of.table)}`}
          game={of.game}
          seats={frame.seats.length}
          seat={of.seat}
          deal={of.deal}
          step={judged.after}
        />
      </div>
      <AdviceChoices advice={judged.advice} done={answer.choice ?? judged.done} frame={frame} ui={ui} t={t} />
      <p data-do="played">{t('mistakes.played', { choice: named(judged.done, frame, ui, t) })}</p>
    </Panel>
  );
});
