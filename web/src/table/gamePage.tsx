// The page of a table: the header, the board on its felt, and beside it score, log, rules and settings.

import { Component, type ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useAdvice } from '../advice/useAdvice';
import { course } from '../net/api';
import { isOnDevice } from '../net/backend';
import { noCookie } from '../net/noCookie';
import { boardOf } from '../ui/boards';
import { CardFace } from '../ui/CardFace';
import { gameWords, wantsAllOfGame, wantsPeople } from '../i18n/load';
import { translator, type T, type Words } from '../i18n/words';
import { useFirstTouch } from './firstTouch';
import { Keyboard } from './keyboard';
import { later } from '../ui/later';
import type { Frame } from '../net/protocol';
import { lostLine } from '../net/installedPage';
import { boardSettings, change, settings as saved, wide } from '../ui/settings';
import type { Tab } from './sidePanel';
import { blinkTitle } from '../ui/sound';
import { openMatch, type Match } from '../match/match';
import { PageContext, usePage, type Company } from '../ui/context';
import type { GameUi, Help } from '../ui/gameUi';
import { GameHead } from '../ui/GameHead';
import { Sheet } from '../ui/Sheet';
import { ToastPlace } from '../ui/toast';
import { useKeys } from '../ui/useKeys';
import { untilLoaded } from '../net/untilLoaded';
import { Sign } from '../ui/Sign';

const NotFound = later(() => import('../ui/notFound'), 'NotFound');
const loadNotHere = () => import('../offline/notHere');
const WithoutCookie = later(loadNotHere, 'WithoutCookie');
const Elsewhere = later(loadNotHere, 'Elsewhere');
const Menu = later(() => import('./undoMenu'), 'Menu');
const Ending = later(() => import('./ending'), 'Ending');
const OutBar = later(() => import('./outOfMatch'), 'OutBar');
const Side = later(() => import('./sidePanel'), 'Side');
const Waiting = later(() => import('../people/waitingRoom'), 'Waiting');
const loadParts = () => import('../people/tableParts');
const Strip = later(loadParts, 'Strip');
const Forced = later(() => import('./forcedMove'), 'Forced');
const Behind = later(loadParts, 'Behind');
const PeopleButton = later(loadParts, 'PeopleButton');
const NoticeLine = later(() => import('../people/noticeLine'), 'NoticeLine');
const WhileLost = later(loadParts, 'WhileLost');
const OwnClock = later(loadParts, 'OwnClock');

const reach = async (id: string) => (await import('../net/reachability')).findHindrance(id);

export function GamePage({ id, shell }: { id: string; shell: Words[] }) {
  const { t: plainT } = usePage();
  const [opened, openAgain] = useState(0);
  const match = useMemo(() => openMatch(id, reach, course), [id, opened]);
  useEffect(() => match.close, [match]);
  const frame = match.frame.value;
  const room = match.room.value?.is ?? null;
  const game = frame?.game ?? room?.game ?? null;
  const [ui, setUi] = useState<GameUi | null>(null);
  const [words, setWords] = useState<Words[] | null>(null);

  useEffect(() => {
    if (game) return untilLoaded(() => boardOf(game), setUi);
  }, [game]);
  const all = wantsPeople.value || wantsAllOfGame.value;
  useEffect(
    () => (game ? untilLoaded(() => gameWords(game, plainT.language, all), setWords) : undefined),
    [game, plainT.language, all],
  );

  const t = useMemo(
    () => (words ? translator(plainT.language, ...words, ...shell) : null),
    [words, shell, plainT.language],
  );
  useEffect(() => {
    if (ui && t) match.setReader({ ui, t });
  }, [ui, t]);

  const others = room !== null && room.settings.open !== 'alone';
  const stranger = noCookie.value && !isOnDevice(id);
  const why = stranger ? 'error.no_cookie' : (match.missing.value ?? match.hindrance.value);
  useEffect(() => {
    if (others || why) wantsPeople.value = true;
  }, [others, why]);

  if (match.missing.value === 'game.elsewhere') return <Elsewhere table={id} onTaken={() => openAgain(opened + 1)} />;
  if (stranger && plainT.has('error.no_cookie')) return <WithoutCookie />;
  if (match.missing.value && plainT.has(match.missing.value)) return <NotFound words={plainT(match.missing.value)} />;
  if (!frame && others && room.stage === 'gathering' && t?.has('people.title'))
    return <Waiting match={match} room={room} t={t} />;
  if (!frame && t?.has('people.title') && match.room.value?.is.first_ms !== undefined)
    return <Behind match={match} room={match.room.value} t={t} />;
  if (!frame || !ui || !t) return <Connecting id={id} match={match} t={t ?? plainT} />;
  return <TablePage match={match} frame={frame} ui={ui} t={t} />;
}

/** Returns the key of the words for a lost connection, which say the reason if it is known. */
function lostWords({ hindrance }: Match, id: string, t: T): string {
  return hindrance.value && t.has(hindrance.value) ? hindrance.value : lostLine(id);
}

function Connecting({ id, match, t }: { id: string; match: Match; t: T }) {
  return (
    <main class="connecting felt" aria-busy="true">
      <h1 class="visually-hidden">{t('title')}</h1>
      <div class="shuffling" aria-hidden="true">
        {[0, 1, 2].map((i) => (
          <CardFace key={i} face={null} width={64} />
        ))}
      </div>
      <p role="status" translate={false}>
        {match.line.value === 'lost' ? t(lostWords(match, id, t)) : t('game.connecting')}
      </p>
      {match.line.value === 'lost' && (
        <button type="button" class="button" onClick={match.retry}>
          {t('game.retry')}
        </button>
      )}
    </main>
  );
}

interface TableProps {
  match: Match;
  frame: Frame;
  ui: GameUi;
  t: T;
}

/** The table, inside the component for help if the game has one. */
function TablePage(props: TableProps) {
  const Helped = props.ui.help?.Helped;
  if (!Helped) return <Table {...props} help={null} />;
  return <Helped {...props}>{(help) => <Table {...props} help={help} />}</Helped>;
}

function Table({ match, frame, ui, t, help }: TableProps & { help: Help | null }) {
  const [tab, setTab] = useState<Tab>('score');
  const [sheet, setSheet] = useState(false);
  const [rule, setRule] = useState<string | null>(null);
  const [looked, setLooked] = useState<string | null>(null);
  const [settled, setSettled] = useState<string | null>(null);
  // The end of a match is celebrated only if the reader has watched it.
  const played = useRef(false);
  if (frame.phase === 'deal') played.current = true;
  const ended = frame.phase === 'deal' ? null : `${frame.deal} ${frame.phase}`;
  // If the end of a deal is undone, these states are reset, because the deal can end again.
  useEffect(() => {
    if (ended) return;
    setLooked(null);
    setSettled(null);
  }, [ended]);
  const yours = frame.viewer !== null && frame.phase === 'deal' && frame.must.includes(frame.viewer);
  const title = t.has('sentence') ? t('title') : frame.game;
  const settings = boardSettings(frame.game);
  const adviser = useAdvice(match, frame, ui, t);
  const onTable = adviser.shown ?? help?.shown?.frame ?? frame;
  const touchedCard = useFirstTouch(frame, settings, ui, t);

  useEffect(() => {
    if (yours) return blinkTitle(`● ${t('game.your_turn')} ${title}`, title, settings.reducedMotion);
    document.title = title;
  }, [yours, title, t, settings.reducedMotion]);

  // When the reader plays here, or when a lost connection is back, the code of the result sheet is loaded. So the sheet
  // appears even if the connection is lost at the end of the deal.
  const lost = useRef(false);
  if (match.line.value === 'lost') lost.current = true;
  else if (lost.current) Ending.begin();
  // A tap on the table or a key ends the pause that the playback makes.
  const touched = () => {
    match.hurry();
    Ending.begin();
    Side.begin();
  };
  useKeys((e) => {
    if (e.key !== 'Tab' && e.key !== 'Shift') touched();
    return false;
  });

  const folded = wide.value && !(saved.value.side ?? frame.deals.length > 0);
  const show = (to: Tab) => {
    setTab(to);
    setSheet(true);
    if (folded) change({ side: true });
  };
  const openRule = (to: string | null) => {
    setRule(to);
    show('rules');
  };
  const room = match.room.value?.is ?? null;
  const people = room !== null && room.settings.open !== 'alone' && t.has('people.title');
  const practice = room?.settings.practice !== undefined;
  const company: Company | undefined = useMemo(
    () => (people ? { room: match.room, clock: match.clock, bubbles: match.bubbles } : undefined),
    [match, people],
  );
  const where =
    frame.number !== null
      ? [t('game.number', { number: String(frame.number) })]
      : frame.seats.length > 1
        ? [dealOf(frame, ui, t)]
        : [];
  if (practice) where.unshift(t('game.practice'));
  const watching = frame.viewer === null && t('game.watching');
  if (!watching && !people)
    where.push(
      ...new Set(
        frame.seats.flatMap(({ bot }) =>
          bot && t.has(`level.${bot}`) ? t('log.plain', { who: t('seat.bot'), action: t(`level.${bot}`) }) : [],
        ),
      ),
    );
  // On a desktop the news are in the header, so that the table keeps its height, and its cards their places.
  const strip = people && <Strip match={match} frame={frame} room={room} />;
  const side = <Side match={match} ui={ui} tab={tab} rule={rule} people={people} onTab={setTab} />;

  return (
    <PageContext.Provider value={{ t, settings, openRule, ...(company ? { company } : {}) }}>
      <div class={`game${settings.leftHanded ? ' left-handed' : ''}${folded ? ' folded' : ''}`}>
        <Keyboard at={{ match, frame }} keys={ui.keys} />
        <a class="skip" href="#board">
          {t('skip')}
        </a>
        <GameHead
          back="/"
          backTo={t('back')}
          title={title}
          where={where}
          watching={watching}
          news={wide.value && strip}
        >
          {help ? help.button : adviser.button}
          {people && <OwnClock match={match} />}
          {people && <PeopleButton match={match} onOpen={() => show('people')} />}
          {(frame.seats.length === 1 || practice) && <Menu match={match} frame={frame} practice={practice} />}
          {wide.value && (
            <button
              type="button"
              class="icon-button"
              data-do="fold-side"
              aria-label={t('game.menu')}
              title={t('game.menu')}
              aria-expanded={!folded}
              onClick={() => change({ side: folded })}
            >
              <Sign d="M2 3h12v10H2zM10 3v10" />
            </button>
          )}
          <button type="button" class="icon-button narrow" aria-label={t('score.title')} onClick={() => show('score')}>
            <Sign d="M2.5 13.5v-4M6.2 13.5v-7M9.8 13.5v-5M13.5 13.5v-11" />
          </button>
          <button
            type="button"
            class="icon-button narrow"
            aria-label={t('game.menu')}
            onClick={() => show(tab === 'score' ? 'log' : tab)}
          >
            <Sign d="M2.5 4h11M2.5 8h11M2.5 12h11" />
          </button>
        </GameHead>
        <div class="notices" translate={false}>
          {match.notice.value && <NoticeLine notice={match.notice.value} close={() => (match.notice.value = null)} />}
          {match.line.value === 'lost' && (
            <div class="lost" role="alert">
              <span>
                {t(lostWords(match, frame.table, t))}
                {people && <WhileLost room={room} />}
              </span>
              <button type="button" class="link" onClick={match.retry}>
                {t('game.retry')}
              </button>
            </div>
          )}
          {!wide.value && strip}
          {frame.rest && frame.viewer !== null && ui.isOut?.(frame, frame.viewer) && <OutBar match={match} />}
          {ended && looked === ended && (
            <div class="looking">
              <button type="button" class="button primary" data-do="show-score" onClick={() => setLooked(null)}>
                {t('game.show_score')}
              </button>
            </div>
          )}
        </div>
        <main
          class={`board felt${match.line.value === 'lost' ? ' offline' : ''}`}
          id="board"
          translate={false}
          tabIndex={-1}
          onPointerDown={(e) => {
            touched();
            touchedCard(e);
            if (ended) setSettled(ended);
          }}
        >
          <Boundary words={t('error.board')} key={frame.game}>
            <ui.Board
              key={adviser.retry ? 'again' : adviser.shown ? 'back' : 'now'}
              frame={onTable}
              send={match.act}
              ask={match.ask}
              arm={(action, on) => match.order({ t: 'arm', action, on })}
              end={(seat, at, on) => match.order({ t: 'rest', seat, at, on })}
              ahead
              races={room?.settings.races ?? null}
              undo={(n = 1) => match.undo(n)}
              redo={(n = 1) => match.redo(n)}
              hint={adviser.hint ?? help?.hint ?? null}
              help={help?.bar}
              settings={settings}
              t={t}
              {...adviser.retry}
            />
          </Boundary>
          {saved.value.forced && <Forced match={match} frame={frame} ui={ui} />}
        </main>
        {wide.value && !folded && (
          <aside class="side" aria-label={t('game.menu')}>
            {side}
          </aside>
        )}
        {sheet && !wide.value && (
          <Sheet title={title} onClose={() => setSheet(false)}>
            {side}
          </Sheet>
        )}
        {adviser.panel}
        {ended && looked !== ended && !adviser.shown && (
          <Ending
            key={ended}
            {...{ frame, ui, match }}
            played={played.current}
            settled={settled === ended}
            onSettled={() => setSettled(ended)}
            onLook={() => setLooked(ended)}
            analysis={adviser.analyse}
          />
        )}
        <div class="visually-hidden" role="status" translate={false}>
          {match.spoken.value}
        </div>
        <div class="visually-hidden" role="alert" translate={false}>
          {match.called.value}
        </div>
        {help?.sheet}
        <ToastPlace />
      </div>
    </PageContext.Provider>
  );
}

function dealOf(frame: Frame, ui: GameUi, t: T): string {
  const nth = ui.nth?.(frame);
  return nth ? t('game.deal_of', nth) : t('game.deal', { n: frame.deal + 1 });
}

/** Contains the failure of a board, so that the log and the way to the start page stay usable. */
export class Boundary extends Component<{ words: string; children: ComponentChildren }, { broken: boolean }> {
  state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }
  componentDidCatch(error: unknown) {
    console.error(error);
  }
  render() {
    return this.state.broken ? <p class="empty">{this.props.words}</p> : this.props.children;
  }
}
