// The messages between page and server, for the page's use: the generated types, with what TypeScript can know beyond
// them.

import type { Read } from './events';
import type * as gen from './protocol.gen';

export type {
  Advised,
  Choice,
  Clock,
  Command,
  Continuation,
  Daily,
  DailyDeal,
  DailyResult,
  DealLevel,
  DealScore,
  DealWish,
  EngineSeat,
  ErrorDetail,
  GameInfo,
  GameStatistics,
  HostInfo,
  Invitation,
  Invite,
  Judged,
  LessonStep,
  LobbyTable,
  Me,
  MyData,
  MyDevices,
  NewSettings,
  NewTable,
  OptionField,
  Phrase,
  QrCode,
  Races,
  RatedDeal,
  Reason,
  RecordPlace,
  Refusal,
  People,
  ChatLine,
  Notice,
  SeatTaken,
  SeatInfo,
  Settings,
  SharedAttempt,
  SharedShuffle,
  Statistics,
  TableLine,
  Tally,
  Verdict,
  WhyNot,
} from './protocol.gen';

export type OptionValue = number | boolean | string | null;

/** Any legal action: its notation, and public facts that differ from game to game. */
export interface AnyLegal {
  action: string;
}

/** `named`: everybody is called by name, the viewer too, as in a replay; `own`: but for the viewer, who looks back at
 * an own deal. */
export type Frame<View = unknown, Legal extends AnyLegal = AnyLegal> = {
  t: 'frame';
  named?: true;
  own?: true;
} & Read<gen.Frame<View, Legal>>;
/** As it comes from the server: its events are texts. */
export type Message = gen.Message<unknown, AnyLegal>;

export type DealHistory = Omit<gen.DealHistory, 'steps'> & { steps: Read<gen.PastStep>[] };
export type Replay = Omit<gen.Replay, 'steps'> & { steps: Read<gen.ReplayStep>[] };
export type Lesson = Omit<gen.Lesson, 'replay'> & { replay: Replay };

/** One decision of the viewer's seat. */
export const momentOf = ({ deal, at }: Pick<Frame, 'deal' | 'at'>): string => `${deal} ${at}`;
