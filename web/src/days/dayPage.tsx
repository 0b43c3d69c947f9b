// The deals of a day: of all games, with the calendar and the streak, or of one game, with the results of everybody.

import { useEffect, useState } from 'preact/hooks';
import { errorWords } from '../i18n/errorWords';
import { dayOf } from '../i18n/dates';
import { wordsOfGames } from '../i18n/load';
import { translator, type T, type Words } from '../i18n/words';
import { playsAlone } from '../net/backend';
import * as api from '../net/daysApi';
import type { Days, DayTry } from '../net/protocol';
import { address } from '../ui/address';
import { Button } from '../ui/Button';
import { go } from '../ui/route';
import { tiles } from '../ui/tiles';
import { toast, ToastPlace } from '../ui/toast';
import { withDaysWords } from '../ui/withWords';
import '../ui/startPage.css';
import '../solitaire/calendar.css';
import { DayCalendar } from './dayCalendar';
import { DEALS, dateOf, gainOf, pointsOf, resultsOf, streaks, sumOf } from './dayFigures';
import { DayOfGame } from './dayOfGame';
import './days.css';

interface Props {
  /** The day, as "2026-12-01"; null for today. */
  date: string | null;
  game: string | null;
  shell: Words[];
}

export function DayPage({ date, game, shell }: Props) {
  return <WithWords {...{ date, game, shell }} />;
}

const WithWords = withDaysWords(function WithWords({ date: asked, game, shell, t }: Props & { t: T }) {
  const [words, setWords] = useState<Record<string, Words[]>>({});
  useEffect(() => wordsOfGames([...tiles.keys()], t.language, setWords), [t.language]);
  const titleOf = (id: string): string => {
    const own = translator(t.language, ...(words[id] ?? []), ...shell);
    return own.has('sentence') ? own('title') : id;
  };
  const date = asked ?? dateOf(new Date());
  const title = game ? titleOf(game) : t('day.title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  const begin = async (of: string, deal: number) => {
    try {
      go(`/t/${(await api.openDay(date, of, deal)).id}`);
    } catch (e) {
      toast(errorWords(e, t));
    }
  };
  return (
    <div class="start felt">
      <header class="start-head">
        <a
          class="icon-button"
          data-do="day-up"
          href={address(game ? `/day/${date}` : '/')}
          aria-label={game ? t('day.title') : t('back')}
        >
          <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M10 3L5 8l5 5" />
          </svg>
        </a>
        <div>
          <h1>{title}</h1>
          <p class="motto">{dayOf(t.language, `${date}T00:00:00Z`, true)}</p>
        </div>
      </header>
      <main class="day">
        {playsAlone.value ? (
          <Alone {...{ titleOf, begin, t }} />
        ) : game ? (
          <DayOfGame {...{ date, game, title, begin, t }} />
        ) : (
          <Games key={date} {...{ date, titleOf, begin, t }} />
        )}
      </main>
      <ToastPlace />
    </div>
  );
});

interface GamesProps {
  titleOf(game: string): string;
  begin(game: string, deal: number): Promise<void>;
  t: T;
}

/** The deals of a day in all games. */
function Games({ date, titleOf, begin, t }: GamesProps & { date: string }) {
  const [found, setFound] = useState<Days | 'lost' | null>(null);
  const load = () => {
    api.days().then(setFound, () => setFound('lost'));
  };
  useEffect(load, [date]);
  if (found === null)
    return (
      <p class="empty" aria-busy="true">
        {t('loading')}
      </p>
    );
  if (found === 'lost')
    return (
      <div class="notice" role="alert">
        <p>{t('day.lost')}</p>
        <Button onPress={load}>{t('again')}</Button>
      </div>
    );
  const dates = resultsOf(found.tries).map((result) => result.date);
  const { now, best } = streaks(dates, found.today);
  const over = date < found.today;
  return (
    <>
      <p class="on-felt-muted">{t(over ? 'day.over' : 'day.about')}</p>
      <ul class="day-games">
        {found.games.map((game) => {
          const tries = found.tries.filter((one) => one.date === date && one.game === game);
          return <GameOfDay key={game} {...{ date, game, tries, over, begin, t }} title={titleOf(game)} />;
        })}
      </ul>
      <p class="on-felt-muted">
        {now > 0 && t('day.streak', { n: now })} {best > 0 && t('day.best', { n: best })} {t('day.forgives')}
      </p>
      <DayCalendar days={found} t={t} />
      <p class="on-felt-muted">{t('day.unverified')}</p>
    </>
  );
}

interface GameOfDayProps extends Pick<GamesProps, 'begin' | 't'> {
  date: string;
  game: string;
  tries: DayTry[];
  over: boolean;
  title: string;
}

/** A game in the list: how far the reader is, and the next step. */
function GameOfDay({ date, game, tries, over, title, begin, t }: GameOfDayProps) {
  const points = pointsOf(tries);
  const done = points.filter((one) => one !== null).length;
  const total = sumOf(points);
  const par = tries[0]?.par ?? null;
  const few = tiles.get(game)?.few ?? false;
  return (
    <li class="paper" data-game={game}>
      <h2>{title}</h2>
      <p class="muted">
        {t('day.done', { n: done })}
        {total !== null && par !== null && <> · {t('day.gain', { gain: t.signed(gainOf(total, par, few)) })}</>}
      </p>
      <div class="day-buttons">
        {!over && done < DEALS && (
          <Button
            kind="primary"
            does="day-play"
            label={t('log.plain', { who: title, action: t('day.play', { n: done + 1 }) })}
            onPress={() => void begin(game, done)}
          >
            {t(tries.length > done ? 'day.continue' : 'day.play', { n: done + 1 })}
          </Button>
        )}
        <a
          class="button quiet"
          data-do="day-results"
          href={address(`/day/${date}/${game}`)}
          aria-label={t('log.plain', { who: title, action: t('day.results') })}
        >
          {t('day.results')}
        </a>
      </div>
    </li>
  );
}

/** Practice sets, which follow from the date, for a page without a server. */
function Alone({ titleOf, begin, t }: GamesProps) {
  const games = [...tiles.values()].filter((tile) => tile.players.max > 1).sort((a, b) => a.order - b.order);
  return (
    <>
      <p class="on-felt-muted">{t('day.alone')}</p>
      <ul class="day-games">
        {games.map(({ id }) => (
          <li key={id} class="paper" data-game={id}>
            <h2>{titleOf(id)}</h2>
            <div class="day-buttons">
              {Array.from({ length: DEALS }, (_, deal) => (
                <Button
                  key={deal}
                  does="day-practise"
                  label={t('log.plain', { who: titleOf(id), action: t('day.play', { n: deal + 1 }) })}
                  onPress={() => void begin(id, deal)}
                >
                  {t('day.deal', { n: deal + 1 })}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
