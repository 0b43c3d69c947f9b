// The connection to a table: its socket, the people and clocks that it tells of, and why there is no table here.

import { signal, type Signal } from '@preact/signals';
import { isOnDevice } from '../backend';
import type { Reached } from '../reach';
import type { Clock, Frame, Notice, People, ChatLine, SharedShuffle } from '../protocol';
import { connect, type Socket } from '../socket';
import { toast } from '../ui/toast';

/** Something that says how long ago or how long still, and when it was heard. */
export interface Timed<What> {
  is: What;
  at: number;
}

/** Why there is no table here, as a key of the shell's words. */
export type Missing =
  | 'game.missing'
  | 'game.elsewhere'
  | 'error.closed_table'
  | 'error.closed_by_host'
  | 'error.removed'
  | 'error.broken_table'
  | 'error.by_invitation';

export interface Connection {
  socket: Socket;
  /** The people at the table, and when that was heard: for what runs by the second. */
  room: Signal<Timed<People> | null>;
  /** The newest clocks, ahead of the frame that is shown. */
  clock: Signal<Timed<Clock> | null>;
  missing: Signal<Missing | null>;
  /** A line of whoever runs the server, until it is closed. */
  notice: Signal<Notice | null>;
  /** How the cards are, or were, shuffled together. */
  shuffle: Signal<Timed<SharedShuffle> | null>;
}

interface Listener {
  frame(frame: Frame): void;
  talk(lines: readonly ChatLine[]): void;
}

const MISSING: Partial<Record<Reached, Missing>> = {
  closed: 'error.closed_table',
  ended: 'error.closed_by_host',
  removed: 'error.removed',
  invitation: 'error.by_invitation',
  broken: 'error.broken_table',
  nothing: 'game.missing',
};

export function connection(id: string, reach: (id: string) => Promise<Reached>, listener: Listener): Connection {
  const room: Connection['room'] = signal(null);
  const clock: Connection['clock'] = signal(null);
  const missing: Connection['missing'] = signal(null);
  const notice: Connection['notice'] = signal(null);
  const shuffle: Connection['shuffle'] = signal(null);
  /** How often the server has answered for the table and kept us from its socket. */
  let refused = 0;

  /** Frames of which the page has kept nothing yet. It begins to when its player acts, or the cards were shuffled
   * together: the first look at a table loads no more than it shows. */
  let unseen: Frame[] = [];
  let keepsPlay = false;
  function keepPlay() {
    const frames = unseen;
    unseen = [];
    // What cannot be kept is not compared.
    import('../fair/seen').then((part) => Promise.all(frames.map((frame) => part.sees(id, frame)))).catch(() => {});
  }

  const leave = (why: Missing) => {
    missing.value = why;
    socket.close();
  };

  const socket: Socket = connect(id, {
    frame: (frame) => {
      refused = 0;
      clock.value = frame.clock ? { is: frame.clock, at: performance.now() } : null;
      // A device that deals itself needs no proof of its own.
      if (frame.viewer !== null && frame.seats.length > 1 && !isOnDevice(id)) {
        unseen.push(frame);
        keepsPlay ||= frame.since.some((event) => event.seat === frame.viewer);
        if (keepsPlay) keepPlay();
      }
      listener.frame(frame);
    },
    room: (is) => {
      refused = 0;
      room.value = { is, at: performance.now() };
    },
    talk: (lines) => listener.talk(lines),
    notice: (is) => {
      notice.value = is.words ? is : null;
    },
    shuffle: (is) => {
      const wasThere = is.step !== 'done' || shuffle.value;
      const people = room.value!.is;
      // Of what was over before we came there is nothing to do. Of a match that is over nothing has to be kept, either.
      if (wasThere || people.stage === 'playing')
        // Without it the page is silent, and the others shuffle.
        import('../fair/atTable')
          .then((part) => (wasThere ? part.shuffles(id, people, is, socket.send) : part.cameAfter(id, is)))
          .catch(() => {});
      shuffle.value = { is, at: performance.now() };
      keepsPlay = true;
      keepPlay();
    },
    error: (words, key) => {
      if (key === 'removed' || key === 'closed_by_host') leave(`error.${key}`);
      else toast(words, null, `error.${key}`);
    },
    never: () =>
      void reach(id)
        // Not even the part that asks could be fetched.
        .catch(() => 'unknown' as const)
        .then((found) => {
          refused = found === 'table' ? refused + 1 : 0;
          const why = refused > 1 ? 'game.missing' : MISSING[found];
          if (why) leave(why);
        }),
    elsewhere: () => leave('game.elsewhere'),
  });
  return { socket, room, clock, missing, notice, shuffle };
}
