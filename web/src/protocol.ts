// The messages between page and server, for the page's use: the generated types, with what TypeScript can know beyond them.

import type * as gen from './protocol.gen';

export type { Advised, Choice, Judged, Reason, Command, DealScore, Event, GameInfo, Me, NewTable, OptionField, Races, Refusal, SeatInfo, TableLine } from './protocol.gen';

export type OptionValue = number | boolean | string | null;

/** Any legal action: its notation, and public facts that differ from game to game. */
export interface AnyLegal { action: string }

export type Frame<View = unknown, Legal extends AnyLegal = AnyLegal> = { t: 'frame' } & gen.Frame<View, Legal>;
export type Message = gen.Message<unknown, AnyLegal>;
