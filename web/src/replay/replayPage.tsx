// The replay of a finished deal, step by step or part by part. The reader chooses the seat from which the deal is seen,
// and whether coming events are shown. Beside it can be the replay of a friend who played the same deal.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import * as api from '../net/api';
import { errorWords } from '../i18n/errorWords';
import { recordFilePath, replay as ask } from '../net/recordsApi';
import { BoardAlone } from '../ui/BoardAlone';
import { boardOf } from '../ui/boards';
import { FairnessLine } from '../fair/fairnessLine';
import { gameWords } from '../i18n/load';
import { replayWords } from '../i18n/loadExtra';
import { translator, type Words } from '../i18n/words';
import { NotFound } from '../ui/notFound';
import { Keyboard } from '../table/keyboard';
import type { Frame, Refusal, Replay } from '../net/protocol';
import '../ui/form.css';
import './replayPage.css';
import { boardSettings, wide } from '../ui/settings';
import { KEYS, SEVERAL } from './keys';
import { type Entry, timeline, type Timeline } from '../match/timeline';
import { Button } from '../ui/Button';
import { later } from '../ui/later';
import { PageContext, usePage } from '../ui/context';
import type { GameUi } from '../ui/gameUi';
import { GameHead } from '../ui/GameHead';
import { ScoreChart } from '../ui/ScoreChart';
import { ScoreSheet } from '../ui/ScoreSheet';
import { Sheet } from '../ui/Sheet';
import { toast, ToastPlace } from '../ui/toast';
import { address } from '../ui/address';
import { queryHere, wholeAddress } from '../ui/wholeAddress';
import { untilLoaded } from '../net/untilLoaded';
import { Sign } from '../ui/Sign';

interface Props {
  from: 'tables' | 'records';
  id: string;
  deal: number;
  shell: Words[];
}

const PracticeButton = later(() => import('../practice/practiceButton'), 'PracticeButton');

/** The time in ms between two steps of the automatic replay. */
const STEP_MS = 1100;

const nothing = (): Promise<Refusal | null> => Promise.resolve(null);

export function ReplayPage({ from, id, deal, shell }: Props) {
  const { t: plainT } = usePage();
  const [asked] = useState(() => queryHere());
  const [seat, setSeat] = useState(Math.min(7, Math.max(0, Number(asked.get('seat')) || 0)));
  const [open, setOpen] = useState(asked.has('open'));
  const [replay, setReplay] = useState<Replay | null>(null);
  const friend = from === 'tables' ? asked.get('with') : null;
  const [friends, setFriends] = useState<Replay | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [ui, setUi] = useState<GameUi | null>(null);
  const [words, setWords] = useState<Words[] | null>(null);
  const [looking, setLooking] = useState<Words | null>(null);
  const known = useRef(new Map<string, Replay>());

  const viewer = open ? 'all' : seat;
  useEffect(() => {
    let here = true;
    const key = String(viewer);
    const has = known.current.get(key);
    if (has) {
      setReplay(has);
      return;
    }
    ask(from, id, deal, viewer).then(
      (got) => {
        known.current.set(key, got);
        if (here) setReplay(got);
      },
      (e: unknown) => {
        if (here) setFailed(e);
      },
    );
    return () => {
      here = false;
    };
  }, [viewer]);
  useEffect(() => {
    // A replay that cannot be loaded leaves the reader's own alone.
    if (friend) ask('tables', friend, deal, viewer).then(setFriends, () => setFriends(null));
  }, [friend, viewer]);
  const game = replay?.game ?? null;
  useEffect(() => (game ? untilLoaded(() => boardOf(game), setUi) : undefined), [game]);
  useEffect(() => untilLoaded(() => replayWords(plainT.language), setLooking), [plainT.language]);
  useEffect(
    () => (game ? untilLoaded(() => gameWords(game, plainT.language), setWords) : undefined),
    [game, plainT.language],
  );
  const t = useMemo(
    () => (words && looking ? translator(plainT.language, ...words, looking, ...shell) : null),
    [words, looking, shell, plainT.language],
  );

  if (failed && looking)
    return (
      <NotFound
        words={
          from === 'tables' && failed instanceof api.ApiError && failed.status === 404
            ? translator(plainT.language, looking)('replay.missing')
            : errorWords(failed, plainT)
        }
      />
    );
  if (!replay || !ui || !t)
    return (
      <main class="nowhere felt" aria-busy="true">
        <p role="status">{looking && translator(plainT.language, looking)('replay.watching')}</p>
      </main>
    );
  return (
    <PageContext.Provider value={{ t, settings: boardSettings(replay.game), openRule: () => {} }}>
      <Watching
        {...{ from, id, replay, ui, seat, open }}
        beside={friend && friends?.game === replay.game ? { id: friend, replay: friends } : null}
        start={Number(asked.get('at')) || 0}
        after={Number(asked.get('after')) || 0}
        onSeat={setSeat}
        onOpen={setOpen}
      />
    </PageContext.Provider>
  );
}

interface WatchingProps {
  from: 'tables' | 'records';
  id: string;
  replay: Replay;
  /** A friend's replay of the same deal. */
  beside: { id: string; replay: Replay } | null;
  ui: GameUi;
  seat: number;
  open: boolean;
  /** The place at which the replay begins. */
  start: number;
  /** The number of actions after which the replay begins, if it is not 0. */
  after: number;
  onSeat(seat: number): void;
  onOpen(open: boolean): void;
}

function Watching({ from, id, replay, beside, ui, seat, open, start, after, onSeat, onOpen }: WatchingProps) {
  const { t, settings } = usePage();
  const line = useMemo(() => timeline(replay, seat, id, ui, t), [replay, seat, id, ui, t]);
  const other = useMemo(
    () => beside && timeline(beside.replay, seat, beside.id, ui, t).entries,
    [beside?.replay, seat, ui, t],
  );
  /** True if a narrow window shows the friend's table. */
  const [turned, turn] = useState(false);
  const last = line.entries.length - 1;
  const [wanted, setPlace] = useState(
    after ? line.entries.findIndex((entry) => entry.at >= after) : Math.min(start, last),
  );
  const [playing, play] = useState(false);
  const [hidden, hide] = useState(false);
  const [more, showMore] = useState(false);
  const place = Math.min(wanted, last);
  const { frame, at } = line.entries[place]!;
  const theirs = other && sameStep(other, at);
  const title = t.has('sentence') ? t('title') : replay.game;

  const parts = line.chapters.map((chapter) => chapter.place);
  /** Moves from the present place of the replay. The present place can be newer than the place with which this function
   * was created. The reason is that keys can come faster than the page is drawn. */
  const move = (to: (from: number) => number) => {
    play(false);
    setPlace((from) => Math.min(last, Math.max(0, to(Math.min(from, last)))));
  };
  const go = (to: number) => move(() => to);
  const back = () => move((from) => from - 1);
  const on = () => move((from) => from + 1);
  const partBefore = () => move((from) => parts.findLast((part) => part < from) ?? 0);
  const partAfter = () => move((from) => parts.find((part) => part > from) ?? last);

  useEffect(() => {
    document.title = `${title} · ${t('replay.title')}`;
  }, [title]);
  // The address always names the place that is shown, so that the reader can send it to others.
  const parties = `seat=${seat}${open ? '&open' : ''}${beside ? `&with=${encodeURIComponent(beside.id)}` : ''}`;
  const link = `${api.replayPath(from, id, replay.deal)}?${parties}&at=${place}`;
  useEffect(() => {
    const timer = setTimeout(() => history.replaceState(null, '', address(link)), 200);
    return () => clearTimeout(timer);
  }, [link]);
  useEffect(() => {
    if (!playing) return;
    if (place === last) {
      play(false);
      return;
    }
    const timer = setTimeout(() => setPlace(place + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [playing, place, last]);
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.altKey || e.ctrlKey || e.metaKey || (e.target as Element).closest('input, select, textarea, dialog'))
        return;
      const doing = {
        ArrowLeft: back,
        ArrowRight: on,
        PageUp: partBefore,
        PageDown: partAfter,
        Home: () => go(0),
        End: () => go(last),
        '[': partBefore,
        ']': partAfter,
        v: () => onSeat((seat + 1) % replay.seats.length),
      }[e.key];
      if (!doing) return;
      e.preventDefault();
      e.stopPropagation();
      doing();
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  });

  const words =
    line.words
      .filter((one) => one.at === at)
      .map((one) => one.words)
      .join(' ') || t('replay.start');
  const part = line.chapters.findLast((chapter) => chapter.place <= place)?.name;
  const side = (
    <Around {...{ from, id, replay, line, place, at, seat, open, hidden, link, go, onSeat, onOpen }} onHide={hide} />
  );
  return (
    <div class={`game replay${settings.leftHanded ? ' left-handed' : ''}`}>
      <Keyboard keys={replay.seats.length > 1 ? SEVERAL : KEYS} />
      <GameHead
        back={from === 'tables' ? `/t/${encodeURIComponent(id)}` : '/'}
        backTo={t(from === 'tables' ? 'replay.back' : 'back')}
        title={title}
        where={[
          (replay.number !== null
            ? t('game.number', { number: String(replay.number) })
            : t('game.deal', { n: replay.deal + 1 })) + (part ? ` · ${part}` : ''),
        ]}
      >
        <button
          type="button"
          class="icon-button narrow"
          data-do="more"
          aria-label={t('replay.more')}
          onClick={() => showMore(true)}
        >
          <Sign d="M2.5 4h11M2.5 8h11M2.5 12h11" />
        </button>
      </GameHead>
      <div class={`replay-boards${theirs ? ' both' : ''}`}>
        <main class="board felt" id="board" translate={false} tabIndex={-1}>
          <BoardAlone ui={ui} frame={theirs && turned && !wide.value ? theirs : frame} send={nothing} ask={nothing} />
        </main>
        {theirs && wide.value && (
          <section class="board felt" data-do="beside" translate={false} aria-label={t('replay.both.friend')}>
            <BoardAlone ui={ui} frame={theirs} send={nothing} ask={nothing} />
          </section>
        )}
      </div>
      <section class="replay-bar" aria-label={t('replay.controls')}>
        <p class="replay-said" role="status">
          <span key={words}>{words}</span>
        </p>
        {theirs && !wide.value && (
          <p class="replay-mark">
            <Button kind="quiet" does="turn" onPress={() => turn(!turned)}>
              {t(turned ? 'replay.both.own' : 'replay.both.friend')}
            </Button>
          </p>
        )}
        {(replay.offline || replay.practice) && (
          <p class="replay-mark" data-do={replay.practice ? 'practice-mark' : 'offline-mark'}>
            {t(replay.practice ? 'game.practice' : 'replay.offline')}
          </p>
        )}
        <input
          type="range"
          data-do="place"
          min={0}
          max={last}
          value={place}
          aria-label={t('replay.place', { n: place, of: last })}
          onInput={(e) => go(Number(e.currentTarget.value))}
        />
        <div class="replay-buttons">
          <Step does="first" label={t('replay.first')} d="M11 3L6 8l5 5M4 3v10" off={place === 0} go={partBefore} />
          <Step does="prev" label={t('replay.prev')} d="M10 3L5 8l5 5" off={place === 0} go={back} />
          <Step
            does="play"
            label={t(playing ? 'replay.pause' : 'replay.play')}
            d={playing ? 'M5.5 3v10M10.500 3v10' : 'M5 3l8 5-8 5z'}
            off={place === last}
            go={() => play(!playing)}
          />
          <Step does="next" label={t('replay.next')} d="M6 3l5 5-5 5" off={place === last} go={on} />
          <Step does="last" label={t('replay.last')} d="M5 3l5 5-5 5M12 3v10" off={place === last} go={partAfter} />
          <span class="replay-place numbers" translate={false}>
            {t.num(place)}
            {!hidden && ` / ${t.num(last)}`}
          </span>
        </div>
      </section>
      {wide.value && (
        <aside class="side" aria-label={t('replay.more')}>
          <div class="side-panel" tabIndex={0}>
            {side}
          </div>
        </aside>
      )}
      {more && !wide.value && (
        <Sheet title={t('replay.title')} onClose={() => showMore(false)}>
          {side}
        </Sheet>
      )}
      <ToastPlace />
    </div>
  );
}

/** Returns the table after as many actions. A deal that is shorter stays at its end. */
const sameStep = (entries: readonly Entry[], at: number): Frame =>
  (entries.findLast((entry) => entry.at <= at) ?? entries[0]!).frame;

const Step = ({ does, label, d, off, go }: { does: string; label: string; d: string; off: boolean; go(): void }) => (
  <button type="button" class="icon-button" data-do={does} aria-label={label} title={label} disabled={off} onClick={go}>
    <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
      <path d={d} />
    </svg>
  </button>
);

interface AroundProps {
  from: 'tables' | 'records';
  id: string;
  replay: Replay;
  line: Timeline;
  place: number;
  at: number;
  seat: number;
  open: boolean;
  hidden: boolean;
  link: string;
  go(to: number): void;
  onSeat(seat: number): void;
  onOpen(open: boolean): void;
  onHide(hidden: boolean): void;
}

/** The panel beside a replay: point of view, display of coming events, parts, moves, score and link. */
function Around({
  from,
  id,
  replay,
  line,
  place,
  at,
  seat,
  open,
  hidden,
  link,
  go,
  onSeat,
  onOpen,
  onHide,
}: AroundProps) {
  const { t } = usePage();
  const { seats, deals, deal } = replay;
  const several = seats.length > 1;
  const here = useRef<HTMLOListElement>(null);
  useEffect(() => {
    here.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const words = hidden ? line.words.filter((one) => one.at <= at) : line.words;
  const chapters = hidden ? line.chapters.filter((chapter) => chapter.place <= place) : line.chapters;
  const { frame } = line.entries[place]!;
  // If coming events are hidden, the points of this deal are left out until its end. The points of later deals are
  // always left out.
  const shownDeals = hidden ? frame.deals : deals;
  const copy = () => {
    const whole = wholeAddress(link);
    navigator.clipboard?.writeText(whole).then(
      () => toast(t('replay.copied')),
      () => toast(t('replay.link', { link: whole })),
    );
    if (!navigator.clipboard) toast(t('replay.link', { link: whole }));
  };
  return (
    <div class="replay-around">
      {several && (
        <fieldset class="row">
          <legend class="row-words">{t('replay.seen_by')}</legend>
          <div class="choice">
            {seats.map((info, i) => (
              <label key={i}>
                <input type="radio" name="replay-seat" checked={seat === i} onChange={() => onSeat(i)} />
                <span>
                  <bdi translate={false}>{t.person(info.name)}</bdi>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {several && (
        <label class="switch-row">
          <span>{t('replay.open')}</span>
          <input
            type="checkbox"
            role="switch"
            data-do="open"
            checked={open}
            onChange={(e) => onOpen(e.currentTarget.checked)}
          />
        </label>
      )}
      <label class="switch-row">
        <span>{t('replay.hide')}</span>
        <input
          type="checkbox"
          role="switch"
          data-do="hide"
          checked={hidden}
          onChange={(e) => onHide(e.currentTarget.checked)}
        />
      </label>
      {chapters.length > 0 && (
        <label class="row">
          <span class="row-words">{t('replay.jump')}</span>
          <select
            class="select"
            data-do="jump"
            value={String(chapters.findLast((chapter) => chapter.place <= place)?.place ?? 0)}
            onChange={(e) => go(Number(e.currentTarget.value))}
          >
            {chapters[0]!.place > 0 && <option value="0">{t('replay.start')}</option>}
            {chapters.map((chapter) => (
              <option key={chapter.place} value={String(chapter.place)}>
                {chapter.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <h2>{t('replay.moves')}</h2>
      <ol class="replay-moves" ref={here} tabIndex={0} aria-label={t('replay.moves')}>
        {words.map((one, i) => (
          <li key={i}>
            <button
              type="button"
              aria-current={one.at === at ? 'step' : undefined}
              onClick={() => go(line.entries.findIndex((entry) => entry.at === one.at))}
            >
              {one.words}
            </button>
          </li>
        ))}
      </ol>
      {several && shownDeals.length > 0 && (
        <>
          <h2>{t('score.title')}</h2>
          <ScoreSheet
            frame={{
              ...frame,
              deals: shownDeals,
              totals: shownDeals.at(-1)!.totals,
              winners: hidden ? frame.winners : replay.winners,
            }}
            watch={(n) => api.replayPath(from, id, n)}
            current={deal}
          />
          <ScoreChart names={seats.map((info) => t.person(info.name))} deals={shownDeals} />
        </>
      )}
      <div class="replay-links">
        {deals[deal]!.points[seat] !== null && (
          <PracticeButton
            of={`${from}/${encodeURIComponent(id)}`}
            game={replay.game}
            seats={seats.length}
            seat={seat}
            deal={deal}
            step={at}
            ended={at >= replay.steps.length - 1}
          />
        )}
        <Button does="copy" onPress={copy}>
          {t('replay.copy')}
        </Button>
        <a
          class="button quiet"
          data-do="export"
          href={from === 'tables' ? api.recordPath(id) : recordFilePath(id)}
          download={`${replay.game}-${id}.jsonl`}
        >
          {t('game.export')}
        </a>
      </div>
      {several && !replay.practice && <FairnessLine from={from} id={id} seats={seats} />}
    </div>
  );
}
