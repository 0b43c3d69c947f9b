// A game for one: the result of the deal, and the player's results in other deals with the same rules. They are shown
// beside the table and at the end of the deal.

import { useEffect, useState } from 'preact/hooks';
import './soloFacts.css';
import { recordPath } from '../net/api';
import { CopyLink } from './dealLink';
import * as deals from '../net/dealsApi';
import { withSideWords } from '../ui/withWords';
import type { T } from '../i18n/words';
import type { DailyDeal, Frame, Tally } from '../net/protocol';
import { useRecord } from './useRecord';
import type { GameUi } from '../ui/gameUi';
import { clock } from '../ui/clock';

interface Props {
  frame: Frame;
  ui: Pick<GameUi, 'facts'>;
  t: T;
}

type Row = readonly [label: string, value: string, mark?: string | null];

/** The player's results beside the table. */
export const SoloFacts = withSideWords(function Alone({ frame, ui, t }: Props) {
  const record = useRecord(frame);
  const tally = record?.[frame.assisted ? 'assisted' : 'own'];
  return (
    <div class="alone">
      <h2>{t('alone.deal')}</h2>
      <Rows rows={[...(ui.facts?.(frame, t) ?? []), [t('alone.help'), help(frame, t)]]} />
      {record && tally && tally.matches > 0 && (
        <>
          <h2>{t(frame.assisted ? 'alone.record.assisted' : 'alone.record')}</h2>
          <Rows rows={recordRows(tally, t)} />
        </>
      )}
      {frame.number !== null && (
        <p>
          <CopyLink frame={frame} />
        </p>
      )}
      {frame.deals.length > 0 && (
        <p>
          <a
            class="link"
            data-do="export"
            href={recordPath(frame.table)}
            download={`${frame.game}-${frame.table}.jsonl`}
          >
            {t('game.export')}
          </a>
        </p>
      )}
    </div>
  );
});

/** The result at the end of a deal, with the best result so far, the streak, and the deal of the day. */
export const SoloResult = withSideWords(function AloneResult({ frame, ui, t }: Props) {
  const record = useRecord(frame);
  const daily = useDaily(frame);
  const won = (frame.winners?.length ?? 0) > 0;
  const tally = record?.[frame.assisted ? 'assisted' : 'own'];
  const best = won && !!tally && tally.best_ms !== null && tally.best_ms >= frame.played_ms && tally.won > 1;
  const rows: Row[] = [
    [t('alone.time'), clock(frame.played_ms), best ? t('alone.best') : null],
    ...(ui.facts?.(frame, t) ?? []),
    [t('alone.help'), help(frame, t)],
    ...(tally && tally.matches > 0
      ? ([
          [t('alone.won'), t('alone.won.of', { won: tally.won, n: tally.matches })],
          [
            t('alone.streak'),
            t.num(tally.streak),
            won && tally.streak > 1 && tally.streak === tally.best_streak ? t('alone.best') : null,
          ],
        ] as Row[])
      : []),
  ];
  return (
    <div class="alone alone-result" data-won={won}>
      <Rows rows={rows} big />
      {daily && (
        <p class="alone-daily">
          <Sun />
          {t(won && !frame.assisted ? 'alone.daily.won' : 'alone.daily', { n: daily.streak })}
        </p>
      )}
    </div>
  );
});

const Sun = () => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="3" />
    <path
      d={
        'M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1' +
        'M4.5 11.5l-1.1 1.1'
      }
    />
  </svg>
);

const Rows = ({ rows, big }: { rows: readonly Row[]; big?: boolean }) => (
  <dl class={big ? 'big' : ''}>
    {rows.map(([label, value, mark]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd translate={false}>
          {value}
          {mark && <em>{mark}</em>}
        </dd>
      </div>
    ))}
  </dl>
);

const help = (frame: Frame, t: T): string =>
  t(frame.assisted || frame.advised.length > 0 ? 'alone.help.yes' : 'alone.help.no');

const recordRows = (tally: Tally, t: T): Row[] => [
  [t('alone.won'), t('alone.won.of', { won: tally.won, n: tally.matches })],
  [t('alone.streak'), t.num(tally.streak)],
  [t('alone.best_streak'), t.num(tally.best_streak)],
  ...(tally.best_ms === null ? [] : [[t('alone.best_time'), clock(tally.best_ms)] as Row]),
];

/** Returns the deal of the day if today's deal was played at this table. */
function useDaily(frame: Frame): DailyDeal | null {
  const [found, set] = useState<DailyDeal | null>(null);
  useEffect(() => {
    let here = true;
    if (frame.number !== null && frame.viewer !== null)
      deals.daily().then(
        (day) => {
          if (here) set(day.deals.find((deal) => deal.table === frame.table) ?? null);
        },
        () => {
          /* without an answer no deal of the day is shown */
        },
      );
    return () => {
      here = false;
    };
  }, [frame.table, frame.phase]);
  return found;
}
