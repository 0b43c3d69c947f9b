// The play time of a game for one, as a clock on its board. The server sends the time with each frame. Between frames
// the clock runs here, and stops while the player is away.

import { useEffect, useState } from 'preact/hooks';
import type { Frame } from '../net/protocol';
import { clock } from '../ui/clock';

type Timed = Pick<Frame, 'table' | 'n' | 'phase' | 'played_ms'>;

interface Running {
  table: string;
  n: number;
  ms: number;
  since: number | null;
}

let running: Running | null = null;

/** Returns the play time at this table up to `now` in ms; null if it is unknown, as in a lesson or a replay. */
export const playedMs = (table: string, now = performance.now()): number | null =>
  running?.table === table ? running.ms + (running.since === null ? 0 : now - running.since) : null;

/** Updates the clock. Called with each frame of the server, and whenever the player goes away or comes back. During a
 * deal the clock never goes back. */
export function updateTime(frame: Timed, away: boolean, now = performance.now()): void {
  const shown = playedMs(frame.table, now) ?? 0;
  const since = frame.phase === 'deal' && !away ? now : null;
  if (running?.table === frame.table && running.n === frame.n && (running.since === null) === (since === null)) return;
  // When the deal is over, the server's time is shown even if it is less, because the results contain that time.
  const ms =
    running?.n === frame.n && running.table === frame.table
      ? shown
      : frame.phase === 'deal'
        ? Math.max(shown, frame.played_ms)
        : frame.played_ms;
  running = { table: frame.table, n: frame.n, ms, since };
}

export function PlayTime({ table }: { table: string }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const ms = playedMs(table);
  return ms === null ? null : <time>{clock(ms)}</time>;
}
