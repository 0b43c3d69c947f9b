// The signs that help shows at a solitaire's table.

import type { Verdict } from '../net/protocol';
import { Sign } from '../ui/Sign';

export const Lamp = () => <Sign d="M6 13.5h4M6.5 15.5h3M6 11.2c0-1.4-2-2.3-2-4.9a4 4 0 0 1 8 0c0 2.6-2 3.5-2 4.9z" />;

/** The sign of a verdict. Its shape alone identifies it, even without its colour. */
export const BadgeSign = ({ verdict }: { verdict: Verdict | null }) => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    {verdict === 'winnable' ? (
      <path d="M3 8.5l3.5 3.5L13 4.5" />
    ) : verdict === 'lost' ? (
      <path d="M4 4l8 8M12 4l-8 8" />
    ) : verdict === 'unknown' ? (
      <path d="M3 8h10" />
    ) : (
      <circle cx="8" cy="8" r="3" />
    )}
  </svg>
);
