// The board of La Dame Noire. It contains no rules. The legal actions say what can be bid, put and played. The view
// says what a hand can make and what each choice would bring.

import { useEffect, useRef, useState } from 'preact/hooks';
import {
  ActionBar,
  Banner,
  Button,
  cardThe,
  cardShort,
  CardTable,
  later,
  refusalWords,
  SeatBadge,
  seatName,
  Spot,
  toast,
  useChoice,
  useKeys,
  useOrder,
  usePicked,
  useTypedRank,
  type BoardProps,
  type GameUi,
  type Place,
  type T,
  type Touches,
} from '@cardroom/ui';
import { useAhead } from './ahead';
import { Auction } from './auction';
import './board.css';
import { chips, grouped, inOrder, made, nameOf, playOf } from './combination';
import { CoupSign } from './coupSign';
import { keys } from './keys';
import { around, finished, isFirst, layout, near, stopOf, trickOf, type DameFrame, type Hand } from './layout';
import { awaited, chapter, choice, forced, say, steps } from './say';
import type { Legal, View } from './types.gen';

const History = later(() => import('./history'), 'History');
const CoupChooser = later(() => import('./coup'), 'CoupChooser');
const Deal = later(() => import('./deal'), 'Deal');
const Tray = later(() => import('./tray'), 'Tray');
const Head = later(() => import('./trick'), 'Head');
const Ladder = later(() => import('./trick'), 'Ladder');
const Chips = later(() => import('./trick'), 'Chips');

/** The time within which a second press counts as an accidental repetition of the last action, and not as an action of
 * the next turn. */
const SLIP_MS = 500;

function Board({ frame: newest, send, ask, ahead: plans, hint, t }: BoardProps<View, Legal>) {
  const { view } = newest;
  const own = near(newest);
  const [left] = around(newest);
  const [shown, show] = useState<readonly string[]>([]);
  const [looking, look] = useState(false);
  const [aside, setAside] = useState(false);
  const [bid, setBid] = useState<{ at: number; points: number } | null>(null);
  const [wrong, setWrong] = useState<{ of: string; words: string } | null>(null);
  const [status, setStatus] = useState('');
  const acted = useRef(-SLIP_MS);
  const cards = inOrder(view.hands[own] ?? []);
  const order = useOrder(newest.deal, cards, {
    rank: inOrder,
    combination: (hand) => grouped(hand, view.makes).flat(),
  });
  // The player may think ahead. So the chosen cards stay chosen while the others play, and while another player decides
  // about a coup.
  const choice = useChoice(`${newest.deal} ${view.phase === 'coup' ? 'showdown' : view.phase}`, cards);
  const makes = made(view.makes, choice.keys);
  const combination = makes ? nameOf({ kind: makes.kind, cards: choice.keys }, t) : '';
  const waitsWords = (action: string) =>
    action === 'pass' ? t('ahead.waits.pass') : t('ahead.waits', { combination });
  const ahead = useAhead({
    frame: newest,
    send,
    chosen: choice.keys.length > 0 ? playOf(choice.keys) : 'pass',
    ended: (fate) => {
      setStatus(fate === null ? t('ahead.back') : fate === 'gone' ? t('ahead.gone') : '');
      if (fate === 'trick') toast(t('ahead.trick'));
      if (fate === 'weak') toast(t('ahead.weak', { combination }));
    },
  });
  // If a waiting action has been sent, it has used the turn, so no action is legal now.
  const frame: DameFrame = ahead.sent ? { ...newest, must: [], legal: [] } : newest;

  const yours = !frame.named && frame.viewer !== null && frame.must.includes(frame.viewer);
  const legal = new Map(frame.legal.map((one) => [one.action, one]));
  const putting = view.phase === 'trading' && yours;
  const playing = view.phase === 'showdown';
  const plays = frame.legal.filter((one) => one.power !== null);
  const play = playing ? (legal.get(playOf(choice.keys)) ?? null) : null;
  const put = putting && choice.keys[0] ? (legal.get(`trade ${choice.keys[0]}`) ?? null) : null;
  const bids = frame.legal.flatMap((one) => (one.bid === null ? [] : [one.bid])).sort((a, b) => a - b);
  const chosenBid = bid && bid.at === frame.at && bids.includes(bid.points) ? bid.points : (bids[0] ?? null);

  // The server is asked why the chosen cards cannot be played.
  const asked = yours && playing && choice.keys.length > 0 && !play ? playOf(choice.keys) : null;
  useEffect(() => {
    if (!asked) return;
    let here = true;
    void ask(asked, true).then((refusal) => {
      if (here) setWrong(refusal && { of: asked, words: refusalWords(refusal, t) });
    });
    return () => {
      here = false;
    };
  }, [asked, frame.at]);

  usePicked(hint, newest.legal, (one) => {
    choice.set(one.cards);
    if (one.bid !== null) setBid({ at: newest.at, points: one.bid });
  });
  const tapCard = (card: string) => {
    if (putting) {
      choice.set(choice.has(card) ? [] : [card]);
      return;
    }
    if (!playing) return;
    if (barred(card) && !choice.has(card)) {
      void ask(playOf([card]));
      return;
    }
    choice.toggle(card);
  };
  const act = (action: string) => {
    show([]);
    setStatus('');
    acted.current = performance.now();
    return send(action);
  };
  // Before the turn, the chosen cards or a pass can be set to wait for the turn.
  const early =
    plans &&
    !frame.named &&
    playing &&
    !yours &&
    frame.viewer !== null &&
    frame.phase === 'deal' &&
    cards.length > 0 &&
    !ahead.sent;
  const wish = !early
    ? null
    : choice.keys.length > 0
      ? makes
        ? playOf(choice.keys)
        : null
      : view.next !== null && view.top?.seat !== own && !(frame.options['pass_ends_trick'] && view.passed.includes(own))
        ? 'pass'
        : null;
  const waits = ahead.action ?? wish;
  const plan = () => {
    if (ahead.action !== null) {
      ahead.takeBack();
      return;
    }
    if (wish === null || performance.now() - acted.current < SLIP_MS) return;
    ahead.wait(wish);
    setStatus(waitsWords(wish));
  };
  useKeys((e) => {
    if (e.key !== 'Escape' || ahead.action === null) return false;
    ahead.takeBack();
    return true;
  });
  // Parts of the page that are not visible at first are loaded before they are needed.
  useEffect(() => {
    if (view.phase === 'trading') for (const part of [Head, Ladder, Chips]) part.begin();
    if (playing) {
      CoupChooser.begin();
      Deal.begin();
    }
  }, [view.phase]);
  const barred = (card: string) => playing && yours && !plays.some((one) => one.cards.includes(card));
  const single = (card: string) => legal.has(playOf([card]));
  const hand: Hand = {
    groups: order.how === 'combination' ? grouped(cards, view.makes) : [order.cards],
    shifts: frame.viewer !== null && !frame.named,
    chosen: choice.keys,
    waits: ahead.action !== null,
    shown,
    tap: frame.viewer !== null && !frame.named && (putting || playing),
    barred,
    drops: (card) =>
      putting ? [`put${own}`] : playing && yours && (choice.has(card) ? play : single(card)) ? ['trick'] : [],
    target: put ? 'put' : play ? 'trick' : null,
  };
  const touches: Touches = {
    tap: (place) => {
      if (place.pile === 'hand') tapCard(place.key);
    },
    // The first tap of a double tap has already selected or deselected the card. Both are accepted here.
    twice: (place) => {
      const action = putting ? `trade ${place.key}` : playOf([place.key]);
      if (legal.has(action) && choice.keys.every((card) => card === place.key)) void act(action);
    },
    pile: () => {
      const one = put ?? play;
      if (one) void act(one.action);
    },
    drop: async (place: Place) => {
      const action = putting ? `trade ${place.key}` : choice.has(place.key) ? play?.action : playOf([place.key]);
      return action !== undefined && (await act(action)) === null;
    },
    shift: order.shift,
    // While an action waits, only the Escape key takes it back; a tap on the felt does not.
    escape: () => {
      if (ahead.action === null) choice.clear();
    },
  };
  useTypedRank((rank) => {
    if (view.phase === 'bidding') {
      const points = rank === 'T' ? 100 : Number(rank) * 10;
      if (bids.includes(points)) setBid({ at: frame.at, points });
      return;
    }
    if (!hand.tap) return;
    const alike = cards.filter((card) => card[0] === rank);
    const next = alike.find((card) => !choice.has(card));
    if (putting) {
      const after = alike[(alike.indexOf(choice.keys[0] ?? '') + 1) % alike.length];
      if (after) choice.set([after]);
    } else if (next) choice.toggle(next);
    else choice.set(choice.keys.filter((card) => !alike.includes(card)));
  });

  const said =
    ahead.action !== null
      ? { tone: 'wait' as const, words: waitsWords(ahead.action) }
      : playing && choice.keys.length > 0
        ? chosenWords(frame, choice.keys, play, wrong?.of === asked ? (wrong?.words ?? null) : null, t)
        : { tone: yours ? ('turn' as const) : ('wait' as const), words: awaited(frame, t) };
  const choosing = view.phase === 'coup' && yours;

  return (
    <div class="ldn">
      <CardTable layout={(size) => layout(frame, size, hand, t)} {...touches}>
        {(playing || view.phase === 'trading') && (
          <Spot at="turn" class="ldn-under">
            <Turn
              left={view.phase === 'trading'}
              first={isFirst(frame)}
              words={t(view.phase === 'trading' ? 'trading.direction' : 'direction')}
            />
          </Spot>
        )}
        {[...around(frame), own].map((seat) => (
          <Spot
            key={`seat${seat}`}
            at={seat === own ? 'own' : `seat${seat}`}
            class={seat !== own && lately(frame, seat, t) ? 'ldn-tagged' : ''}
          >
            <Seat frame={frame} seat={seat} t={t} />
          </Spot>
        ))}
        {[...around(frame), own].map((seat) => (
          <Spot key={`tag${seat}`} at={`tag${seat}`} class="ldn-tag-place">
            <Tag frame={frame} seat={seat} t={t} />
          </Spot>
        ))}
        {view.phase === 'bidding' && (
          <Spot at="auction">
            <Auction
              frame={frame}
              bids={bids}
              chosen={chosenBid}
              onChoose={(points) => setBid({ at: frame.at, points })}
              ask={ask}
              t={t}
            />
          </Spot>
        )}
        {view.phase === 'thrown_in' && (
          <Spot at="auction">
            <p class="ldn-big">{t('thrown_in')}</p>
          </Spot>
        )}
        {view.phase === 'trading' && <Tray frame={frame} send={act} ask={ask} t={t} />}
        {(playing || view.phase === 'coup') && (
          <Spot at="head">
            <Head frame={frame} t={t} />
          </Spot>
        )}
        {playing && (
          <Spot at="ladder">
            <Ladder frame={frame} t={t} />
          </Spot>
        )}
        {playing && yours && (
          <Spot at="chips">
            <Chips
              chips={chips(plays)}
              chosen={play}
              onChoose={(one) => {
                show([]);
                choice.set(one.cards);
              }}
              onShow={show}
              t={t}
            />
          </Spot>
        )}
        <Spot at="tools" class="ldn-tools">
          {frame.viewer !== null && (
            <ActionBar label={t('tools')}>
              <Button kind="quiet" shortcut="s" does="sort" label={t(`sort.${order.how}.label`)} onPress={order.sort}>
                <SortSign />
                <span class="ldn-words">{t(`sort.${order.how}`)}</span>
              </Button>
              {(finished(view) > 0 || view.trades.length > 0) && (
                <Button kind="quiet" shortcut="l" label={t('history.label')} onPress={() => look(true)}>
                  <HistorySign />
                  <span class="ldn-words">{t('history')}</span>
                </Button>
              )}
            </ActionBar>
          )}
        </Spot>
        <Spot at="said" class="ldn-said">
          <Banner tone={said.tone}>{said.words}</Banner>
        </Spot>
        <Spot at="bar">
          <ActionBar label={t('game.actions')}>
            {legal.has('pass') && (
              <Button does="pass" shortcut="p" onPress={() => void act('pass')}>
                {t('pass')}
              </Button>
            )}
            {chosenBid !== null && (
              <Button kind="primary" does="bid" shortcut="b Enter" onPress={() => void act(`bid ${chosenBid}`)}>
                {t('bid', { points: chosenBid })}
              </Button>
            )}
            {put && (
              <Button kind="primary" does="put" shortcut="x Enter" onPress={() => void act(put.action)}>
                {t('put', { card: cardShort(put.cards[0]!, t.language), who: seatName(t, frame, left) })}
              </Button>
            )}
            {play && (
              <Button kind="primary" does="play" shortcut="Enter" onPress={() => void act(play.action)}>
                {t(play.last ? 'play.last' : 'play', {
                  combination: nameOf({ kind: play.kind!, cards: play.cards }, t),
                })}
              </Button>
            )}
            {waits !== null && (
              <Button
                does="wait"
                pressed={ahead.action !== null}
                shortcut={waits === 'pass' ? 'p' : 'Enter'}
                onPress={plan}
              >
                {ahead.action !== null && <WaitSign />}
                {t(waits === 'pass' ? 'ahead.pass' : 'ahead.play')}
              </Button>
            )}
            {choosing && aside && (
              <Button kind="primary" shortcut="Enter" onPress={() => setAside(false)}>
                {t('coup.choose')}
              </Button>
            )}
          </ActionBar>
        </Spot>
      </CardTable>
      {choosing && !aside && view.choice && (
        <CoupChooser
          key={frame.at}
          frame={frame}
          choice={view.choice}
          send={act}
          onAside={() => setAside(true)}
          t={t}
        />
      )}
      <div class="visually-hidden" role="status">
        {status}
      </div>
      {looking && <History frame={frame} onClose={() => look(false)} t={t} />}
    </div>
  );
}

const capitalised = (words: string): string => words[0]!.toUpperCase() + words.slice(1);

/** Returns the name of the chosen cards and whether they can be played, in words. */
function chosenWords(
  frame: DameFrame,
  chosen: readonly string[],
  play: Legal | null,
  wrong: string | null,
  t: T,
): { tone: 'turn' | 'wait' | 'warn'; words: string } {
  const own = near(frame);
  const makes = made(frame.view.makes, chosen);
  const combination = makes ? nameOf({ kind: makes.kind, cards: chosen }, t) : t('chosen', { n: chosen.length });
  const what = chosen.length === 1 ? capitalised(cardThe(chosen[0]!, t.language)) : combination;
  if (play) {
    const key = play.last ? 'makes.out' : play.beats ? 'makes.beats' : 'makes.leads';
    return { tone: 'turn', words: t(key, { combination: what, points: t('points', { n: play.points ?? 0 }) }) };
  }
  if (frame.viewer !== null && frame.must.includes(own))
    return { tone: 'warn', words: makes && wrong ? t('log.plain', { who: what, action: wrong }) : (wrong ?? what) };
  return {
    tone: 'wait',
    words: makes ? t('makes.later', { combination: what }) : t('makes.nothing_yet', { cards: what }),
  };
}

function Seat({ frame, seat, t }: { frame: DameFrame; seat: number; t: T }) {
  const { view } = frame;
  const bet = view.phase !== 'bidding' && view.bet?.seat === seat ? view.bet.points : null;
  return (
    <SeatBadge
      frame={frame}
      seat={seat}
      compact
      cards={view.held[seat]!}
      out={view.out.includes(seat) && view.phase !== 'over'}
      {...(view.phase === 'over'
        ? { deal: t.signed(view.points[seat]!) }
        : { deal: t.num(view.piles[seat]!), dealWord: t('seat.pile') })}
      mark={
        <>
          {bet !== null && (
            <span
              class="ldn-bet"
              role="img"
              aria-label={t('bet.of', { points: bet })}
              title={t('bet.of', { points: bet })}
            >
              {t.num(bet)}
            </span>
          )}
          {view.coup === seat && (
            <span class="ldn-coup" role="img" aria-label={t('coup.mark')} title={t('coup.mark')}>
              <CoupSign />
            </span>
          )}
        </>
      }
    />
  );
}

/** Returns the words for the last thing that a seat said or did (its call, its readiness, its pass, its place), and
 * their style. */
function lately(frame: DameFrame, seat: number, t: T): readonly [string, string] | null {
  const { view } = frame;
  const place = view.out.indexOf(seat);
  const call = view.calls[seat] ?? null;
  return view.phase === 'bidding'
    ? call === null
      ? null
      : call === 0
        ? ['quiet', t('tag.pass')]
        : ['bet', t.num(call)]
    : stopOf(frame) === seat
      ? ['stop', t('tag.stop')]
      : view.phase === 'trading'
        ? view.put.includes(seat)
          ? ['good', t('tag.ready')]
          : null
        : place >= 0
          ? ['out', t(`tag.place.${place + 1}`)]
          : view.phase === 'showdown' && view.passed.includes(seat)
            ? ['quiet', t('tag.pass')]
            : view.phase === 'showdown' && view.top?.seat === seat
              ? ['top', t(trickOf(view).length === 1 ? 'tag.leads' : 'tag.highest')]
              : null;
}

function Tag({ frame, seat, t }: { frame: DameFrame; seat: number; t: T }) {
  const said = lately(frame, seat, t);
  return said && <span class={`ldn-tag ${said[0]}`}>{said[1]}</span>;
}

/** Arrows on the felt: play runs to the right, and traded cards go to the left. */
const Turn = ({ left, first, words }: { left: boolean; first: boolean; words: string }) => (
  <svg
    class={`ldn-turn${left ? ' left' : ''}${first ? ' first' : ''}`}
    viewBox="0 0 300 160"
    role="img"
    aria-label={words}
  >
    <marker id="ldn-head" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="6" markerHeight="6" orient="auto">
      <path d="M1 .5L9.5 5L1 9.5Z" />
    </marker>
    <path marker-end="url(#ldn-head)" d="M68 141A140 75 0 0 0 232 141" />
    <path marker-end="url(#ldn-head)" d="M286 50A140 75 0 0 0 150 5" />
    <path marker-end="url(#ldn-head)" d="M74 19A140 75 0 0 0 14 98" />
  </svg>
);

const SortSign = () => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M2 4h5M2 8h8M2 12h11" />
  </svg>
);
const WaitSign = () => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M4 2h8M4 14h8M5 2c0 4 6 8 6 12M11 2c0 4-6 8-6 12" />
  </svg>
);
const HistorySign = () => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M3 8a5 5 0 1 1 1.5 3.6M3 8L1.5 6M3 8l2-1.5M8 5v3l2 1.5" />
  </svg>
);

/** Returns the number of the present deal and of all deals. Deals without a bet do not count. */
const nth = ({ view, options }: DameFrame) => ({ n: view.standing.played + 1, of: Number(options['deals']) });

export default {
  id: 'la-dame-noire',
  Board,
  keys,
  say,
  steps,
  choice,
  chapter,
  awaited,
  forced,
  nth,
  Deal,
} satisfies GameUi<View, Legal>;
