// One seat at the table: its player, the number of cards, the points, and whether play waits for this seat.

import type { ComponentChildren } from 'preact';
import type { Frame } from '../net/protocol';
import { later } from './later';
import { usePage } from './context';
import { isYou } from './who';
import { Sign } from './Sign';

const SeatCompany = later(() => import('./SeatCompany'), 'SeatCompany');
export const SeatPartners = later(() => import('./SeatPartners'), 'SeatPartners');

interface Props {
  frame: Frame;
  seat: number;
  /** The number of cards in the hand; if it is absent, it is not shown. */
  cards?: number;
  /** The points of this deal as text. `dealWord` is their name, if it is not "deal". If a game has no points before the
   * end of a deal, both are absent. */
  deal?: ComponentChildren;
  dealWord?: string;
  /** A mark beside the name, such as a bet or a call. */
  mark?: ComponentChildren;
  /** True if the seat is out of the deal or of the match. */
  out?: boolean;
  compact?: boolean;
  children?: ComponentChildren;
}

export function SeatBadge({ frame, seat, cards, deal, dealWord, mark, out, compact, children }: Props) {
  const { t, company } = usePage();
  const info = frame.seats[seat];
  const you = isYou(frame, seat);
  const turn = frame.phase === 'deal' && frame.must.includes(seat);
  const away = !!info && !info.here && !info.bot;
  const total = frame.totals[seat] ?? 0;
  const state = away
    ? t('seat.away')
    : turn
      ? you
        ? t('seat.your_turn')
        : info?.bot
          ? t('seat.thinking')
          : t('seat.turn')
      : '';
  const thinking = turn && info?.bot && !you;
  const classes = ['seat', turn && 'turn', away && 'away', out && 'out', compact && 'compact', thinking && 'thinking'];
  return (
    <div class={classes.filter(Boolean).join(' ')}>
      <span class="seat-name">
        <span class="seat-who" dir="auto">
          {you ? t('seat.you') : info ? t.person(info.name) : t('seat.nobody')}
        </span>
        {info?.bot && (
          <span class="seat-bot" role="img" aria-label={t('seat.bot')} title={t('seat.bot')}>
            <BotSign />
          </span>
        )}
        {frame.dealer === seat && (
          <span class="dealer" title={t('seat.dealer')}>
            <ChipSign />
            <span>{t('seat.dealer')}</span>
          </span>
        )}
        {info?.partners && <SeatPartners frame={frame} seat={seat} />}
        {mark}
      </span>
      <span class="seat-facts">
        {cards !== undefined && (
          <span class="seat-cards" role="img" aria-label={t('seat.cards', { n: cards })}>
            <CardsSign />
            {t.num(cards)}
          </span>
        )}
        {deal !== undefined && (
          <span class="seat-points">
            <small>{dealWord ?? t('seat.deal')}</small> <b>{deal}</b>
          </span>
        )}
        <span class="seat-points">
          <small>{t('seat.match')}</small> <b>{t.num(total)}</b>
        </span>
        {children}
      </span>
      {state && <span class="visually-hidden">{state}</span>}
      {company && <SeatCompany company={company} seat={seat} />}
    </div>
  );
}

const BotSign = () => <Sign d="M3 6h10v7.5H3zM8 6V2.5M6 9.2v.6M10 9.2v.6" />;
/** The dealer's chip. In a narrow window it is shown without the word. */
const ChipSign = () => (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="7.5" />
    <circle class="rim" cx="8" cy="8" r="6" pathLength="12" />
  </svg>
);
const CardsSign = () => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    <rect x="2" y="3.5" width="7" height="10" rx="1.2" transform="rotate(-10 5 8)" />
    <rect x="6.5" y="2.5" width="7" height="10" rx="1.2" transform="rotate(8 10 8)" />
  </svg>
);
