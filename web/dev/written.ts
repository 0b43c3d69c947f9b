// Converts events into the form in which the server sends them: the inverse of src/net/events.ts.

import type { PublicEvent } from '../src/net/events';
import type { Frame } from '../src/net/protocol';
import type * as gen from '../src/net/protocol.gen';

function written(event: PublicEvent): gen.TableEvent {
  if (event.kind === 'acted') {
    const { seat, action, margin, bot } = event;
    return { seat, action, ...(margin && { margin }), ...(bot && { bot: true, time_up: bot === 'time' }) };
  }
  if (event.kind !== 'took_over') return { seat: null, action: event.kind === 'undo' ? 'undo 1' : event.kind };
  return { seat: event.seat, action: event.player === 'bot' ? 'bot club' : event.player, time_up: event.timeUp };
}

/** Returns a frame as the server sends it. */
export const writtenFrame = (frame: Frame): gen.Frame<unknown, never> =>
  ({ ...frame, since: frame.since.map(written) }) as gen.Frame<unknown, never>;
