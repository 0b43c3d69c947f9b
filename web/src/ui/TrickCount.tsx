// The points of a finished deal of a trick game, with a row for each thing that counts. This code is loaded when a deal
// is over.

import type { T } from '../i18n/words';
import type { Frame } from '../net/protocol';
import type { TrickTaken, TrickView } from './trickView';
import { isYou, seatName, who } from './who';
import './trickCount.css';

/** A view with the value of each trick in parts. If the trick itself has a value, this value comes first. The value of
 * each card follows. */
interface Counted extends TrickView {
  tricks: readonly (TrickTaken & { parts: readonly number[] })[];
  points: readonly number[];
}

export interface Row {
  key: 'tricks' | 'won' | 'hearts' | 'queen' | 'moon';
  of: number[];
}

/** Returns the rows of the table. The row `tricks` is the number of tricks taken. The sum of the other rows is the
 * points of the deal. */
export function rowsOf(view: Counted): Row[] {
  const none = () => view.points.map(() => 0);
  const [tricks, won, hearts, queen, moon] = [none(), none(), none(), none(), none()];
  view.takers.forEach((seat, i) => {
    const { cards, parts } = view.tricks[i]!;
    const before = parts.length - cards.length;
    tricks[seat]! += 1;
    won[seat]! += parts.slice(0, before).reduce((sum, part) => sum + part, 0);
    cards.forEach((card, k) => {
      (card[1] === 'h' ? hearts : queen)[seat]! += parts[before + k]!;
    });
  });
  view.points.forEach((points, seat) => {
    moon[seat] = points - won[seat]! - hearts[seat]! - queen[seat]!;
  });
  const rows: Row[] = [
    { key: 'tricks', of: tricks },
    { key: 'won', of: won },
    { key: 'hearts', of: hearts },
    { key: 'queen', of: queen },
    { key: 'moon', of: moon },
  ];
  return rows.filter((row) => row.key === 'tricks' || row.of.some((points) => points !== 0));
}

/** Returns the reason for the reader's result: the cards that the reader has taken and that cost points. */
export function why(frame: Frame<Counted>, seat: number, t: T): string {
  const { view } = frame;
  const of = Object.fromEntries(rowsOf(view).map((row) => [row.key, row.of])) as Partial<Record<Row['key'], number[]>>;
  const [hearts, queen] = [Math.abs(of.hearts?.[seat] ?? 0), Math.abs(of.queen?.[seat] ?? 0)];
  const shooter = of.moon && view.points.findIndex((_, one) => of.queen![one] !== 0);
  if (shooter !== undefined) return who(t, frame, shooter, 'said.moon');
  if (of.tricks?.[seat] === 0) return t('why.no_trick');
  if (queen) return t(hearts ? 'why.queen_and_hearts' : 'why.queen', { queen, n: hearts });
  return hearts ? t('why.hearts', { n: hearts }) : t('why.nothing');
}

export function TrickCount({ frame, t, brief }: { frame: Frame<Counted>; t: T; brief?: boolean }) {
  const { view } = frame;
  if (brief) return frame.viewer === null ? null : <p class="deal-why">{why(frame, frame.viewer, t)}</p>;
  return (
    <table class="score trick-count" translate={false}>
      <caption class="visually-hidden">{t('count')}</caption>
      <thead>
        <tr>
          <td />
          {frame.seats.map((_, seat) => (
            <th scope="col" key={seat} class={isYou(frame, seat) ? 'own' : ''}>
              <bdi translate={false}>{seatName(t, frame, seat)}</bdi>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rowsOf(view).map(({ key, of }) => (
          <tr key={key} class={key}>
            <th scope="row">{t(`count.${key}`)}</th>
            {of.map((n, seat) => (
              <td key={seat} class={n < 0 ? 'less' : n === 0 ? 'none' : ''}>
                {key === 'tricks' ? t.num(n) : n === 0 ? '–' : t.signed(n)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('count.deal')}</th>
          {view.points.map((points, seat) => (
            <td key={seat}>{t.signed(points)}</td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
