// The partners of a seat, who win and lose together with it. This code is loaded in games that have partners.

import './seatPartners.css';
import type { Frame } from '../net/protocol';
import { usePage } from './context';
import { who } from './who';

export function SeatPartners({ frame, seat }: { frame: Frame; seat: number }) {
  const { t } = usePage();
  const partners = frame.seats[seat]?.partners ?? [];
  return (
    <small class="seat-partners">{partners.map((partner) => who(t, frame, partner, 'seat.partners')).join(', ')}</small>
  );
}
