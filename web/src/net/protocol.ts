// The messages between page and server: the generated types, with more exact types where TypeScript can express them.

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
  DayDeal,
  DayField,
  DayRun,
  Days,
  DayTry,
  DealRun,
  DealLevel,
  DealScore,
  DealWish,
  EngineSeat,
  ErrorDetail,
  FoundMistakes,
  GameInfo,
  GameStatistics,
  HostInfo,
  Invitation,
  Invite,
  Judged,
  JudgedDeal,
  LessonStep,
  LobbyTable,
  Me,
  Mistake,
  MistakeAnswer,
  MyData,
  MyDevices,
  MyMistake,
  MyMistakes,
  NewPractice,
  NewSettings,
  NewTable,
  OptionField,
  Phrase,
  Practice,
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

/** Any legal action: its notation, and public facts that each game defines for itself. */
export interface AnyLegal {
  action: string;
}

/** Returns the cards that a legal action names, in whatever field the game names them. */
export function cardsOf(legal: AnyLegal | null): string[] {
  const facts = legal as { card?: string | null; cards?: string[]; takes?: string | null } | null;
  return facts?.cards?.length ? facts.cards : [facts?.card ?? facts?.takes].filter((card) => card != null);
}

/** A frame. `named`: everybody is called by name, even the viewer, as in a replay. `own`: the viewer looks back at the
 * viewer's own deal, and everybody else is called by name. */
export type Frame<View = unknown, Legal extends AnyLegal = AnyLegal> = {
  t: 'frame';
  named?: true;
  own?: true;
} & Read<gen.Frame<View, Legal>>;
/** A message as it comes from the server, in which events are texts. */
export type Message = gen.Message<unknown, AnyLegal>;

export type DealHistory = Omit<gen.DealHistory, 'steps'> & { steps: Read<gen.PastStep>[] };
export type Replay = Omit<gen.Replay, 'steps'> & { steps: Read<gen.ReplayStep>[] };
export type Lesson = Omit<gen.Lesson, 'replay'> & { replay: Replay };

/** Returns a key that identifies one decision of the viewer's seat. */
export const momentOf = ({ deal, at }: Pick<Frame, 'deal' | 'at'>): string => `${deal} ${at}`;
