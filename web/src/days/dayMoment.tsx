// The decision of a deal after which results differed most: what the reader did, and what became of each choice.

import { useEffect, useState } from 'preact/hooks';
import { gameWords } from '../i18n/load';
import { translator, type T } from '../i18n/words';
import type { Frame } from '../net/protocol';
import { replay as ask } from '../net/recordsApi';
import { frameAt } from '../match/timeline';
import { boardOf } from '../ui/boards';
import { joined } from '../ui/withWords';
import type { Moment as DayMoment } from './dayFigures';

/** The number of choices that are shown. */
const SHOWN = 4;

interface Props {
  moment: DayMoment;
  /** The reader's table and seat. */
  table: string;
  seat: number;
  t: T;
}

export function Moment({ moment, table, seat, t }: Props) {
  const [words, setWords] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let here = true;
    // Without the replay, the choices stand there in notation.
    sayings({ moment, table, seat, t }).then(
      (found) => here && setWords(found),
      () => {},
    );
    return () => {
      here = false;
    };
  }, [table, moment.after, moment.choices.length, t.language]);
  const all = moment.choices.reduce((sum, one) => sum + one.people + one.bots, 0);
  const others = moment.choices.slice(0, SHOWN);
  const own = moment.choices.find((one) => one.action === moment.action);
  if (own && !others.includes(own)) others.splice(-1, 1, own);
  return (
    <div class="day-moment" data-do="moment">
      <p class="muted">{t('day.moment')}</p>
      <ul>
        {others.map(({ action, people, bots, points, atPar }) => (
          <li key={action} class={action === moment.action ? 'own' : ''}>
            <b translate={false}>{words.get(action) ?? action}</b>{' '}
            {t(atPar === null ? 'day.choice' : 'day.choice.par', {
              share: Math.round((100 * (people + bots)) / all),
              won: Math.round((100 * (atPar ?? 0)) / (people + bots)),
              points: Math.round(points * 10) / 10,
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns each choice in the words of the game. */
async function sayings({ moment, table, seat, t }: Props): Promise<Map<string, string>> {
  let left = moment.after;
  // Deals that were thrown in come before the one that counts. After the last deal, the request fails.
  for (let deal = 0; ; deal++) {
    const replay = await ask('tables', table, deal, seat);
    const at = replay.steps.findIndex((step) => {
      const mine = step.since.filter((event) => event.kind === 'acted' && event.seat === seat).length;
      if (left < mine) return true;
      left -= mine;
      return false;
    });
    if (at < 1) continue;
    const [ui, list] = await Promise.all([boardOf(replay.game), gameWords(replay.game, t.language)]);
    const both = joined(translator(t.language, ...list), t);
    const [before, after] = [frameAt(replay, at - 1, seat, table), frameAt(replay, at, seat, table)];
    const seats = after.seats.map((info, i) => (i === seat ? { ...info, name: t('day.somebody') } : info));
    const ofOthers = { ...after, seats, named: true } as Frame;
    const said = (action: string) =>
      ui.say({ kind: 'acted', seat, action }, before, action === moment.action ? after : ofOthers, both)[0] ?? action;
    return new Map(moment.choices.map(({ action }) => [action, said(action)]));
  }
}
