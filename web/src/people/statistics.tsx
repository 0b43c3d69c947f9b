// The reader's wins and losses for each game. Games with help and games without it are counted separately.

import { useEffect, useState } from 'preact/hooks';
import * as deals from '../net/dealsApi';
import '../ui/form.css';
import '../ui/startPage.css';
import '../ui/statistics.css';
import { playsAlone, WITHOUT_SERVER } from '../net/backend';
import { later } from '../ui/later';
import { DealChart } from '../ui/DealChart';
import { tiles } from '../ui/tiles';
import { MyDataPart } from './myData';
import { wordsOfGames } from '../i18n/load';
import { translator, type T, type Words } from '../i18n/words';
import type { GameStatistics, Statistics, Tally } from '../net/protocol';
import { change, settings } from '../ui/settings';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { clock } from '../ui/clock';
import { ToastPlace } from '../ui/toast';
import { address } from '../ui/address';
import { DeleteButton } from '../ui/DeleteButton';
import { levelWords } from '../ui/levels';
import { Sign } from '../ui/Sign';

const DeviceData = later(() => import('../offline/deviceData'), 'DeviceData');

export function StatisticsPage({ shell }: { shell: Words[] }) {
  const { t } = usePage();
  const [found, setFound] = useState<Statistics | 'lost' | null>(null);
  const [words, setWords] = useState<Record<string, Words[]>>({});
  const load = () => {
    deals.statistics().then(setFound, () => setFound('lost'));
  };
  useEffect(load, []);
  useEffect(() => {
    document.title = t('statistics.title');
  }, [t.language]);
  useEffect(() => wordsOfGames([...tiles.keys()], t.language, setWords), [t.language]);
  const hidden = !settings.value.statistics;
  return (
    <div class="start felt">
      <header class="start-head">
        <a class="icon-button" href={address('/')} aria-label={t('back')}>
          <Sign d="M10 3L5 8l5 5" />
        </a>
        <div>
          <h1>{t('statistics.title')}</h1>
        </div>
      </header>
      <main class="statistics">
        <label class="row switch-row">
          <span class="row-words">{t('statistics.show')}</span>
          <input
            type="checkbox"
            role="switch"
            checked={!hidden}
            onChange={(e) => change({ statistics: e.currentTarget.checked })}
          />
        </label>
        <p>
          <a class="button" href={address('/mistakes')} data-do="mistakes">
            {t('data.mistakes_open')}
          </a>
        </p>
        {hidden ? (
          <p class="empty">{t('statistics.hidden')}</p>
        ) : found === 'lost' ? (
          <div class="notice" role="alert">
            <p>{t(WITHOUT_SERVER ? 'error.device' : 'start.offline')}</p>
            <Button onPress={load}>{t('again')}</Button>
          </div>
        ) : found === null ? (
          <p class="empty" aria-busy="true">
            {t('loading')}
          </p>
        ) : found.games.length === 0 ? (
          <p class="empty">{t('statistics.none')}</p>
        ) : (
          <>
            {found.games.map((game, i) => (
              <Game key={i} game={game} t={translator(t.language, ...(words[game.game] ?? []), ...shell)} />
            ))}
            <p>
              <DeleteButton
                words={t('statistics.forget')}
                ask={t('statistics.forget_ask')}
                act={t('statistics.forget')}
                stay={t('statistics.keep')}
                does="forget"
                onDelete={() => deals.forgetStatistics().then(setFound)}
              />
            </p>
          </>
        )}
        {!playsAlone.value && <MyDataPart />}
        <DeviceData />
      </main>
      <ToastPlace />
    </div>
  );
}

function Game({ game, t }: { game: GameStatistics; t: T }) {
  const title = t.has('sentence') ? t('title') : game.game;
  const options = Object.entries(game.options)
    .map(([key, value]) => optionWords(t, key, value))
    .join(' · ');
  const rows: [string, (tally: Tally) => string][] = [
    ['matches', (a) => t.num(a.matches)],
    ['won', (a) => (a.matches > 0 ? `${t.num(a.won)} (${percent(a.won / a.matches, t)})` : '–')],
    ['streak', (a) => t.num(a.streak)],
    ['best_streak', (a) => t.num(a.best_streak)],
    ...(game.seats === 1
      ? [['best_ms', (a) => (a.best_ms === null ? '–' : clock(a.best_ms))] as [string, (tally: Tally) => string]]
      : []),
    ['deals', (a) => t.num(a.deals)],
    [
      'average',
      (a) =>
        a.average === null
          ? '–'
          : new Intl.NumberFormat(t.language, { maximumFractionDigits: 1 }).format(a.average).replace('-', '−'),
    ],
  ];
  const columns = [
    ['own', game.own],
    ['assisted', game.assisted],
  ].filter(([, tally]) => (tally as Tally).deals > 0) as [string, Tally][];
  return (
    <section class="paper">
      <h2>{title}</h2>
      {game.seats > 1 && (
        <p class="muted">
          {t('start.players_one', { n: game.seats })} ·{' '}
          {game.level
            ? t('log.plain', { who: t('waiting.level'), action: levelWords(game.level, t) })
            : t('statistics.company')}
        </p>
      )}
      {options && (
        <details class="muted">
          <summary>{t('statistics.rules')}</summary>
          {options}
        </details>
      )}
      <table class="score">
        <thead>
          <tr>
            <td />
            {columns.map(([name]) => (
              <th key={name}>{t(`statistics.${name}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, cell]) => (
            <tr key={name}>
              <th scope="row">{t(`statistics.${name}`)}</th>
              {columns.map(([id, tally]) => (
                <td key={id}>{cell(tally)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <DealChart points={(columns[0]?.[1] ?? game.own).recent} />
    </section>
  );
}

function optionWords(t: T, key: string, value: unknown): string {
  const name = `option.${key}`;
  const label = t.has(name) ? t(name) : key.replaceAll('_', ' ');
  const shown = value === null ? 'none' : String(value);
  const word = t.has(`${name}.${shown}`)
    ? t(`${name}.${shown}`)
    : value === true
      ? t('options.yes')
      : value === false
        ? t('options.no')
        : value === null
          ? t('options.none')
          : shown;
  return t('log.plain', { who: label, action: word });
}

const percent = (share: number, t: T): string =>
  new Intl.NumberFormat(t.language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
