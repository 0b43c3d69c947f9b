// The words for events, and the intermediate steps that are shown between two frames.

import { cardShort, seatName, who, type PublicEvent, type Step, type T } from '@cardroom/ui';
import { type KaelFrame } from './layout';
import type { Legal, View } from './types.gen';

/** Returns the words for cards, such as "10", "10 ×2" or "the X". */
export function cardsWords(cards: readonly string[], t: T): string {
  const card = cards[0] ?? '';
  const short =
    card === 'X' || card === '-1' ? t('cards.the', { card: cardShort(card, t.language) }) : cardShort(card, t.language);
  return cards.length > 1 ? t('cards.many', { card: short, n: cards.length }) : short;
}

const verbOf = (action: string): string => action.split(' ')[0]!;
const cardsIn = (action: string): string[] => action.split(' ').slice(1);

export function say(event: PublicEvent, before: KaelFrame, after: KaelFrame, t: T): string[] {
  if (event.kind !== 'acted') return event.kind === 'shuffle' ? [t('log.shuffle')] : [];
  const { seat, action } = event;
  const last = after.since[after.since.length - 1] === event;
  const did = deed(seat, action, last ? before : null, after, t);
  // The time, in tenths of a second, between two claims that were made at almost the same moment. [K12]
  const tenths = (ms: number) => Math.round(ms / 100) / 10;
  const lines = [
    event.margin
      ? t('log.margin', { what: did, after: tenths(event.margin.after_ms), of: tenths(event.margin.of_ms) })
      : did,
  ];
  if (last && after.view.run === 4 && ['lay', 'good'].includes(verbOf(action))) lines.push(t('log.square'));
  if (last && verbOf(action) === 'show') lines.push(...counted(after, t));
  return lines;
}

/** Returns the words for one action. `before` is null if the frame directly before the action is missing. */
function deed(seat: number, action: string, before: KaelFrame | null, after: KaelFrame, t: T): string {
  const verb = verbOf(action);
  const { view } = after;
  switch (verb) {
    case 'deal':
      return who(t, after, seat, 'log.deals', { n: Number(cardsIn(action)[0]) });
    case 'lay':
      return who(t, after, seat, cardsIn(action)[0] === 'X' ? 'log.lays_x' : 'log.lays', {
        cards: cardsWords(cardsIn(action), t),
      });
    case 'draw': {
      if (action === 'draw deck') {
        const card = before && seat === after.viewer ? (view.drawn[seat] ?? null) : null;
        return card === null
          ? who(t, after, seat, 'log.draws')
          : t('log.draws.card', { card: cardShort(card, t.language) });
      }
      const was = before?.view;
      const card = was && was.under !== null ? was.pile[was.under] : view.drawn[seat];
      return card == null
        ? who(t, after, seat, 'log.takes_top')
        : who(t, after, seat, 'log.takes', { card: cardShort(card, t.language) });
    }
    case 'good': {
      const card = before?.view.fresh?.laid ?? view.pile[view.pile.length - 1] ?? '';
      return who(t, after, seat, 'log.good', { card: cardShort(card, t.language) });
    }
    case 'cut':
      return who(t, after, seat, 'log.cuts', { cards: cardsWords(cardsIn(action), t) });
    case 'kael':
      return who(t, after, seat, 'log.kael');
    case 'show':
      return who(t, after, seat, 'log.shows');
    default:
      return who(t, after, seat, 'log.plain', { action });
  }
}

/** Returns the words for the last action, which are shown on the felt. */
export function news(frame: KaelFrame, t: T): string | null {
  const { last } = frame.view;
  return last ? deed(last[0], last[1], null, frame, t) : null;
}

/** Returns the results of the deal, one line each. */
export function counted(frame: KaelFrame, t: T): string[] {
  const { outcome } = frame.view;
  if (!outcome) return [];
  const each = (seats: readonly number[], key: string) =>
    seats.map((seat) =>
      who(t, frame, seat, key, { n: outcome.totals[seat] ?? 0, from: (outcome.totals[seat] ?? 0) + 25 }),
    );
  return [
    verdict(frame, t)!,
    ...each(outcome.landed, 'outcome.landed'),
    ...each(outcome.eliminated, 'outcome.eliminated'),
  ];
}

export function verdict(frame: KaelFrame, t: T): string | null {
  const { outcome } = frame.view;
  return (
    outcome && who(t, frame, outcome.caller, `outcome.${outcome.count}`, { n: outcome.values[outcome.caller] ?? 0 })
  );
}

/** Returns the step that shows all open hands for a moment before the result covers them. */
export function steps(before: KaelFrame, after: KaelFrame): Step<View, Legal>[] {
  return before.view.step === 'show' && after.view.step === 'over' ? [{ frame: after, ms: 2600 }] : [];
}

/** Returns the words for the action that the table waits for, from the viewer's point of view. */
export function awaited(frame: KaelFrame, t: T): string {
  const { view } = frame;
  if (view.next === null) return t('said.over');
  const yours = (!frame.named || !!frame.own) && frame.viewer !== null && frame.must.includes(frame.viewer);
  if (!yours) return t(`said.${view.step}`, { who: seatName(t, frame, view.next) });
  if (view.step === 'play' && view.held[frame.viewer!] === 0)
    return t(view.callable ? 'said.empty' : 'said.empty_draw');
  if (view.step === 'draw') {
    const card = underneath(frame);
    return card === undefined ? t('said.draw.deck') : t('said.draw.you', { card: cardShort(card, t.language) });
  }
  return t(`said.${view.step}.you`);
}

/** Returns the card that can be drawn from the pile. */
const underneath = ({ view }: KaelFrame): string | undefined =>
  view.under === null ? undefined : view.pile[view.under];

/** Returns the few words beside the name of a step: which cards are laid, or from where a card is drawn. */
export function stepWords(frame: KaelFrame, t: T): string {
  if (frame.view.step !== 'draw') return t('step.lay.what');
  const card = underneath(frame);
  return card === undefined ? t('step.draw.deck') : t('step.draw.what', { card: cardShort(card, t.language) });
}

/** Returns the words for a legal action, for advice, the look back and lessons. */
export function choice({ kind, cards, source, takes, deal }: Legal, _: KaelFrame, t: T): string {
  switch (kind) {
    case 'deal':
      return t('action.deal', { n: deal ?? 0 });
    case 'lay':
      return t('choice.lay', { cards: cardsWords(cards, t) });
    case 'cut':
      return t('choice.cut', { cards: cardsWords(cards, t) });
    case 'draw':
      return source === 'deck'
        ? t('action.draw.deck')
        : takes === null
          ? t('action.draw.top')
          : t('action.draw.pile', { card: cardShort(takes, t.language) });
    case 'good':
      return t('action.good');
    case 'kael':
      return t('action.kael');
    case 'show':
      return t('action.show');
  }
}

/** Returns the name of the part of the deal that begins here: a round of the table, or the call. */
export function chapter({ view }: KaelFrame, before: KaelFrame | null, t: T): string | null {
  if (view.step === 'deal' || view.step === 'over' || before === null) return null;
  if (view.caller !== null) return before.view.caller === null ? t('chapter.call') : null;
  const playing = view.standing.out.filter((out) => out === null).length;
  const begins = before.view.step === 'deal' || (view.turns !== before.view.turns && view.turns % playing === 0);
  return begins ? t('chapter.round', { n: Math.floor(view.turns / playing) + 1 }) : null;
}

/** Returns true if a forced action may be automatic. Only one may be: the draw from the deck when the pile has no card
 * under the laid ones. All players can see that this draw is forced. In other positions a seat may have the choice of a
 * claim (K10, K14), and an automatic action would show that it has none. */
export const forced = ({ view }: KaelFrame): boolean => view.step === 'draw' && view.under === null;
