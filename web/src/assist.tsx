// Help at the table of a solitaire: can it still be won, a hint, a solution step by step. The server knows; the page shows
// what it says. It is off until its player wants it.

import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { T } from './i18n/words';
import type { Frame, Verdict } from './protocol';
import './assist.css';
import './form.css';
import { change, settings } from './settings';
import type { Match } from './store';
import { Button } from './ui/Button';
import { useRoom } from './ui/context';
import type { GameUi } from './ui/game';
import { Sheet } from './ui/Sheet';
import { dismiss, toast } from './ui/toast';

export interface Shown { frame: Frame; step: number; of: number }

export interface Help {
  /** What the board draws: the table, or a step of a solution. */
  shown: Shown | null;
  /** The action that a hint points at. */
  hint: string | null;
  /** For the board's action bar; null where the game has no help. */
  bar: ComponentChild;
  sheet: ComponentChild;
}

const STEP_MS = 900;

const verdictOf = async (match: Match): Promise<Verdict | null> => (await match.question({ t: 'verdict' }, 'advice'))?.verdict ?? null;

export function useHelp(match: Match, frame: Frame | null, ui: GameUi<any, any> | null, t: T | null): Help {
  const [hint, setHint] = useState<{ at: number; action: string } | null>(null);
  const [known, setKnown] = useState<{ at: number; verdict: Verdict } | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [plays, setPlays] = useState(false);
  const [open, setOpen] = useState(false);
  const asked = useRef(-1);

  const alone = !!ui && !!frame && frame.seats.length === 1 && frame.viewer !== null;
  const playing = alone && frame.phase === 'deal';
  const at = frame?.at ?? -1;
  const badge = settings.value.badge;

  useEffect(() => { setShown(null); setPlays(false); }, [at]);
  // The badge follows play; an answer that comes late is of a position that is gone.
  useEffect(() => {
    if (!playing || !frame!.assist || !badge || asked.current === at) return;
    asked.current = at;
    void verdictOf(match).then((verdict) => { if (verdict) setKnown({ at, verdict }); });
  }, [playing, frame?.assist, badge, at]);
  useEffect(() => {
    if (!plays || !shown) return;
    if (shown.step >= shown.of) { setPlays(false); return; }
    const timer = setTimeout(() => void step(shown.step + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [plays, shown]);

  if (!alone || !t) return { shown: null, hint: null, bar: null, sheet: null };
  const verdict = known?.at === at ? known.verdict : null;
  const word = (v: Verdict) => t(`help.${v}`);

  const look = async () => {
    const v = await verdictOf(match);
    if (v) { setKnown({ at, verdict: v }); toast(t(`help.${v}.said`)); }
  };
  const point = async () => {
    setOpen(false);
    const advice = await match.question({ t: 'hint' }, 'advice');
    if (!advice) return;
    setKnown({ at, verdict: advice.verdict });
    if (advice.action === null) { toast(t(`help.${advice.verdict}.said`)); return; }
    setHint({ at, action: advice.action });
    const legal = frame!.legal.find((l) => l.action === advice.action);
    toast((legal && ui!.choice?.(legal, frame!, t)) ?? advice.action);
  };
  async function step(to: number) {
    const demo = await match.question({ t: 'demo', step: Math.max(0, to) }, 'demo');
    if (!demo) { setPlays(false); return; }
    setKnown({ at, verdict: demo.verdict });
    if (!demo.frame) { setPlays(false); setShown(null); toast(t!(`help.${demo.verdict}.said`)); return; }
    setShown({ frame: { ...demo.frame, n: -1 - demo.step }, step: demo.step, of: demo.of });
  }
  const showHow = async () => { setOpen(false); dismiss(); await step(0); };
  const turnOn = async () => { await match.order({ t: 'help' }); };

  const bar = shown
    ? (
      <div class="demo-bar" role="group" aria-label={t('help.demo')}>
        <Button onPress={() => void step(shown.step - 1)} why={shown.step === 0 ? t('help.first') : null} does="demo-back" label={t('help.back')}>‹</Button>
        <span class="demo-count numbers" role="status">{t('help.step', { n: shown.step, of: shown.of })}</span>
        <Button kind="primary" onPress={() => void step(shown.step + 1)} why={shown.step === shown.of ? t('help.last') : null} does="demo-next" shortcut="Space" label={t('help.forward')}>›</Button>
        <Button onPress={() => setPlays(!plays)} pressed={plays} does="demo-play">{t(plays ? 'help.pause' : 'help.play')}</Button>
        <Button kind="quiet" onPress={() => { setShown(null); setPlays(false); }} does="demo-close">{t('close')}</Button>
      </div>
    )
    : playing && (
      <div class="help-bar" role="group" aria-label={t('help.title')}>
        {frame.assist && badge && (
          <button type="button" class={`badge ${verdict ?? 'asking'}`} data-verdict={verdict ?? ''} aria-live="polite" onClick={() => setOpen(true)}>
            <BadgeSign verdict={verdict} /><span>{verdict ? word(verdict) : t('help.asking')}</span>
          </button>
        )}
        {frame.assist && <Button does="hint" shortcut="H" onPress={() => void point()} label={t('help.hint')}><Lamp /></Button>}
        {!(frame.assist && badge) && <Button kind="quiet" does="help" onPress={() => setOpen(true)} label={t('help.title')}>{frame.assist ? '…' : <Lamp />}</Button>}
      </div>
    );

  const sheet = open && (
    <Sheet title={t('help.title')} onClose={() => setOpen(false)}>
      {!frame.assist
        ? <div class="help-sheet"><p>{t('help.about')}</p><Button kind="primary" does="help-on" onPress={() => void turnOn()}>{t('help.turn_on')}</Button></div>
        : (
          <div class="help-sheet">
            <p class="help-verdict">{verdict ? t(`help.${verdict}.said`) : t('help.ask_words')}</p>
            <div class="help-buttons">
              <Button does="verdict" onPress={() => void look()}>{t('help.ask')}</Button>
              <Button does="hint-here" onPress={() => void point()}>{t('help.hint')}</Button>
              <Button kind="primary" does="demo" onPress={() => void showHow()}>{t('help.demo')}</Button>
            </div>
            <label class="row switch-row"><span class="row-words"><span>{t('help.badge')}</span><small>{t('help.badge_help')}</small></span>
              <input type="checkbox" role="switch" checked={badge} onChange={(e) => change({ badge: e.currentTarget.checked })} /></label>
            <p class="muted">{t(frame.assisted ? 'help.assisted' : 'help.not_yet')}</p>
          </div>
        )}
    </Sheet>
  );
  return { shown, hint: hint?.at === at && !shown ? hint.action : null, bar, sheet };
}

/** After a loss: where the deal could still be won, and the way back to there. */
export function LookBack({ match, frame }: { match: Match; frame: Frame }) {
  const { t } = useRoom();
  const [found, setFound] = useState<{ actions: number; winnable: number | null; lost: number | null } | null>(null);
  const [looking, setLooking] = useState(false);
  const look = async () => {
    setLooking(true);
    // The deal is over: help changes nothing about how it counts.
    if (frame.assist || (await match.order({ t: 'help' })) === null) setFound(await match.question({ t: 'turning_point' }, 'turning_point'));
    setLooking(false);
  };
  if (!found) return <p class="look-back"><Button does="turning-point" onPress={() => void look()} why={looking ? t('help.looking') : null}>{t(looking ? 'help.looking' : 'help.where')}</Button></p>;
  const { actions, winnable, lost } = found;
  const words = winnable === null ? t(lost === 0 ? 'help.never' : 'help.nowhere')
    : winnable === actions ? t('help.even_now')
    : lost === winnable + 1 ? t('help.turned', { n: winnable, all: actions, next: lost })
    : lost === null ? t('help.turned_unknown', { n: winnable, all: actions })
    : t('help.turned_between', { n: winnable, all: actions, lost });
  return (
    <div class="look-back">
      <p>{words}</p>
      {winnable !== null && (
        <>
          <Button does="play-on" onPress={() => void match.order({ t: 'play_on', kept: winnable })}>{t('help.play_on')}</Button>
          <p class="muted">{t('help.play_on_counts')}</p>
        </>
      )}
    </div>
  );
}

const Lamp = () => <svg class="sign" viewBox="0 0 16 16" aria-hidden="true"><path d="M6 13.5h4M6.5 15.5h3M6 11.2c0-1.4-2-2.3-2-4.9a4 4 0 0 1 8 0c0 2.6-2 3.5-2 4.9z" /></svg>;

/** Told by its shape as well as its colour. */
const BadgeSign = ({ verdict }: { verdict: Verdict | null }) => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    {verdict === 'winnable' ? <path d="M3 8.5l3.5 3.5L13 4.5" /> : verdict === 'lost' ? <path d="M4 4l8 8M12 4l-8 8" /> : verdict === 'unknown' ? <path d="M3 8h10" /> : <circle cx="8" cy="8" r="3" />}
  </svg>
);
