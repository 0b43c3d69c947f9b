// The board of Hearts. It contains no rules. Cards can be played or passed if a legal action names them.

import {
  ActionBar,
  Banner,
  Button,
  cardShort,
  cardThe,
  CardTable,
  others,
  refusalWords,
  SeatBadge,
  seatName,
  Sheet,
  Spot,
  toast,
  toSeat,
  useChoice,
  useMoves,
  usePicked,
  useTypedRank,
  who,
  type BoardProps,
  type PublicEvent,
  type GameUi,
  type Step,
  type T,
  type Touches,
} from '@cardroom/ui';
import {
  LastTrick,
  lastTrick,
  Mine,
  near,
  onTable,
  RestButtons,
  restOffered,
  RestSaid,
  SortButton,
  sortedHand,
  TrickCount,
  trickSteps,
  useFinish,
  useLook,
  useTrickOrder,
} from '@cardroom/tricks';
import './board.css';
import { keys } from './keys';
import { layout, neighbours, received, type HeartsFrame } from './layout';
import type { Legal, View } from './types.gen';

function Board({ frame, send, ask, end, hint, t }: BoardProps<View, Legal>) {
  const [looking, look] = useLook<'last'>(frame);
  const { view } = frame;
  const choosing = view.phase === 'giving' && frame.legal.length > 0;
  const choice = useChoice(`${frame.deal} ${view.phase}`, view.hands[near(frame)] ?? []);
  const moves = useMoves({
    moves: choosing ? [] : frame.legal.map(({ cards, action }) => ({ card: cards[0]!, to: 'trick', action })),
    send,
    refuse: (card) => {
      if (card.pile !== 'hand') return;
      const led = onTable(frame)[0]?.face[1];
      void ask(`play ${card.key}`, true).then((refusal) => {
        if (refusal)
          toast(
            refusal.key === 'follow_suit' && led ? t(`refusal.follow_suit.${led}`) : refusalWords(refusal, t),
            refusal.rule,
          );
      });
    },
  });
  usePicked(hint, frame.legal, (one) => (choosing ? choice.set(one.cards) : moves.choose(one.cards[0]!)));
  useTypedRank((rank) => {
    const alike = sortedHand(
      choosing ? (view.hands[near(frame)] ?? []) : frame.legal.flatMap((one) => one.cards),
    ).filter((card) => card[0] === rank);
    if (!choosing) {
      const next = alike[(alike.indexOf(moves.chosen ?? '') + 1) % alike.length];
      if (next) moves.choose(next);
      return;
    }
    const next = alike.find((card) => !choice.has(card));
    if (next) choose(next);
    else choice.set(choice.keys.filter((card) => !alike.includes(card)));
  });
  const given =
    choosing && choice.keys.length === 3
      ? (frame.legal.find((one) => one.cards.every((card) => choice.has(card))) ?? null)
      : null;
  // A fourth card is not chosen, because the player must decide which of the three cards it would replace.
  const choose = (card: string) => {
    if (choice.has(card) || choice.keys.length < 3) choice.toggle(card);
    else toast(t('give.full'));
  };
  const touches: Touches = choosing
    ? {
        tap: (place) => {
          if (place.pile === 'hand') choose(place.key);
        },
        escape: () => choice.clear(),
      }
    : moves;
  const order = useTrickOrder(frame);
  const own = frame.viewer !== null && !frame.named && view.phase !== 'over';
  // True if no points are left, so that the order of the cards does not matter.
  const harmless = view.harmless && !restOffered(frame);
  const [finishing, finish] = useFinish(frame, harmless ? (frame.legal[0]?.action ?? null) : null, send);
  const last = lastTrick(view);
  return (
    <>
      <CardTable
        layout={(size) => layout(frame, size, { order, moves, chosen: choice.keys, choosing }, t)}
        {...touches}
        shift={order.shift}
      >
        {[...others(4, frame.viewer, 'clockwise'), near(frame)].map((seat) => (
          <Spot key={seat} at={`seat${seat}`}>
            <SeatBadge
              frame={frame}
              seat={seat}
              cards={view.held[seat]!}
              deal={t.signed(view.taken[seat]!)}
              mark={
                view.phase === 'giving' && view.chosen.includes(seat) ? (
                  <span class="ht-chosen" title={t('chosen')} role="img" aria-label={t('chosen')}>
                    ✓
                  </span>
                ) : undefined
              }
            />
          </Spot>
        ))}
        <Spot at="sum" class="trick-value">
          <Sum frame={frame} t={t} />
        </Spot>
        <Mine />
        <Spot at="bar" class="trick-bar">
          <ActionBar label={t('game.actions')}>
            <RestSaid frame={frame} t={t}>
              <Said frame={frame} chosen={choosing ? choice.keys.length : null} t={t} />
            </RestSaid>
            {own && <SortButton order={order} t={t} />}
            {last && (
              <Button kind="quiet" shortcut="l" onPress={() => look('last')}>
                {t('last.button')}
              </Button>
            )}
            {own && view.harmless && view.next !== null && (
              <Button does="finish" shortcut="f" pressed={finishing} onPress={() => finish(!finishing)}>
                <span>
                  {t('finish')} <small>{t('finish.why')}</small>
                </span>
              </Button>
            )}
            <RestButtons frame={frame} end={end} t={t} />
            {given && (
              <Button kind="primary" does="give" shortcut="Enter" onPress={() => void send(given.action)}>
                {t('give', { who: toSeat(t, frame, given.to!) })}
              </Button>
            )}
            {!choosing && moves.chosen && (
              <Button kind="primary" does="play" shortcut="Enter" onPress={() => void send(`play ${moves.chosen}`)}>
                {t('play', { card: cardThe(moves.chosen, t.language) })}
              </Button>
            )}
          </ActionBar>
        </Spot>
      </CardTable>
      {looking && last && (
        <Sheet title={t('last.title')} onClose={() => look(null)}>
          <LastTrick frame={frame} trick={last.trick} words={who(t, frame, last.taker, 'log.takes')} t={t} />
          <Gifts frame={frame} t={t} />
        </Sheet>
      )}
    </>
  );
}

/** Shows what matters now. During a trick: its points and the seat that would take it. Between tricks: whether hearts
 * are broken. Before the first trick: the passed cards. */
function Sum({ frame, t }: { frame: HeartsFrame; t: T }) {
  const { view } = frame;
  if (view.winning !== null) {
    return (
      <p class={`trick-sum ${view.worth > 0 ? 'dear' : ''}`} role="status">
        <span>
          <b>{t('points', { n: view.worth })}</b> → <bdi>{seatName(t, frame, view.winning)}</bdi>
        </span>
        {view.broken && <Broken t={t} />}
      </p>
    );
  }
  if (received(frame)) return null;
  if (view.phase === 'play' && view.tricks.length === 0 && neighbours(frame))
    return (
      <div class="trick-sum ht-gifts">
        <Gifts frame={frame} t={t} />
      </div>
    );
  return view.phase === 'play' && view.broken ? (
    <p class="trick-sum">
      <Broken t={t} />
    </p>
  ) : null;
}

const Broken = ({ t }: { t: T }) => (
  <span class="ht-broken" role="img" aria-label={t('broken')} title={t('broken')}>
    ♥
  </span>
);

const shorts = (cards: readonly string[] | null | undefined, t: T) =>
  sortedHand(cards ?? [])
    .map((card) => cardShort(card, t.language))
    .join(' ');

function Gifts({ frame, t }: { frame: HeartsFrame; t: T }) {
  const between = neighbours(frame);
  if (!between) return null;
  return (
    <p class="ht-given">
      <span>
        {t('gifts.gave', { cards: shorts(frame.view.gifts[frame.viewer!], t), who: seatName(t, frame, between.to) })}
      </span>
      <span>
        {t('gifts.got', { cards: shorts(frame.view.gifts[between.from], t), who: seatName(t, frame, between.from) })}
      </span>
    </p>
  );
}

function Said({ frame, chosen, t }: { frame: HeartsFrame; chosen: number | null; t: T }) {
  const { view } = frame;
  const between = neighbours(frame);
  if (chosen !== null && between) {
    const to = seatName(t, frame, between.to);
    return (
      <Banner tone="turn">
        {chosen === 0
          ? t('give.first', { who: to })
          : chosen < 3
            ? t('give.more', { n: 3 - chosen, who: to })
            : t('give.ready', { who: to })}
      </Banner>
    );
  }
  if (view.phase === 'giving' && between)
    return (
      <Banner>
        {t(view.chosen.includes(frame.viewer!) ? 'give.wait' : 'give.choose', { who: seatName(t, frame, between.to) })}
      </Banner>
    );
  if (between && received(frame))
    return (
      <Banner tone="turn">
        {t('said.got', { who: seatName(t, frame, between.from), cards: shorts(view.gifts[between.from], t) })}
      </Banner>
    );
  if (view.phase === 'over') return <Banner>{over(frame, t)}</Banner>;
  // A complete trick is shown for a moment before it is taken.
  if (frame.must.length === 0 && view.winning !== null)
    return <Banner>{who(t, frame, view.winning, 'said.takes')}</Banner>;
  if (frame.own) return <Banner>{t('game.your_turn')}</Banner>;
  if (frame.legal.length === 0)
    return <Banner>{t('game.waiting', { who: frame.must.map((seat) => seatName(t, frame, seat)).join(', ') })}</Banner>;
  return <Banner tone="turn">{t(awaited(frame))}</Banner>;
}

function over(frame: HeartsFrame, t: T): string {
  const moon = frame.view.taken.indexOf(26);
  return moon < 0 ? t('said.done') : who(t, frame, moon, 'said.moon');
}

function awaited(frame: HeartsFrame): string {
  const { view } = frame;
  if (view.phase === 'giving') return 'said.give';
  const led = onTable(frame)[0]?.face[1];
  if (!led) return view.tricks.length === 0 ? 'said.open' : view.broken ? 'said.lead' : 'said.lead.unbroken';
  if (frame.legal.some(({ cards }) => cards[0]![1] === led)) return `said.follow.${led}`;
  return view.tricks.length === 1 ? 'said.free.first' : `said.free.${led}`;
}

function say(event: PublicEvent, before: HeartsFrame, after: HeartsFrame, t: T): string[] {
  if (event.kind !== 'acted') return [];
  if (event.action.startsWith('give')) return [who(t, after, event.seat, 'log.chooses')];
  const card = event.action.slice('play '.length);
  const lines = [
    who(t, after, event.seat, onTable(before).length === 0 ? 'log.leads' : 'log.plays', {
      card: cardThe(card, t.language),
    }),
  ];
  const done = lastTrick(after.view);
  if (after.deal === before.deal && done && after.view.takers.length > before.view.takers.length) {
    lines.push(
      who(t, after, done.taker, 'log.takes_for', { n: after.view.taken[done.taker]! - before.view.taken[done.taker]! }),
    );
    if (after.view.phase === 'over' && after.view.taken.includes(26)) lines.push(over(after, t));
  }
  return lines;
}

/** The time for which the cards that the viewer received are shown, unless a tap or a key ends it. */
const RECEIVED_MS = 2000;

/** Returns the steps that show the passed cards before play begins, and the fourth card of a trick before it is
 * taken. */
function steps(before: HeartsFrame, after: HeartsFrame): Step<View, Legal>[] {
  if (before.view.phase === 'giving' && after.view.phase === 'play') {
    const view: View = { ...after.view, tricks: [], on_table: false, winning: null, worth: 0, next: null };
    const shown = { ...after, view };
    return received(shown) ? [{ frame: shown, ms: RECEIVED_MS }] : [];
  }
  return trickSteps(before, after, (taker) => ({
    worth: after.view.taken[taker]! - before.view.taken[taker]!,
    taken: before.view.taken,
    points: before.view.points,
  }));
}

/** Returns the words for a legal action that has not been done yet. */
const choice = ({ cards }: Legal, _: HeartsFrame, t: T): string =>
  cards.length === 1
    ? t('play', { card: cardThe(cards[0]!, t.language) })
    : t('choice.give', {
        cards: sortedHand(cards)
          .map((card) => cardShort(card, t.language))
          .join(' '),
      });

/** Returns the name of the part of the deal that begins here: the passing, or a trick. */
function chapter({ view }: HeartsFrame, before: HeartsFrame | null, t: T): string | null {
  if (view.phase === 'giving') return before === null ? t('chapter.give') : null;
  const n = view.takers.length;
  const begins = before === null || before.view.phase !== view.phase || n > before.view.takers.length;
  return view.phase === 'play' && begins ? t('chapter.trick', { n: n + 1 }) : null;
}

export default {
  id: 'hearts',
  Board,
  oneTap: true,
  keys,
  say,
  steps,
  choice,
  chapter,
  Deal: TrickCount,
  awaited: (frame, t) => t(awaited(frame)),
} satisfies GameUi<View, Legal>;
