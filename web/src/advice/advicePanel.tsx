// Shows advice: the best choice with its reasons, and the other choices. After a deal it shows the reader's decisions
// with their costs. This code is loaded when the reader first opens either.

import type { ComponentChild } from 'preact';
import type { Open } from './openAdvice';
import { CardFace } from '../ui/CardFace';
import { cardThe } from '../cards/names';
import { cardsOf } from '../net/protocol';
import { withSideWords } from '../ui/withWords';
import type { T } from '../i18n/words';
import { nextMistake, tried, tryAgain } from './lookBack';
import { fixed, triedWords, verdictWords } from './sentences';
import type { Advised, AnyLegal, Choice, Frame, Judged } from '../net/protocol';
import { Button } from '../ui/Button';
import { later } from '../ui/later';
import type { GameUi } from '../ui/gameUi';
import { Sign } from '../ui/Sign';
import './advicePanel.css';

const PracticeButton = later(() => import('../practice/practiceButton'), 'PracticeButton');

type AnyChoice = Choice<AnyLegal>;
type AnyAdvice = Advised<AnyLegal>;
type AnyJudged = Judged<unknown, AnyLegal>;

/** The parts of the open panel. `turn` changes its state, for example to show another decision. */
interface Props {
  open: Open;
  frame: Frame;
  ui: GameUi;
  t: T;
  turn(to: Open): void;
  onClose(): void;
}

export const AdvicePanel = withSideWords(({ open, frame, ui, t, turn, onClose }: Props) => {
  if (open.kind === 'advice') {
    const pick = (picked: string) => turn({ ...open, picked });
    return (
      <Panel title={t('advice.title')} onClose={onClose} t={t}>
        {open.advice ? (
          <AdviceChoices advice={open.advice} frame={frame} ui={ui} t={t} pick={pick} picked={open.picked} />
        ) : (
          <p role="status">{t('advice.thinking')}</p>
        )}
        <p class="muted">{t('advice.counts')}</p>
      </Panel>
    );
  }
  const { decisions, place, again } = open;
  const one = decisions?.[place];
  const go = (to: number) => turn({ ...open, place: to, again: null });
  /** Shows the table as it was at that decision, with the actions that were legal. */
  const retry = (at: number) =>
    turn({ ...open, place: at, again: { frame: tryAgain(open.shown[at]!, decisions![at]!.legal), chose: null } });
  if (decisions && one && again) {
    const next = nextMistake(decisions, place);
    const answer = again.chose === null ? null : tried(one, again.chose);
    return (
      <Panel
        title={t(answer ? 'analysis.again' : again.barred ? 'analysis.again.barred' : 'analysis.again.ask')}
        brief={!answer}
        onClose={onClose}
        t={t}
      >
        {answer === null ? (
          <p class="visually-hidden" role="status">
            {t(again.barred ? 'analysis.again.barred' : 'analysis.again.ask')}
          </p>
        ) : (
          <p class="advice-sentence" role="status" data-do="tried" data-verdict={answer.verdict}>
            {triedWords(answer, wordsOf(again.chose!, one.legal, frame, ui, t), t)}
            {answer.like && <small> {t('analysis.again.like', { choice: named(answer.like, frame, ui, t) })}</small>}
          </p>
        )}
        <div class="advice-verbs">
          {answer !== null && !['best', 'among', 'won'].includes(answer.verdict) && (
            <Button does="retry" onPress={() => retry(place)}>
              {t('analysis.again')}
            </Button>
          )}
          {answer !== null && next !== null && (
            <Button kind="primary" does="next-mistake" onPress={() => retry(next)}>
              {t('analysis.again.next')}
            </Button>
          )}
          <Button kind="quiet" does="retry-end" onPress={() => go(place)}>
            {t(answer === null ? 'analysis.again.show' : 'analysis.again.end')}
          </Button>
        </div>
        {answer !== null && (
          <AdviceChoices advice={one.advice} done={answer.choice ?? one.done} frame={frame} ui={ui} t={t} />
        )}
      </Panel>
    );
  }
  return (
    <Panel title={t('analysis.title')} onClose={onClose} t={t}>
      {!decisions && <Progress done={open.done} of={open.of} t={t} />}
      {decisions && !one && <p>{t('analysis.none')}</p>}
      {decisions && one && (
        <>
          <Steps decisions={decisions} place={place} go={go} t={t} />
          <p class="advice-did">
            <span>{t('analysis.did', { choice: named(one.done, frame, ui, t) })}</span>
            <b class={one.costliest ? 'dear' : ''} data-do="cost">
              {verdictWords(one, t)}
            </b>
            {one.costliest && !one.outlook && <em>{t('analysis.costliest')}</em>}
          </p>
          <div class="advice-verbs">
            {one.legal.length > 0 && (
              <Button does="retry" onPress={() => retry(place)}>
                {t('analysis.again')}
              </Button>
            )}
            <PracticeButton
              of={`tables/${encodeURIComponent(frame.table)}`}
              game={frame.game}
              seats={frame.seats.length}
              seat={frame.viewer ?? 0}
              deal={open.deal}
              step={one.after}
            />
          </div>
          {(!one.outlook || one.advice.choices.length > 1) && (
            <AdviceChoices advice={one.advice} done={one.done} frame={frame} ui={ui} t={t} />
          )}
          <p class="muted" data-do="sum">
            {one.outlook ? ending(decisions, t) : t('analysis.sum', { n: decisions.length, cost: fixed(open.cost, t) })}
            {open.done < open.of &&
              ` ${t(one.outlook ? 'analysis.incomplete' : 'analysis.missing', { n: open.done, of: open.of })}`}
          </p>
        </>
      )}
    </Panel>
  );
});

/** The progress of the search. It is empty for the first moments. */
function Progress({ done, of, t }: { done: number; of: number; t: T }) {
  return (
    <>
      <p role="status">{t('analysis.thinking')}</p>
      {of > 0 && (
        <p class="advice-progress">
          <progress max={of} value={done} aria-label={t('analysis.thinking')} />{' '}
          <span class="numbers">{t('analysis.progress', { n: done, of })}</span>
        </p>
      )}
    </>
  );
}

/** Returns the words for the number of the decision that lost a solitaire. */
export function ending(decisions: readonly Pick<AnyJudged, 'done'>[], t: T): string {
  const of = decisions.length;
  const after = decisions.map((d) => d.done.outlook);
  const won = after.lastIndexOf('winnable') + 1;
  const lost = after.indexOf('lost') + 1;
  if (!lost && won === 0) return t('analysis.nothing_known');
  if (!lost) return won === of ? t('analysis.all_won') : t('analysis.known_to', { n: won, of });
  if (lost === won + 1 && won > 0) return t('analysis.lost_at', { n: lost, of });
  return won ? t('analysis.lost_between', { from: won + 1, to: lost, of }) : t('analysis.lost_by', { n: lost, of });
}

/** The frame of the panel. `brief`: true while the table itself matters more than the panel. */
export function Panel({
  title,
  brief,
  onClose,
  t,
  children,
}: {
  title: string;
  brief?: boolean;
  onClose(): void;
  t: T;
  children: ComponentChild;
}) {
  return (
    <section
      class={`advice-panel${brief ? ' brief' : ''}`}
      translate={false}
      aria-label={title}
      onKeyDown={(e) => {
        if (e.key === 'Escape') {
          e.stopPropagation();
          onClose();
        }
      }}
    >
      <div class="sheet-head">
        <h2>{title}</h2>
        <button type="button" class="icon-button" data-do="advice-close" aria-label={t('close')} onClick={onClose}>
          <Sign d="M4 4l8 8M12 4l-8 8" />
        </button>
      </div>
      <div class="advice-body" tabIndex={0}>
        {children}
      </div>
    </section>
  );
}

/** All decisions of the deal in a row of bars. The height of a bar is the cost of the decision. The costliest decisions
 * are marked. The row is one control, because a single bar is thinner than a thumb. */
function Steps({ decisions, place, go, t }: { decisions: AnyJudged[]; place: number; go(to: number): void; t: T }) {
  const n = decisions.length;
  const now = decisions[place]!;
  const dearest = Math.max(1, ...decisions.map((d) => d.cost));
  const state = { winnable: 0, unknown: 0.5, lost: 1 };
  const height = (d: AnyJudged) => (d.done.outlook ? state[d.done.outlook] : d.cost / dearest);
  const to = (i: number) => {
    const there = Math.max(0, Math.min(n - 1, i));
    if (there !== place) go(there);
  };
  const point = (e: PointerEvent) => {
    const box = (e.currentTarget as Element).getBoundingClientRect();
    to(Math.floor(((e.clientX - box.left) / box.width) * n));
  };
  const keys: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    Home: 0,
    End: n - 1,
  };
  return (
    <div class="advice-steps" role="group" aria-label={t('analysis.decisions')}>
      <Button
        kind="quiet"
        does="analysis-back"
        label={t('analysis.back')}
        why={place === 0 ? t('analysis.first') : null}
        onPress={() => to(place - 1)}
      >
        ‹
      </Button>
      <div
        class="advice-row"
        role="slider"
        tabIndex={0}
        aria-label={t('analysis.decisions')}
        aria-valuemin={1}
        aria-valuemax={n}
        aria-valuenow={place + 1}
        aria-valuetext={
          now.done.outlook
            ? t('analysis.step.state', { n: place + 1, of: n, state: t(`analysis.state.${now.done.outlook}`) })
            : t(now.costliest ? 'analysis.step.dear' : 'analysis.step', {
                n: place + 1,
                of: n,
                cost: fixed(now.cost, t),
              })
        }
        onPointerDown={(e) => {
          e.currentTarget.setPointerCapture(e.pointerId);
          point(e);
        }}
        onPointerMove={(e) => {
          if (e.buttons) point(e);
        }}
        onKeyDown={(e) => {
          const there = keys[e.key];
          if (there !== undefined) {
            e.preventDefault();
            e.stopPropagation();
            to(there);
          }
        }}
      >
        {decisions.map((d, i) => (
          <span key={d.line} class={`${d.costliest ? 'dear' : ''}${i === place ? ' now' : ''}`}>
            <b style={{ height: `${Math.round(4 + 24 * height(d))}px` }} />
            {d.costliest && <i>!</i>}
          </span>
        ))}
      </div>
      <Button
        kind="quiet"
        does="analysis-next"
        label={t('analysis.forward')}
        why={place === n - 1 ? t('analysis.last') : null}
        onPress={() => to(place + 1)}
      >
        ›
      </Button>
    </div>
  );
}

interface ChoicesProps {
  advice: AnyAdvice;
  done?: AnyChoice;
  frame: Frame;
  ui: GameUi;
  t: T;
  pick?(action: string): void;
  picked?: string | undefined;
}

/** The sentence on the best choice, and the choices with their expected results. If a choice is legal now, the reader
 * can pick it, and the board lifts its cards. */
export function AdviceChoices({ advice, done, frame, ui, t, pick, picked }: ChoicesProps) {
  const [best] = advice.choices;
  if (!best) return null;
  const reasons = advice.reasons.map(({ key, n, card }) =>
    t(`reason.${key}`, { ...(n === null ? {} : { n }), ...(card === null ? {} : { card: cardThe(card, t.language) }) }),
  );
  const choice = named(best, frame, ui, t);
  const list = advice.choices;
  const did = done && list.find((c) => c.legal?.action === done.legal?.action);
  const equal = list.slice(1).filter((c) => c.equal && !c.rash);
  const worth = list.map((c) => c.points).filter((n) => n !== null);
  const [least, most] = [Math.min(0, ...worth), Math.max(0, ...worth)];
  const width = Math.max(most - least, 1);
  const at = (n: number) => `${(100 * (Math.min(Math.max(n, least), most) - least)) / width}%`;
  // Bets have no cards, and no column for them.
  const pictured = list.some((c) => cardsOf(c.legal).length > 0);
  const line = (c: AnyChoice) => (
    <>
      {pictured && (
        <span class="advice-cards" aria-hidden="true">
          {cardsOf(c.legal).map((card, i) => (
            <CardFace key={i} face={card} width={30} />
          ))}
        </span>
      )}
      <span class="advice-name">
        {named(c, frame, ui, t)}
        {(c.rash || (c.equal && c !== best)) && <small> {t(c.rash ? 'advice.rash' : 'advice.equal')}</small>}
      </span>
      {c.outlook && <span class="advice-points">{t(`analysis.state.${c.outlook}`)}</span>}
      {c.points !== null && (
        <>
          <span class="advice-bar" aria-hidden="true">
            <i
              class={c.points < 0 ? 'less' : ''}
              style={{ left: at(Math.min(0, c.points)), right: `calc(100% - ${at(Math.max(0, c.points))})` }}
            />
            {c.error !== null && (
              <s style={{ left: at(c.points - c.error), right: `calc(100% - ${at(c.points + c.error)})` }} />
            )}
          </span>
          <span class="advice-points numbers">
            {signed(c.points, t)}
            {c.error !== null && <small> ± {fixed(c.error, t)}</small>}
          </span>
        </>
      )}
    </>
  );
  return (
    <>
      <p class="advice-sentence">
        {best.outlook
          ? t('analysis.keeps', { choice })
          : reasons.length
            ? t('advice.sentence', { choice, reasons: reasons.join(', ') })
            : t('advice.plain', { choice })}
      </p>
      {equal.length > 0 && (
        <p data-do="equal">{t('advice.equals', { choices: equal.map((c) => named(c, frame, ui, t)).join(', ') })}</p>
      )}
      {(list.length > 1 || pick) && (
        <ol class="advice-choices">
          {list.map((c) => {
            const action = c.legal?.action;
            const can = pick && action !== undefined && shows(c.legal, frame);
            return (
              <li key={action ?? ''} class={`${c === best ? 'best' : ''}${c === did ? ' did' : ''}`}>
                {can ? (
                  <button
                    type="button"
                    class="advice-line"
                    data-do="pick"
                    aria-pressed={picked === action}
                    title={t('advice.on_board', { choice: named(c, frame, ui, t) })}
                    onClick={() => pick(action)}
                  >
                    {line(c)}
                  </button>
                ) : (
                  <div class="advice-line">{line(c)}</div>
                )}
              </li>
            );
          })}
        </ol>
      )}
      {worth.length > 0 && list.length > 1 && <p class="muted">{t('advice.compare')}</p>}
    </>
  );
}

export const named = (c: AnyChoice, frame: Frame, ui: GameUi, t: T): string =>
  c.legal ? (ui.choice?.(c.legal, frame, t) ?? c.legal.action) : t('advice.not_now');

export const wordsOf = (action: string, legal: readonly AnyLegal[], frame: Frame, ui: GameUi, t: T): string => {
  const facts = legal.find((one) => one.action === action);
  return (facts && ui.choice?.(facts, frame, t)) ?? action;
};

/** True if the board can lift or select something for this action. */
const shows = (legal: AnyLegal | null, frame: Frame): boolean =>
  frame.legal.some((one) => one.action === legal?.action) &&
  (frame.seats.length === 1 || cardsOf(legal).length > 0 || (legal as { bid?: number | null }).bid != null);

const signed = (n: number, t: T): string => (n > 0 ? '+' : '') + fixed(n, t);
