// The board of Schwarze Dame. It contains no rules: a card can be played if a legal action names it.

import {
  ActionBar,
  Banner,
  Button,
  cardThe,
  CardTable,
  others,
  refusalWords,
  SeatBadge,
  seatName,
  Sheet,
  Spot,
  toast,
  useMoves,
  usePicked,
  useTypedRank,
  who,
  type BoardProps,
  type PublicEvent,
  type GameUi,
  type T,
} from '@cardroom/ui';
import {
  PlayedCards,
  LastTrick,
  lastTrick,
  Mine,
  near,
  onTable,
  RestButtons,
  restOffered,
  RestSaid,
  SortButton,
  TrickCount,
  trickSteps,
  useFinish,
  useLook,
  useTrickOrder,
} from '@cardroom/tricks';
import './board.css';
import { rest } from './finish';
import { keys } from './keys';
import { layout, type SchwarzeFrame } from './layout';
import type { Legal, View } from './types.gen';

function Board({ frame, send, ask, end, hint, t }: BoardProps<View, Legal>) {
  const [looking, look] = useLook<'last' | 'gone'>(frame);
  const moves = useMoves({
    moves: frame.legal.map(({ card, action }) => ({ card, to: 'trick', action })),
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
  usePicked(hint, frame.legal, (one) => moves.choose(one.card));
  useTypedRank((rank) => {
    const alike = frame.legal.map((one) => one.card).filter((card) => card[0] === rank);
    const next = alike[(alike.indexOf(moves.chosen ?? '') + 1) % alike.length];
    if (next) moves.choose(next);
  });
  const { view } = frame;
  const order = useTrickOrder(frame);
  const own = frame.viewer !== null && !frame.named && view.next !== null;
  const [finishing, finish] = useFinish(frame, view.harmless && !restOffered(frame) ? rest(frame) : null, send);
  const last = lastTrick(view);
  return (
    <>
      <CardTable layout={(size) => layout(frame, size, moves, order, t)} {...moves} shift={order.shift}>
        {[...others(4, frame.viewer, 'clockwise'), near(frame)].map((seat) => (
          <Spot key={seat} at={`seat${seat}`}>
            <SeatBadge frame={frame} seat={seat} cards={view.held[seat]!} deal={t.signed(view.points[seat]!)} />
          </Spot>
        ))}
        <Spot at="sum" class="trick-value">
          <Sum frame={frame} t={t} />
        </Spot>
        <Mine />
        <Spot at="bar" class="trick-bar">
          <ActionBar label={t('game.actions')}>
            <RestSaid frame={frame} t={t}>
              <Said frame={frame} t={t} />
            </RestSaid>
            {own && <SortButton order={order} t={t} />}
            {last && (
              <Button kind="quiet" shortcut="l" does="last-trick" onPress={() => look('last')}>
                {t('last.button')}
              </Button>
            )}
            {last && (
              <Button kind="quiet" shortcut="g" does="gone" onPress={() => look('gone')}>
                {t('gone.button')}
              </Button>
            )}
            {own && view.harmless && (
              <Button does="finish" shortcut="f" pressed={finishing} onPress={() => finish(!finishing)}>
                <span>
                  {t('finish')} <small>{t('finish.why')}</small>
                </span>
              </Button>
            )}
            <RestButtons frame={frame} end={end} t={t} />
            {moves.chosen && (
              <Button kind="primary" does="play" shortcut="Enter" onPress={() => void send(`play ${moves.chosen}`)}>
                {t('play', { card: cardThe(moves.chosen, t.language) })}
              </Button>
            )}
          </ActionBar>
        </Spot>
      </CardTable>
      {looking && last && (
        <Sheet title={t(`${looking}.title`)} onClose={() => look(null)}>
          {looking === 'last' && (
            <>
              <LastTrick frame={frame} trick={last.trick} words={who(t, frame, last.taker, 'log.takes')} t={t} />
              <h3>{t('gone.title')}</h3>
            </>
          )}
          <PlayedCards view={view} label={t('gone.title')} t={t} />
        </Sheet>
      )}
    </>
  );
}

/** The value of the trick on the table, and the seat that would take it. */
function Sum({ frame, t }: { frame: SchwarzeFrame; t: T }) {
  const { view } = frame;
  const table = view.tricks[view.tricks.length - 1];
  if (view.winning === null || !table) return null;
  return (
    <p class={`trick-sum ${view.worth < 0 ? 'dear' : ''}`} role="status">
      <span class="sd-parts">
        {table.parts
          .filter((part) => part !== 0)
          .map((n, i) => (
            <span key={i}>{t.signed(n)}</span>
          ))}
      </span>
      <span>
        <b>= {t.signed(view.worth)}</b> → <bdi>{seatName(t, frame, view.winning)}</bdi>
      </span>
    </p>
  );
}

function Said({ frame, t }: { frame: SchwarzeFrame; t: T }) {
  const { view } = frame;
  if (view.next === null) return <Banner>{t('said.done')}</Banner>;
  if (frame.own) return <Banner>{t('game.your_turn')}</Banner>;
  if (frame.legal.length === 0) return <Banner>{t('game.waiting', { who: seatName(t, frame, view.next) })}</Banner>;
  return <Banner tone="turn">{t(awaited(frame))}</Banner>;
}

function awaited(frame: SchwarzeFrame): string {
  const led = onTable(frame)[0]?.face[1];
  if (!led) return 'said.lead';
  return frame.legal.some(({ card }) => card[1] === led) ? `said.follow.${led}` : `said.free.${led}`;
}

function say(event: PublicEvent, before: SchwarzeFrame, after: SchwarzeFrame, t: T): string[] {
  if (event.kind !== 'acted') return [];
  const card = event.action.slice('play '.length);
  const lines = [
    who(t, after, event.seat, onTable(before).length === 0 ? 'log.leads' : 'log.plays', {
      card: cardThe(card, t.language),
    }),
  ];
  const done = lastTrick(after.view);
  if (after.deal === before.deal && done && after.view.takers.length > before.view.takers.length) {
    const worth = after.view.points[done.taker]! - before.view.points[done.taker]!;
    lines.push(who(t, after, done.taker, 'log.takes_for', { worth: t.signed(worth) }));
  }
  return lines;
}

/** Returns the step that shows the fourth card on the table before the trick is taken. */
const steps = (before: SchwarzeFrame, after: SchwarzeFrame) =>
  trickSteps(before, after, (taker) => ({
    worth: after.view.points[taker]! - before.view.points[taker]!,
    points: before.view.points,
  }));

const choice = (legal: Legal, _: SchwarzeFrame, t: T): string => t('play', { card: cardThe(legal.card, t.language) });

function chapter({ view }: SchwarzeFrame, before: SchwarzeFrame | null, t: T): string | null {
  const n = view.takers.length;
  return view.next !== null && (before === null || n > before.view.takers.length)
    ? t('chapter.trick', { n: n + 1 })
    : null;
}

const nth = ({ view, options }: SchwarzeFrame) => ({ n: view.standing.played + 1, of: Number(options['deals']) });

export default {
  id: 'schwarze-dame',
  Board,
  oneTap: true,
  keys,
  say,
  steps,
  choice,
  chapter,
  nth,
  Deal: TrickCount,
  awaited: (frame, t) => t(awaited(frame)),
} satisfies GameUi<View, Legal>;
