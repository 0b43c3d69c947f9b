// The result after a deal and after the match, and what the player can do next.

import { ApiError, replayPath } from '../net/api';
import { errorWords } from '../i18n/errorWords';
import { useEffect, useState } from 'preact/hooks';
import { later } from '../ui/later';
import { lastTable, play } from '../match/newTable';
import type { Frame } from '../net/protocol';
import type { Match } from '../match/match';
import { address } from '../ui/address';
import { go } from '../ui/route';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import type { GameUi } from '../ui/gameUi';
import { ScoreSheet } from '../ui/ScoreSheet';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toast';
import { seatName } from '../ui/who';
import { Waits } from './waits';
import type { Look } from '../advice/useAdvice';
import { Moment } from './moment';
import { verdict } from './verdict';
import { wantsPeople } from '../i18n/load';

const SoloResult = later(() => import('../solitaire/soloFacts'), 'SoloResult');
const Result = later(() => import('./result'), 'Result');
const ScoreChart = later(() => import('../ui/ScoreChart'), 'ScoreChart');
const OutSheet = later(() => import('./outOfMatch'), 'OutSheet');
const loadPractice = () => import('../practice/practiceEnd');
const PracticeEnd = later(loadPractice, 'PracticeEnd');
const PracticeAgain = later(loadPractice, 'PracticeAgain');
const loadDay = () => import('../days/dayEnd');
const DayEnd = later(loadDay, 'DayEnd');
const DayNext = later(loadDay, 'DayNext');
// The parts of the sheet are loaded at the same time as this code.
for (const part of [SoloResult, Result, ScoreChart]) part.begin();

interface Props {
  frame: Frame;
  ui: GameUi;
  match: Match;
  /** True if the deal ended while the reader watched. Then the end is shown before the sheet. */
  played: boolean;
  /** True after the last trick has moved to its taker, and the end of the match has been shown. */
  settled: boolean;
  onSettled(): void;
  onLook(): void;
  analysis: Look | null;
}

export const Ending = (props: Props) => (props.settled ? <Ended {...props} /> : <Settling {...props} />);

/** The steps before the sheet covers the table. The last trick moves to its taker. Then the winner of a match is
 * shown. */
function Settling({ frame, ui, played, onSettled }: Props) {
  const { t, settings } = usePage();
  const [lies, setLies] = useState(false);
  const won = frame.winners?.includes(frame.viewer ?? -1) ?? false;
  const moves =
    played && frame.phase === 'over' && frame.winners !== null && !settings.reducedMotion && settings.flightMs > 0;
  const onBoard = won && moves ? (ui.celebrateMs ?? 0) : 0;
  useEffect(() => {
    const timer = setTimeout(() => (moves && !onBoard ? setLies(true) : onSettled()), settings.flightMs * 4 + onBoard);
    return () => clearTimeout(timer);
  }, []);
  return lies ? <Moment words={verdict(frame, t)} won={won} onEnd={onSettled} /> : null;
}

function Ended({ frame, ui, match, onLook, analysis }: Props) {
  const { t } = usePage();
  const over = frame.phase === 'over';
  const timed = match.room.value;
  const people = timed !== null && timed.is.settings.open !== 'alone' && t.has('people.title');
  const rematch = people ? timed.is.rematch : null;
  const practice = timed?.is.settings.practice ?? null;
  const day = timed?.is.settings.day ?? null;
  // Of a single deal the points count, and nobody has won.
  const single = practice ?? day;
  const [wants, want] = useState(false);
  const isMine = over && !practice && timed !== null && frame.viewer !== null;
  useEffect(() => {
    if (!isMine) return undefined;
    const stop = new AbortController();
    import('../offline/judgeDeals')
      .then((part) => part.judgeMatch(frame.table, stop.signal))
      .catch(() => {
        /* the page of mistakes looks at these deals */
      });
    return () => stop.abort();
  }, [isMine]);
  useEffect(() => {
    if (wants && rematch) go(`/t/${rematch}`);
  }, [wants, rematch]);
  const watch = (
    <a
      class="button quiet"
      data-do="watch"
      href={address(`${replayPath('tables', frame.table, frame.deals.length - 1)}?seat=${frame.viewer ?? 0}`)}
    >
      {t('replay.watch')}
    </a>
  );
  const alone = frame.seats.length === 1;
  const again = async (deal?: number) => {
    if (people) {
      want((await match.order({ t: 'rematch' })) === null);
      return;
    }
    try {
      await play({ ...sameAgain(frame), ...(deal === undefined ? {} : { deal }) });
    } catch (e) {
      // The word list web/lang/people is loaded only after an error: a table against bots uses few of its words.
      wantsPeople.value = true;
      toast(errorWords(e, t), null, e instanceof ApiError ? `error.${e.key}` : undefined);
    }
  };
  const analyse = analysis && (
    <Button kind="quiet" does="analysis" onPress={() => analysis()}>
      {t('analysis.button')}
    </Button>
  );
  if (!over && frame.viewer !== null && ui.isOut?.(frame, frame.viewer)) {
    const played = frame.deals.at(-1)?.points[frame.viewer] != null;
    return (
      <OutSheet
        {...{ match, frame, ui, onLook }}
        gameT={t}
        again={people ? null : again}
        analysis={played ? analyse : null}
      />
    );
  }
  return (
    <Sheet
      title={over && !single ? verdict(frame, t) : t('game.between', { n: (day ?? frame).deal + 1 })}
      wide={over && !alone && !single}
      onClose={onLook}
      footer={
        over ? (
          <>
            {analyse}
            {watch}
            {practice ? (
              <PracticeAgain {...{ match, frame, practice }} />
            ) : (
              <a class="button quiet" href={address('/')}>
                {t('back')}
              </a>
            )}
            {alone && frame.number !== null && frame.viewer !== null && (
              <Button does="same-deal" onPress={() => void again(frame.number!)}>
                {t('game.same_deal')}
              </Button>
            )}
            {day && <DayNext {...{ frame, day }} />}
            {!single && (!people || frame.viewer !== null || timed.is.next_seat !== undefined) && (
              <Button kind="primary" does="again" onPress={() => void again()}>
                {t(alone ? 'game.new_deal' : !people ? 'game.again' : rematch ? 'rematch.join' : 'rematch')}
              </Button>
            )}
            {people && frame.viewer === null && timed.is.next_seat === undefined && rematch && (
              <a class="button primary" data-do="to-rematch" href={address(`/t/${encodeURIComponent(rematch)}`)}>
                {t('rematch.look')}
              </a>
            )}
          </>
        ) : (
          <>
            {analyse}
            {watch}
            <Button kind="quiet" onPress={onLook}>
              {t('game.look')}
            </Button>
            {frame.viewer !== null && (
              <Button
                kind="primary"
                does="next"
                pressed={frame.seats[frame.viewer]?.ready ?? false}
                onPress={() => void match.order({ t: 'next' })}
              >
                {t(frame.seats[frame.viewer]?.ready ? 'next.ready' : 'game.next')}
              </Button>
            )}
          </>
        )
      }
    >
      {day && over && <DayEnd {...{ frame, day }} />}
      {practice && <PracticeEnd {...{ frame, practice }} />}
      {over && alone && <SoloResult frame={frame} ui={ui} />}
      {over && !alone && !single && (
        <Result {...{ match, frame, ui }} gameT={t} look={frame.viewer === null ? null : analysis} />
      )}
      {(!over || alone || single) && ui.Deal && (
        <>
          {!alone && frame.viewer !== null && <ui.Deal frame={frame} t={t} brief />}
          <ui.Deal frame={frame} t={t} />
        </>
      )}
      {over && ui.help && frame.viewer !== null && frame.winners?.length === 0 && (
        <ui.help.LookBack match={match} frame={frame} />
      )}
      {!over && !alone && <ScoreSheet frame={frame} />}
      {!over && !alone && frame.deals.length > 1 && (
        <ScoreChart names={frame.seats.map((_, seat) => seatName(t, frame, seat))} deals={frame.deals} />
      )}
      {people && <Waits frame={frame} timed={timed} t={t} />}
    </Sheet>
  );
}

/** Returns the options for the same game with the same kinds of players. If an option is not in a frame, such as the
 * speed of races, the stored option of this browser is used. */
const sameAgain = (frame: Frame) => {
  const bots = frame.seats
    .filter((_, i) => i !== frame.viewer)
    .map((s) => (s.bot === 'engine' ? 'club' : s.bot))
    .filter((level) => level !== null);
  return {
    ...lastTable(frame.game),
    game: frame.game,
    options: frame.options,
    seats: frame.seats.length,
    ...(bots.length ? { bots } : {}),
  };
};
