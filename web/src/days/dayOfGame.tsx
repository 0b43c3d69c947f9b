// The deals of a day in one game: the reader's points beside par and a friend's, the results of all, and what to do
// next.

import { useEffect, useState } from 'preact/hooks';
import { replayPath } from '../net/api';
import { dayField, pointsAt } from '../net/daysApi';
import type { T } from '../i18n/words';
import type { DayField, DayTry } from '../net/protocol';
import { LinkToGive } from '../people/linkToGive';
import { address } from '../ui/address';
import { Button } from '../ui/Button';
import { tiles } from '../ui/tiles';
import { toast } from '../ui/toast';
import { queryHere, wholeAddress } from '../ui/wholeAddress';
import { DEALS, gainOf, momentOf, parOf, percentile, pointsOf, sumOf, totalsOf } from './dayFigures';
import { Moment } from './dayMoment';
import { Histogram } from './histogram';
import { sharePicture } from './sharePicture';

interface Props {
  date: string;
  game: string;
  title: string;
  begin(game: string, deal: number): Promise<void>;
  t: T;
}

/** The interval in ms at which the page asks for a par that is being computed. */
const PAR_MS = 5000;

export function DayOfGame({ date, game, title, begin, t }: Props) {
  const [field, setField] = useState<DayField | 'lost' | null>(null);
  const load = () => {
    dayField(date, game).then(setField, () => setField('lost'));
  };
  useEffect(load, [date, game]);
  const waits = field !== null && field !== 'lost' && !field.par_known && !field.over;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(load, PAR_MS);
    return () => clearInterval(timer);
  }, [waits]);
  if (field === null)
    return (
      <p class="empty" aria-busy="true">
        {t('loading')}
      </p>
    );
  if (field === 'lost')
    return (
      <div class="notice" role="alert">
        <p>{t('day.lost')}</p>
        <Button onPress={load}>{t('again')}</Button>
      </div>
    );
  const few = tiles.get(game)?.few ?? false;
  const points = pointsOf(field.tries);
  const pars = points.map((_, deal) => parOf(field.runs, deal));
  const [own, par] = [sumOf(points), sumOf(pars)];
  const { over } = field;
  const counts = field.tries.every((one) => one.counts);
  const totals = field.totals && totalsOf(field);
  const share = own !== null && totals ? percentile(totals, own, few, counts) : null;
  const moments = field.tries.flatMap(({ deal, moves, table }) => {
    const moment = momentOf(moves, field.runs, deal, few);
    return moment ? [{ deal, moment, table }] : [];
  });
  const next = points.indexOf(null);
  const gain = own !== null && par !== null ? t('day.gain', { gain: t.signed(gainOf(own, par, few)) }) : null;
  return (
    <>
      <section class="paper">
        <Deals {...{ field, points, pars, few, t }} />
        {own !== null && (
          <p class="day-total" data-do="day-total">
            <b>{t('day.total')}</b> {t('day.points', { n: own })} {gain}
          </p>
        )}
        {waits && (
          <p class="muted" role="status">
            {t('day.par.wait')}
          </p>
        )}
        {field.tries.length > 0 && !counts && <p class="muted">{t('day.not_counted')}</p>}
        {over && <p class="muted">{t('day.over')}</p>}
        <div class="day-buttons">
          {!over && next >= 0 ? (
            <Button kind="primary" does="day-play" onPress={() => void begin(game, next)}>
              {t(field.tries.length > next ? 'day.continue' : 'day.play', { n: next + 1 })}
            </Button>
          ) : (
            Array.from({ length: DEALS }, (_, deal) => (
              <Button key={deal} kind="quiet" does="day-practise" onPress={() => void begin(game, deal)}>
                {t('day.again', { n: deal + 1 })}
              </Button>
            ))
          )}
        </div>
      </section>
      {moments.length > 0 && (
        <section class="paper">
          {moments.map(({ deal, moment, table }) => (
            <div key={deal}>
              <h2>{t('day.deal', { n: deal + 1 })}</h2>
              <Moment seat={deal} {...{ moment, table, t }} />
            </div>
          ))}
        </section>
      )}
      {totals && (
        <section class="paper" aria-labelledby="day-field">
          <h2 id="day-field">{t('day.field')}</h2>
          <Histogram totals={totals} own={own} t={t} />
          {share !== null && <p data-do="percentile">{t('day.percentile', { n: share })}</p>}
          <p class="muted">{t('day.unverified')}</p>
        </section>
      )}
      {own !== null && <Sharing {...{ date, game, title, field, points, pars, own, gain, few, t }} />}
    </>
  );
}

interface DealsProps {
  field: DayField;
  points: (number | null)[];
  pars: (number | null)[];
  few: boolean;
  t: T;
}

/** The deals one below the other: points, par, gain, and the friend whose link the reader has followed. */
function Deals({ field, points, pars, few, t }: DealsProps) {
  const [tables] = useState(() => (queryHere().get('with') ?? '').split(',').filter(Boolean).slice(0, DEALS));
  const [friend, setFriend] = useState<(number | null)[]>([]);
  const done = points.filter((one) => one !== null).length;
  useEffect(() => {
    // The server shows only those deals that the reader has finished too.
    Promise.all(tables.map((table, deal) => pointsAt(table, deal).catch(() => null))).then(setFriend, () => {});
  }, [done]);
  const rows = Array.from({ length: DEALS }, (_, deal) => deal);
  return (
    <>
      <table class="day-deals">
        <thead>
          <tr>
            <th scope="col">{t('day.column.deal')}</th>
            <th scope="col">{t('day.column.you')}</th>
            <th scope="col">{t('day.column.par')}</th>
            <th scope="col">{t('day.column.gain')}</th>
            {tables.length > 0 && <th scope="col">{t('day.column.friend')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((deal) => {
            const [own, par] = [points[deal] ?? null, pars[deal] ?? null];
            const table = field.tries.find((one) => one.deal === deal)?.table;
            const shown = own === null ? '–' : t.num(own);
            return (
              <tr key={deal} data-deal={deal}>
                <th scope="row">{t.num(deal + 1)}</th>
                <td>{own !== null && table ? <Replay {...{ table, deal, shown, t }} /> : shown}</td>
                <td>{par === null ? '–' : t.num(Math.round(par * 10) / 10)}</td>
                <td>{own === null || par === null ? '–' : t.signed(gainOf(own, par, few))}</td>
                {tables.length > 0 && (
                  <td data-do="friend">
                    {friend[deal] == null ? (
                      '–'
                    ) : (
                      <Replay table={table ?? ''} beside={tables[deal]!} {...{ deal, t }} shown={t.num(friend[deal])} />
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {tables.length > 0 && done < DEALS && <p class="muted">{t('day.friend_wait')}</p>}
    </>
  );
}

interface ReplayProps {
  table: string;
  /** The table of a friend, whose replay is shown beside it. */
  beside?: string;
  deal: number;
  shown: string;
  t: T;
}

/** Points that lead to the replay of their deal. */
const Replay = ({ table, beside, deal, shown, t }: ReplayProps) => (
  <a
    class="link"
    href={address(`${replayPath('tables', table, 0)}?seat=${deal}${beside ? `&with=${beside}` : ''}`)}
    aria-label={t('log.plain', {
      who: t(beside ? 'day.replays' : 'day.replay', { n: deal + 1 }),
      action: shown,
    })}
  >
    {shown}
  </a>
);

interface SharingProps extends DealsProps {
  date: string;
  game: string;
  title: string;
  own: number;
  gain: string | null;
}

/** A link with which a friend plays the same deals, and a picture of the result. */
function Sharing({ date, game, title, field, points, pars, own, gain, few, t }: SharingProps) {
  const tables = [...field.tries].sort((a, b) => a.deal - b.deal).map((one: DayTry) => one.table);
  const share = async () => {
    const gains = points.map((one, deal) => {
      const par = pars[deal] ?? null;
      return one === null || par === null ? null : gainOf(one, par, few);
    });
    const lines = [`${t('day.title')} · ${date}`, `${t('day.points', { n: own })} ${gain ?? ''}`];
    try {
      const how = await sharePicture({ title, lines, gains, totals: totalsOf(field), own }, `${game}-${date}`);
      if (how === 'saved') toast(t('day.saved'));
    } catch {
      // The reader has cancelled sharing.
    }
  };
  return (
    <section class="paper" aria-labelledby="day-challenge">
      <h2 id="day-challenge">{t('day.challenge')}</h2>
      <p class="muted">{t('day.challenge.about')}</p>
      <LinkToGive
        link={{ url: wholeAddress(`/day/${date}/${game}?with=${tables.join(',')}`) }}
        id="day-link"
        label={t('day.challenge')}
        quiet
        t={t}
      />
      <Button kind="quiet" does="day-share" onPress={() => void share()}>
        {t('day.share')}
      </Button>
    </section>
  );
}
