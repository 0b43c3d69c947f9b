// Events at a table: parses the texts of the protocol into typed events.

import type * as gen from './protocol.gen';

/** An event, as far as the viewer may know it; `seat` is null if no seat causes the event. */
export type PublicEvent = Acted | TookOver | TableChange;

/** An action of a seat. */
export interface Acted {
  kind: 'acted';
  seat: number;
  /** The action in the game's notation, without its hidden parts. */
  action: string;
  /** The margin of time by which a claim won or lost a race. */
  margin?: gen.Margin | undefined;
  /** Set if a bot acted, because the seat's player was away or out of time. */
  bot?: false | 'away' | 'time' | undefined;
}

/** A change of a seat's player. It applies from this event on. */
export interface TookOver {
  kind: 'took_over';
  seat: number;
  player: NewPlayer;
  /** True if the reason is that the player's clock had run out, and not that the player was away. */
  timeUp: boolean;
}

/** The new player. `bot`: a bot in place of an absent player. `back`: the seat's own player again. `left` and
 * `removed`: a bot for a player who left or was removed. `joined`: a new player. */
export type NewPlayer = 'bot' | 'back' | 'left' | 'removed' | 'joined';

/** An event that no seat causes, named by its word in the protocol. */
export interface TableChange {
  kind: 'shuffle' | 'deal' | 'undo' | 'give up' | 'play on';
  seat: null;
}

/** Parses an event of the protocol. The words for new players are unambiguous, because no game has actions that begin
 * like them. */
export function readEvent({ seat, action, margin, bot, time_up: timeUp = false }: gen.TableEvent): PublicEvent {
  if (seat === null) return { kind: action.replace(/ \d+/, '') as TableChange['kind'], seat };
  const player = /^(bot(?= .)|back$|left$|removed$|joined$)/.exec(action)?.[0] as NewPlayer | undefined;
  if (player) return { kind: 'took_over', seat, player, timeUp };
  return { kind: 'acted', seat, action, margin, bot: bot && (timeUp ? 'time' : 'away') };
}

/** Parses the events of a frame or a step. */
export const readStep = <S extends { since: readonly gen.TableEvent[] }>(step: S): Read<S> => ({
  ...step,
  since: step.since.map(readEvent),
});

export type Read<S> = Omit<S, 'since'> & { since: readonly PublicEvent[] };
