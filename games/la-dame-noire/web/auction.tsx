// The bidding: the standing bet, the possible bids, and the meaning of a bet.

import { seatName, type BoardProps, type T } from '@cardroom/ui';
import type { DameFrame } from './layout';
import type { Legal, View } from './types.gen';

const STRIP = [20, 30, 40, 50, 60, 70, 80, 90, 100];

interface Props {
  frame: DameFrame;
  bids: readonly number[];
  chosen: number | null;
  onChoose(points: number): void;
  ask: BoardProps<View, Legal>['ask'];
  t: T;
}

export function Auction({ frame, bids, chosen, onChoose, ask, t }: Props) {
  const { bet } = frame.view;
  return (
    <div class="ldn-auction">
      <p class="ldn-standing">
        {bet ? (
          <>
            <b>{t.num(bet.points)}</b>{' '}
            <span>
              {t(bet.seat === frame.viewer ? 'bet.stands.you' : 'bet.stands', { who: seatName(t, frame, bet.seat) })}
            </span>
          </>
        ) : (
          <span>{t('bet.none')}</span>
        )}
      </p>
      <div class="ldn-strip" role="group" aria-label={t('bet.strip')}>
        {STRIP.map((points) => {
          const open = bids.includes(points);
          return (
            <button
              key={points}
              type="button"
              class={`ldn-stake${bet?.points === points ? ' standing' : ''}`}
              aria-pressed={chosen === points}
              aria-disabled={open ? undefined : 'true'}
              onClick={() => {
                if (open) onChoose(points);
                else if (frame.viewer !== null) void ask(`bid ${points}`);
              }}
            >
              {t.num(points)}
            </button>
          );
        })}
      </div>
      <p class="ldn-meaning">{t(chosen === null ? 'bet.meaning.none' : 'bet.meaning', { points: chosen ?? 0 })}</p>
    </div>
  );
}
