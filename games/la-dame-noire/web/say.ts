// The words for events, and the intermediate steps that are shown between two frames.

import {
  cardShort,
  cardThe,
  seatName,
  toSeat,
  who,
  type Acted,
  type PublicEvent,
  type Step,
  type T,
} from '@cardroom/ui';
import { nameOf } from './combination';
import { around, finished, near, stopOf, trickOf, type DameFrame } from './layout';
import type { Laid, Legal, View } from './types.gen';

/** Returns the words for a play. Within a sentence, a single card is called by its full name. */
const playWords = (play: Laid, t: T): string =>
  play.kind === 'singleton' ? cardThe(play.cards[0]!, t.language) : nameOf(play, t);

const verbOf = (action: string): string => action.split(' ')[0]!;

export function say(event: PublicEvent, before: DameFrame, after: DameFrame, t: T): string[] {
  if (event.kind !== 'acted') return [];
  const { action } = event;
  const was = before.view;
  const now = after.view;
  // The last event of a frame also gets the words for its consequences, such as the end of the bidding.
  const last = after.since[after.since.length - 1] === event;
  const lines = [deed(event, before, after, t)];
  if (!last) return lines;

  if (was.phase === 'bidding' && now.phase !== 'bidding') {
    lines.push(now.bet ? who(t, after, now.bet.seat, 'log.holds', { points: now.bet.points }) : t('log.thrown_in'));
  }
  if (was.phase === 'trading' && now.exchanges > was.exchanges) {
    const trade = after.viewer === null ? undefined : now.trades[now.trades.length - 1];
    lines.push(
      trade
        ? t('log.exchange.you', {
            n: now.exchanges,
            gave: cardShort(trade.gave, t.language),
            got: cardShort(trade.received, t.language),
            who: seatName(t, after, around(after)[2]),
          })
        : t('log.exchange', { n: now.exchanges }),
    );
    if (now.phase !== 'trading') lines.push(t('log.trading_over'));
  }
  const out = now.out.length > was.out.length && verbOf(action) === 'play' ? was.out.length + 1 : 0;
  if (out) lines.push(who(t, after, now.out[out - 1]!, `log.out.${out}`));
  const trick = finished(now) > finished(was) && was.phase !== 'coup' ? now.tricks[finished(was)] : undefined;
  if (trick && trick.to !== null)
    lines.push(who(t, after, trick.to, 'log.takes', { points: t('points', { n: trick.worth }) }));
  if (now.phase === 'over' && was.phase !== 'over') lines.push(who(t, after, now.out[3]!, 'log.last'));
  return lines;
}

function deed({ action, seat }: Acted, before: DameFrame, after: DameFrame, t: T): string {
  const verb = verbOf(action);
  const rest = action.slice(verb.length + 1);
  const was = before.view;
  switch (verb) {
    case 'bid':
      return who(t, after, seat, 'log.bids', { points: Number(rest) });
    case 'trade':
      return who(t, after, seat, 'log.puts', { card: rest ? cardThe(rest, t.language) : '' });
    case 'stop':
      return who(t, after, seat, 'log.stops', { n: was.exchanges + 1 });
    case 'keep':
      return who(t, after, seat, 'log.keeps', { points: t('points', { n: was.worth }) });
    case 'coup':
      return who(t, after, seat, 'log.coup', {
        points: t('points', { n: was.worth }),
        on: toSeat(t, after, Number(rest)),
      });
    case 'play': {
      const plays = after.view.tricks.flatMap((trick) => trick.plays);
      const play = plays.find((one) => one.seat === seat && one.cards.join('') === rest);
      return who(t, after, seat, was.on_table ? 'log.plays' : 'log.leads', {
        combination: play ? playWords(play, t) : rest,
      });
    }
    default:
      return who(t, after, seat, 'log.passes');
  }
}

/** The time, before play begins, for which the page shows who called stop or what the last exchange brought. */
const TOLD_MS = 2000;

/** Returns the steps that show all four put cards before they change hands, the end of the trading before play
 * begins, and a whole trick before it is taken. */
export function steps(before: DameFrame, after: DameFrame): Step<View, Legal>[] {
  const event = after.since[after.since.length - 1];
  if (event?.kind !== 'acted' || after.since.length !== 1) return [];
  const was = before.view;
  const now = after.view;
  if (now.exchanges > was.exchanges) {
    const { seat } = event;
    const own = near(after);
    const card = event.action.slice('trade '.length);
    const view: View = {
      ...was,
      put: [0, 1, 2, 3],
      put_last: seat,
      held: each(was.held, (n, i) => (i === seat ? n - 1 : n)),
      hands: each(was.hands, (hand, i) => (i === seat && i === own && hand ? hand.filter((c) => c !== card) : hand)),
      put_cards: each(was.put_cards, (c, i) => (i === seat && i === own && card ? card : c)),
    };
    const put: Step<View, Legal> = { frame: { ...after, since: [], view }, ms: 700 };
    if (now.phase === 'trading') return [put];
    return [put, { frame: { ...after, view: { ...now, phase: 'trading', next: null } }, ms: TOLD_MS }];
  }
  if (event.action === 'stop') return [{ frame: { ...after, view: was }, ms: TOLD_MS }];
  if (finished(now) > finished(was) && was.phase !== 'coup') {
    const whole = now.tricks[finished(was)]!;
    const view: View = {
      ...now,
      phase: 'showdown',
      next: null,
      tricks: [...now.tricks.slice(0, finished(was)), { ...whole, to: null }],
      on_table: true,
      top: whole.plays[whole.plays.length - 1]!,
      worth: whole.worth,
      piles: was.piles,
      choice: null,
      passed: verbOf(event.action) === 'pass' ? [...was.passed, event.seat] : [],
      out: now.phase === 'over' ? now.out.slice(0, 3) : now.out,
    };
    return [{ frame: { ...after, view }, ms: 'trick' }];
  }
  return [];
}

const each = <A, B extends A>(of: readonly A[], to: (a: A, i: number) => A): [B, B, B, B] => of.map(to) as [B, B, B, B];

/** Returns the words for the action that the table waits for, from the viewer's point of view. */
export function awaited(frame: DameFrame, t: T): string {
  const { view } = frame;
  const yours = (!frame.named || !!frame.own) && frame.viewer !== null && frame.must.includes(frame.viewer);
  const next = view.next === null ? null : seatName(t, frame, view.next);
  switch (view.phase) {
    case 'bidding':
      return yours
        ? t(view.bet ? 'said.bid' : 'said.bid_first', { points: view.bet?.points ?? 0 })
        : t('said.bids', { who: next ?? '' });
    case 'trading': {
      const stopped = stopOf(frame);
      if (stopped !== null) return who(t, frame, stopped, 'trading.stopped');
      if (yours) return t('said.put', { who: seatName(t, frame, around(frame)[0]) });
      const names = frame.must.map((seat) => seatName(t, frame, seat));
      return names.length
        ? t('said.waits', { who: new Intl.ListFormat(t.language).format(names) })
        : t('said.exchange');
    }
    case 'showdown': {
      if (next === null) return takes(frame, t);
      if (!yours) return t(view.top ? 'game.waiting' : 'said.leads', { who: next });
      if (!view.top) return t('said.lead');
      const plays = frame.legal.some((one) => one.power !== null);
      return t(plays ? 'said.beat' : 'said.cannot', { combination: nameOf(view.top, t) });
    }
    case 'coup':
      return t(yours ? 'said.coup.you' : 'said.coup', { who: next ?? '' });
    case 'thrown_in':
      return t('said.thrown_in');
    case 'over':
      return t('said.over');
  }
}

/** Returns the words for a complete trick that is shown before it is taken. */
function takes(frame: DameFrame, t: T): string {
  const plays = trickOf(frame.view);
  const last = plays[plays.length - 1];
  return last ? who(t, frame, last.seat, 'said.takes') : '';
}

/** Returns the words for a legal action, for advice, the look back and lessons. */
export function choice(legal: Legal, frame: DameFrame, t: T): string {
  const { action, cards, kind } = legal;
  if (kind !== null)
    return t('play', {
      combination: kind === 'singleton' ? cardThe(cards[0]!, t.language) : nameOf({ kind, cards }, t),
    });
  switch (verbOf(action)) {
    case 'bid':
      return t('bid', { points: legal.bid ?? 0 });
    case 'trade':
      return t('choice.trade', { card: cardThe(cards[0]!, t.language) });
    case 'stop':
      return t('stop');
    case 'keep':
      return t('choice.keep');
    case 'coup':
      return t('coup.do', { who: seatName(t, frame, Number(action.split(' ')[1])) });
    default:
      return t('pass');
  }
}

/** Returns the name of the part of the deal that begins here: bets, trading, a trick. */
export function chapter({ view }: DameFrame, before: DameFrame | null, t: T): string | null {
  const begins = before === null || before.view.phase !== view.phase;
  if (view.phase === 'bidding') return begins ? t('chapter.bets') : null;
  if (view.phase === 'trading') return begins ? t('chapter.trading') : null;
  if (view.phase !== 'showdown') return null;
  return begins || finished(view) > finished(before.view) ? t('chapter.trick', { n: finished(view) + 1 }) : null;
}

/** Returns true if a forced action may be done automatically. In the showdown, this is so if nothing beats the trick or
 * only one play is left. Bids, trading and the coup are never automatic. */
export const forced = ({ view }: DameFrame): boolean => view.phase === 'showdown';
