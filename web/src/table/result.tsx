// The end of a match of several players: first the reader's own result, then the ranking.

import type { ComponentChild } from 'preact';
import { FairnessLine } from '../fair/fairnessLine';
import { withSideWords } from '../ui/withWords';
import type { T } from '../i18n/words';
import { recordPath } from '../net/api';
import type { Frame } from '../net/protocol';
import type { Match } from '../match/match';
import { levelWords } from '../ui/levels';
import './result.css';
import { clock } from '../ui/clock';
import type { GameUi } from '../ui/gameUi';
import { ScoreChart } from '../ui/ScoreChart';
import { ScoreSheet } from '../ui/ScoreSheet';
import { isYou, seatName } from '../ui/who';
import type { Look } from '../advice/useAdvice';
import { useRecord } from '../solitaire/useRecord';
import { Decisions } from './decisions';
import { compared, standing } from './places';

interface Props {
  match: Match;
  frame: Frame;
  ui: GameUi;
  /** The translator that also has the words of the game. */
  gameT: T;
  look: Look | null;
  t: T;
}

export const Result = withSideWords(function Result({ match, frame, ui, gameT, look, t }: Props) {
  const record = useRecord(frame);
  const rows = standing(frame);
  const own = rows.find(({ seat }) => isYou(frame, seat));
  /** The number, counted from 1, of the last deal that the player played before they were out of the match. */
  const out = own ? frame.deals.findIndex((deal) => deal.points[own.seat] === null) : -1;
  const tally = record?.[frame.assisted ? 'assisted' : 'own'] ?? null;
  return (
    <>
      <div class="result">
        {own && (
          <div class="result-own" data-do="place" data-place={own.place}>
            <p class="result-place">
              {t('result.place', { n: own.place, of: rows.length })}
              <span class="numbers">{t('result.points', { n: own.points })}</span>
            </p>
            {out === -1 ? (
              ui.Deal && <ui.Deal frame={frame} t={gameT} brief />
            ) : (
              <p class="deal-why">{t('result.out', { n: out })}</p>
            )}
            <ul class="result-facts">
              {compared(frame, own.seat, tally, record?.level ?? null, t).map((line, i) => (
                <li key={i}>{line}</li>
              ))}
            </ul>
          </div>
        )}
        {look && <Decisions match={match} frame={frame} ui={ui} look={look} gameT={gameT} t={t} />}
        <ol class="result-rows">
          {rows.map(({ seat, place, points, won }) => (
            <li key={seat} class={`${won ? 'won' : ''}${isYou(frame, seat) ? ' own' : ''}`} value={place}>
              <i aria-hidden="true">{won ? <Star /> : t.num(place)}</i>
              <span>
                <bdi translate={false}>{seatName(t, frame, seat)}</bdi>
                <Level bot={frame.seats[seat]!.bot} t={t} />
              </span>
              <b>{t.num(points)}</b>
            </li>
          ))}
        </ol>
        <ScoreChart names={frame.seats.map((_, seat) => seatName(t, frame, seat))} deals={frame.deals} />
        <details class="result-deals" aria-label={t('result.deals')}>
          <summary>{t('result.deals')}</summary>
          {ui.Deal && <ui.Deal frame={frame} t={gameT} />}
          <ScoreSheet frame={frame} />
          <p class="muted">
            {t('result.took', { n: frame.deals.length, time: clock(frame.played_ms) })} ·{' '}
            <a class="link" href={recordPath(frame.table)} download={`${frame.game}-${frame.table}.jsonl`}>
              {t('game.export')}
            </a>
          </p>
        </details>
      </div>
      {!match.room.value?.is.settings.practice && (
        <FairnessLine
          from="tables"
          id={frame.table}
          seats={frame.seats}
          shuffle={match.shuffle.value?.is ?? null}
          you={frame.viewer}
        />
      )}
    </>
  );
});

const Level = ({ bot, t }: { bot: string | null; t: T }): ComponentChild =>
  bot === null ? null : <small class="muted"> {levelWords(bot, t)}</small>;

const Star = () => (
  <svg class="sign" viewBox="0 0 16 16">
    <path d="M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z" />
  </svg>
);
