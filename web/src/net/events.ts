// Events at a table: the texts of the protocol, read once. From here on they are typed.

import type * as gen from './protocol.gen';

/** An event, as its viewer may know it; `seat` is null for what no seat does. */
export type PublicEvent = Acted | TookOver | TableChange;

/** A seat acted. */
export interface Acted {
  kind: 'acted';
  seat: number;
  /** In the game's notation, hidden parts left out. */
  action: string;
  /** Of a claim in a race: how close it was. */
  margin?: gen.Margin | undefined;
  /** A bot did it, because the seat's player was away or out of time. */
  bot?: false | 'away' | 'time' | undefined;
}

/** Another player has the seat from here. */
export interface TookOver {
  kind: 'took_over';
  seat: number;
  player: NewPlayer;
  /** The clock of the seat's player had run out: the player was present all the time. */
  timeUp: boolean;
}

/** A bot, the seat's own player again, a bot for somebody who left or was removed, or a new player. */
export type NewPlayer = 'bot' | 'back' | 'left' | 'removed' | 'joined';

/** An event that no seat causes, by its word in the protocol. */
export interface TableChange {
  kind: 'shuffle' | 'deal' | 'undo' | 'give up' | 'play on';
  seat: null;
}

/** Reads an event of the protocol. No game has actions that read like a new player. */
export function readEvent({ seat, action, margin, bot, time_up: timeUp = false }: gen.TableEvent): PublicEvent {
  if (seat === null) return { kind: action.replace(/ \d+/, '') as TableChange['kind'], seat };
  const player = /^(bot(?= .)|back$|left$|removed$|joined$)/.exec(action)?.[0] as NewPlayer | undefined;
  if (player) return { kind: 'took_over', seat, player, timeUp };
  return { kind: 'acted', seat, action, margin, bot: bot && (timeUp ? 'time' : 'away') };
}

/** A frame or a step, with its events read. */
export const readStep = <S extends { since: readonly gen.TableEvent[] }>(step: S): Read<S> => ({
  ...step,
  since: step.since.map(readEvent),
});

export type Read<S> = Omit<S, 'since'> & { since: readonly PublicEvent[] };
