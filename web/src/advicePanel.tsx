// What the server said, shown: the best choice and why, or all decisions of a deal and what each cost. Loaded when it is asked for.

import type { ComponentChild } from 'preact';
import type { Open } from './advice';
import { CardFace } from './cards/CardFace';
import { cardThe } from './cards/names';
import type { T } from './i18n/words';
import type { Advised, AnyLegal, Choice, Frame, Judged } from './protocol';
import { Button } from './ui/Button';
import type { GameUi } from './ui/game';
import './advicePanel.css';

type AnyChoice = Choice<AnyLegal>;
type AnyAdvice = Advised<AnyLegal>;
type AnyJudged = Judged<unknown, AnyLegal>;

interface Props { open: Open; frame: Frame; ui: GameUi<any, any>; t: T; go(place: number): void; onClose(): void }

export function AdvicePanel({ open, frame, ui, t, go, onClose }: Props) {
  if (open.kind === 'advice') {
    return (
      <Panel title={t('advice.title')} onClose={onClose} t={t}>
        {open.advice ? <Told advice={open.advice} frame={frame} ui={ui} t={t} /> : <p role="status">{t('advice.thinking')}</p>}
        <p class="muted">{t('advice.counts')}</p>
      </Panel>
    );
  }
  const { decisions, place } = open;
  const one = decisions?.[place];
  return (
    <Panel title={t('analysis.title')} onClose={onClose} t={t}>
      {!decisions && <p role="status">{t('analysis.thinking')}</p>}
      {decisions && !one && <p>{t('analysis.none')}</p>}
      {decisions && one && (
        <>
          <Steps decisions={decisions} place={place} go={go} t={t} />
          <p class="advice-did">
            <span>{t('analysis.did', { choice: named(one.done, frame, ui, t) })}</span>
            <b class={one.costliest ? 'dear' : ''} data-do="cost">{free(one) ? t('analysis.free') : t('analysis.cost', { cost: fixed(-one.cost, t), error: fixed(one.error, t) })}</b>
            {one.costliest && <em>{t('analysis.costliest')}</em>}
          </p>
          <Told advice={one.advice} done={one.done} frame={frame} ui={ui} t={t} />
          <p class="muted">{t('analysis.sum', { n: decisions.length, cost: fixed(decisions.reduce((sum, d) => sum + d.cost, 0), t) })}{!open.complete && ` ${t('analysis.short')}`}</p>
        </>
      )}
    </Panel>
  );
}

function Panel({ title, onClose, t, children }: { title: string; onClose(): void; t: T; children: ComponentChild }) {
  return (
    <section class="advice-panel" aria-label={title} onKeyDown={(e) => { if (e.key === 'Escape') { e.stopPropagation(); onClose(); } }}>
      <div class="sheet-head">
        <h2>{title}</h2>
        <button type="button" class="icon-button" data-do="advice-close" aria-label={t('close')} onClick={onClose}><svg class="sign" viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" /></svg></button>
      </div>
      <div class="advice-body" tabIndex={0}>{children}</div>
    </section>
  );
}

/** All decisions in a row, a bar each as high as it was dear; the costliest are marked. The row is one control: bars are thinner than a thumb. */
function Steps({ decisions, place, go, t }: { decisions: AnyJudged[]; place: number; go(to: number): void; t: T }) {
  const n = decisions.length;
  const now = decisions[place]!;
  const dearest = Math.max(1, ...decisions.map((d) => d.cost));
  const to = (i: number) => { const there = Math.max(0, Math.min(n - 1, i)); if (there !== place) go(there); };
  const point = (e: PointerEvent) => {
    const box = (e.currentTarget as Element).getBoundingClientRect();
    to(Math.floor(((e.clientX - box.left) / box.width) * n));
  };
  const keys: Record<string, number> = { ArrowLeft: place - 1, ArrowDown: place - 1, ArrowRight: place + 1, ArrowUp: place + 1, Home: 0, End: n - 1 };
  return (
    <div class="advice-steps" role="group" aria-label={t('analysis.decisions')}>
      <Button kind="quiet" does="analysis-back" label={t('analysis.back')} why={place === 0 ? t('analysis.first') : null} onPress={() => to(place - 1)}>‹</Button>
      <div class="advice-row" role="slider" tabIndex={0} aria-label={t('analysis.decisions')} aria-valuemin={1} aria-valuemax={n} aria-valuenow={place + 1}
        aria-valuetext={t(now.costliest ? 'analysis.step.dear' : 'analysis.step', { n: place + 1, of: n, cost: fixed(now.cost, t) })}
        onPointerDown={(e) => { e.currentTarget.setPointerCapture(e.pointerId); point(e); }} onPointerMove={(e) => { if (e.buttons) point(e); }}
        onKeyDown={(e) => { const there = keys[e.key]; if (there !== undefined) { e.preventDefault(); e.stopPropagation(); to(there); } }}>
        {decisions.map((d, i) => (
          <span key={d.line} class={`${d.costliest ? 'dear' : ''}${i === place ? ' now' : ''}`}>
            <b style={{ height: `${Math.round(4 + 24 * (d.cost / dearest))}px` }} />{d.costliest && <i>!</i>}
          </span>
        ))}
      </div>
      <Button kind="quiet" does="analysis-next" label={t('analysis.forward')} why={place === n - 1 ? t('analysis.last') : null} onPress={() => to(place + 1)}>›</Button>
    </div>
  );
}

const MOST_CHOICES = 6;

/** The sentence on the best choice, and the choices with what is expected of them. */
function Told({ advice, done, frame, ui, t }: { advice: AnyAdvice; done?: AnyChoice; frame: Frame; ui: GameUi<any, any>; t: T }) {
  const [best] = advice.choices;
  if (!best) return null;
  const reasons = advice.reasons.map(({ key, n, card, words }) => {
    const known = `reason.${key}`;
    const params = { ...(n === null ? {} : { n }), ...(card === null ? {} : { card: cardThe(card, t.language) }) };
    return t.has(known) ? t(known, params) : words;
  });
  const choice = named(best, frame, ui, t);
  let list = advice.choices.slice(0, MOST_CHOICES);
  const did = done && advice.choices.find((c) => c.legal?.action === done.legal?.action);
  if (did && !list.includes(did)) list = [...list.slice(0, MOST_CHOICES - 1), did];
  const worth = list.map((c) => c.points).filter((n) => n !== null);
  const [least, most] = [Math.min(0, ...worth), Math.max(0, ...worth)];
  const width = Math.max(most - least, 1);
  const at = (n: number) => `${(100 * (Math.min(Math.max(n, least), most) - least)) / width}%`;
  return (
    <>
      <p class="advice-sentence">{reasons.length ? t('advice.sentence', { choice, reasons: reasons.join(', ') }) : t('advice.plain', { choice })}</p>
      {list.length > 1 && (
        <ol class="advice-choices">
          {list.map((c) => (
            <li key={c.legal?.action ?? ''} class={`${c === best ? 'best' : ''}${c === did ? ' did' : ''}`}>
              <span class="advice-cards" aria-hidden="true">{cardsOf(c.legal).map((card, i) => <CardFace key={i} face={card} width={30} />)}</span>
              <span class="advice-name">{named(c, frame, ui, t)}</span>
              {c.points !== null && (
                <>
                  <span class="advice-bar" aria-hidden="true">
                    <i class={c.points < 0 ? 'less' : ''} style={{ left: at(Math.min(0, c.points)), right: `calc(100% - ${at(Math.max(0, c.points))})` }} />
                    {c.error !== null && <s style={{ left: at(c.points - c.error), right: `calc(100% - ${at(c.points + c.error)})` }} />}
                  </span>
                  <span class="advice-points numbers">{signed(c.points, t)}{c.error !== null && <small> ± {fixed(c.error, t)}</small>}</span>
                </>
              )}
            </li>
          ))}
        </ol>
      )}
      {worth.length > 0 && list.length > 1 && <p class="muted">{t('advice.points')}</p>}
    </>
  );
}

const named = (c: AnyChoice, frame: Frame, ui: GameUi<any, any>, t: T): string =>
  c.legal ? ui.choice?.(c.legal, frame, t) ?? c.legal.action : t('advice.not_now');

/** The cards that a legal action names, whatever the game calls them. */
function cardsOf(legal: AnyLegal | null): string[] {
  const facts = legal as { card?: string | null; cards?: string[]; takes?: string | null } | null;
  return facts?.cards?.length ? facts.cards : [facts?.card ?? facts?.takes].filter((card) => card != null);
}

const free = (d: AnyJudged): boolean => d.cost < 0.05;
const fixed = (n: number, t: T): string => new Intl.NumberFormat(t.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(n).replace('-', '\u2212');
const signed = (n: number, t: T): string => (n > 0 ? '+' : '') + fixed(n, t);
