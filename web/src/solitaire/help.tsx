// Help at the table of a solitaire. It says whether the solitaire can still be won, or shows a hint, or shows a
// solution step by step. The server computes the help. Help is off until the player wants it.

import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { T } from '../i18n/words';
import { updateTime } from './playTime';
import type { Frame, Verdict } from '../net/protocol';
import './help.css';
import { BadgeSign, Lamp } from './helpSigns';
import type { Wish } from './helpPanel';
import { later } from '../ui/later';
import { settings } from '../ui/settings';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import type { Asking, Help, HelpedProps } from '../ui/gameUi';
import { dismiss } from '../ui/toast';
import { useKeys } from '../ui/useKeys';

export { PlayTime } from './playTime';

const Panel = later(() => import('./helpPanel'), 'HelpPanel');
const AskHint = later(() => import('./helpPanel'), 'AskHint');

const STEP_MS = 900;

const verdictOf = async (match: Asking): Promise<Verdict | null> =>
  (await match.question({ t: 'verdict' }, 'advice'))?.verdict ?? null;

/** The time in ms without any input after which the player counts as away. */
const AWAY_MS = 120_000;

/** A table with help. This component stores the findings of the help, and passes them to the table inside. The table
 * draws the findings. */
export function Helped({ match, frame, t, children }: HelpedProps): ComponentChild {
  return children(useHelp(match, frame, t));
}

function useHelp(match: Asking, frame: Frame, t: T): Help {
  const [hint, setHint] = useState<{ at: number; action: string } | null>(null);
  const [known, setKnown] = useState<{ at: number; verdict: Verdict } | null>(null);
  const [shown, setShown] = useState<Help['shown']>(null);
  const [plays, setPlays] = useState(false);
  const [open, setOpen] = useState(false);
  /** True while the page asks whether to show the first hint. The page asks because the game counts as assisted from
   * the first hint on. */
  const [asking, setAsking] = useState(false);
  /** The kind of help that is being computed; null if none is. */
  const [busy, setBusy] = useState<Wish | null>(null);
  const asked = useRef(-1);

  const alone = frame.seats.length === 1 && frame.viewer !== null;
  const playing = alone && frame.phase === 'deal';
  const { at } = frame;
  const badge = settings.value.badge;
  useTime(match, frame, playing, shown !== null);

  useEffect(() => {
    setShown(null);
    setPlays(false);
  }, [at]);
  useEffect(() => {
    if (!playing) setOpen(false);
  }, [playing]);
  // The badge is updated after each move. An answer about an earlier position is ignored.
  useEffect(() => {
    if (!playing || !frame.assist || !badge || asked.current === at) return;
    asked.current = at;
    void verdictOf(match).then((verdict) => {
      if (verdict) setKnown({ at, verdict });
    });
  }, [playing, frame.assist, badge, at]);
  useEffect(() => {
    if (!plays || !shown) return;
    if (shown.step >= shown.of) {
      setPlays(false);
      return;
    }
    const timer = setTimeout(() => void step(shown.step + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [plays, shown]);
  // A demonstration is closed in the same way as every other panel.
  const close = () => {
    setShown(null);
    setPlays(false);
  };
  useKeys((e) => {
    if (e.key !== 'Escape' || !shown) return false;
    close();
    return true;
  });

  if (!alone) return { shown: null, hint: null, button: null, bar: null, sheet: null };
  const verdict = known?.at === at ? known.verdict : null;
  const word = (v: Verdict) => t(`help.${v}`);

  /** Gives the help that the player wants. The first request switches help on. The panel has explained the consequence
   * before. */
  const want = async (wish: Wish) => {
    setBusy(wish);
    if (frame.assist || (await match.order({ t: 'help' })) === null)
      await { hint: point, verdict: look, demo: showHow }[wish]();
    setBusy(null);
  };
  const wantHint = () => {
    if (frame.assist) void want('hint');
    else setAsking(true);
  };
  async function look() {
    const v = await verdictOf(match);
    if (v) setKnown({ at, verdict: v });
  }
  async function point() {
    // The old hint is removed before the new one is requested, so that an identical hint is announced too.
    setHint(null);
    const advice = await match.question({ t: 'hint' }, 'advice');
    if (!advice) return;
    setKnown({ at, verdict: advice.verdict });
    // If there is no hint because the deal cannot be won, the panel opens and says so.
    setOpen(advice.action === null);
    if (advice.action !== null) setHint({ at, action: advice.action });
  }
  async function step(to: number) {
    const demo = await match.question({ t: 'demo', step: Math.max(0, to) }, 'demo');
    if (!demo) {
      setPlays(false);
      return;
    }
    setKnown({ at, verdict: demo.verdict });
    if (!demo.frame) {
      setPlays(false);
      setShown(null);
      setOpen(true);
      return;
    }
    setOpen(false);
    // A demonstration has no events, so nothing is narrated.
    setShown({ frame: { ...demo.frame, since: [], n: -1 - demo.step }, step: demo.step, of: demo.of });
  }
  async function showHow() {
    dismiss();
    await step(0);
  }

  const bar = shown ? (
    <div class="demo-bar" role="group" aria-label={t('help.demo')}>
      <Button
        onPress={() => void step(shown.step - 1)}
        why={shown.step === 0 ? t('help.first') : null}
        does="demo-back"
        label={t('help.back')}
      >
        ‹
      </Button>
      <span class="demo-count numbers" role="status">
        {t('help.step', { n: shown.step, of: shown.of })}
      </span>
      <Button
        kind="primary"
        onPress={() => void step(shown.step + 1)}
        why={shown.step === shown.of ? t('help.last') : null}
        does="demo-next"
        shortcut="Space"
        label={t('help.forward')}
      >
        ›
      </Button>
      <Button onPress={() => setPlays(!plays)} pressed={plays} does="demo-play">
        {t(plays ? 'help.pause' : 'help.play')}
      </Button>
      <Button kind="quiet" onPress={close} does="demo-close">
        {t('close')}
      </Button>
    </div>
  ) : (
    playing && (
      <Button does="hint" shortcut="H" onPress={wantHint}>
        <span class="help-hint">
          <Lamp />
          {t('help.hint')}
        </span>
      </Button>
    )
  );
  const button =
    playing &&
    (frame.assist && badge ? (
      <button
        type="button"
        class={`badge ${verdict ?? 'asking'}`}
        data-do="help"
        data-verdict={verdict ?? ''}
        aria-live="polite"
        onClick={() => setOpen(true)}
      >
        <BadgeSign verdict={verdict} />
        <span>{verdict ? word(verdict) : t('help.asking')}</span>
      </button>
    ) : (
      <Button kind="quiet" does="help" onPress={() => setOpen(!open)}>
        {t('help.title')}
      </Button>
    ));

  const sheet = asking ? (
    <AskHint
      t={t}
      onShow={() => {
        setAsking(false);
        void want('hint');
      }}
      onClose={() => setAsking(false)}
    />
  ) : (
    open && (
      <Panel
        about={{ assist: frame.assist, assisted: frame.assisted }}
        verdict={verdict}
        busy={busy !== null}
        t={t}
        onWish={(wish) => void want(wish)}
        onClose={() => setOpen(false)}
      />
    )
  );
  return { shown, hint: hint?.at === at && !shown ? hint.action : null, button, bar, sheet };
}

/** Reports to the server and to the clock that the player of a solitaire is away. The player is away if the window is
 * not visible, if a demonstration is shown, or if there was no input for a while. */
function useTime(match: Asking, frame: Frame, playing: boolean, demo: boolean): void {
  const [absent, setAbsent] = useState(document.hidden);
  useEffect(() => {
    if (!playing) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(timer);
      setAbsent(document.hidden);
      if (!document.hidden) timer = setTimeout(() => setAbsent(true), AWAY_MS);
    };
    const signs = ['pointerdown', 'pointermove', 'keydown', 'focus'] as const;
    watch();
    document.addEventListener('visibilitychange', watch);
    for (const sign of signs) addEventListener(sign, watch, { passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', watch);
      for (const sign of signs) removeEventListener(sign, watch);
    };
  }, [playing]);
  const away = playing && (absent || demo);
  if (frame.n > 0) updateTime(frame, away);
  const isAnnounced = useRef(false);
  useEffect(() => {
    if (!playing || away === isAnnounced.current) return;
    isAnnounced.current = away;
    void match.order({ t: 'pause', on: away }, true);
  }, [playing, away]);
}

/** The offer after a loss to find the last position that could be won, and to play on from it. */
export function LookBack({ match, frame }: { match: Asking; frame: Frame }) {
  const { t } = usePage();
  const [found, setFound] = useState<{ actions: number; winnable: number | null; lost: number | null } | null>(null);
  const [looking, setLooking] = useState(false);
  const look = async () => {
    setLooking(true);
    // The deal is over, so help no longer changes how it counts.
    if (frame.assist || (await match.order({ t: 'help' })) === null)
      setFound(await match.question({ t: 'turning_point' }, 'turning_point'));
    setLooking(false);
  };
  if (!found)
    return (
      <p class="look-back">
        <Button does="turning-point" onPress={() => void look()} why={looking ? t('help.looking') : null}>
          {t(looking ? 'help.looking' : 'help.where')}
        </Button>
      </p>
    );
  const { actions, winnable, lost } = found;
  const words =
    winnable === null
      ? t(lost === 0 ? 'help.never' : 'help.nowhere')
      : winnable === actions
        ? t('help.even_now')
        : lost === winnable + 1
          ? t('help.turned', { n: winnable, all: actions, next: lost })
          : lost === null
            ? t('help.turned_unknown', { n: winnable, all: actions })
            : t('help.turned_between', { n: winnable, all: actions, lost });
  return (
    <div class="look-back">
      <p>{words}</p>
      {winnable !== null && (
        <>
          <Button does="play-on" onPress={() => void match.order({ t: 'play_on', kept: winnable })}>
            {t('help.play_on')}
          </Button>
          <p class="muted">{t('help.play_on_counts')}</p>
        </>
      )}
    </div>
  );
}
