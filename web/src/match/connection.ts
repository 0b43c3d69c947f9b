// The connection to a table: its socket, the people and clocks that it tells of, and why there is no table here.

import { signal, type Signal } from '@preact/signals';
import { isOnDevice } from '../net/backend';
import type { Hindrance } from '../net/reachability';
import type { Clock, Frame, Notice, People, ChatLine, SharedShuffle } from '../net/protocol';
import { connect, type Socket } from '../net/socket';
import { toast } from '../ui/toast';

/** Something that says how long ago or how long still, and when it was heard. */
export interface Timed<What> {
  is: What;
  at: number;
}

export interface Connection {
  socket: Socket;
  /** The people at the table, and when that was heard: for what runs by the second. */
  room: Signal<Timed<People> | null>;
  /** The newest clocks, ahead of the frame that is shown. */
  clock: Signal<Timed<Clock> | null>;
  /** Why there is no table here, as a key of the words. */
  missing: Signal<string | null>;
  /** Why the table does not answer now, as a key of the words: it is tried on. */
  hindrance: Signal<string | null>;
  /** A line of whoever runs the server, until it is closed. */
  notice: Signal<Notice | null>;
  /** How the cards are, or were, shuffled together. */
  shuffle: Signal<Timed<SharedShuffle> | null>;
}

interface Listener {
  frame(frame: Frame): void;
  talk(lines: readonly ChatLine[]): void;
}

export function connection(
  id: string,
  reach: (id: string) => Promise<Hindrance | null>,
  listener: Listener,
): Connection {
  const room: Connection['room'] = signal(null);
  const clock: Connection['clock'] = signal(null);
  const missing: Connection['missing'] = signal(null);
  const hindrance: Connection['hindrance'] = signal(null);
  const notice: Connection['notice'] = signal(null);
  const shuffle: Connection['shuffle'] = signal(null);
  /** How often only the socket did not come through. */
  let blocked = 0;

  /** Frames of which the page has kept nothing yet. It begins to when its player acts, or the cards were shuffled
   * together: the first look at a table loads no more than it shows. */
  let unseen: Frame[] = [];
  let keepsPlay = false;
  function keepPlay() {
    const frames = unseen;
    unseen = [];
    // Frames that cannot be stored are not compared.
    import('../fair/ownPlay').then((part) => Promise.all(frames.map((frame) => part.sees(id, frame)))).catch(() => {});
  }

  const leave = (why: string) => {
    missing.value = why;
    socket.close();
  };
  const arrived = () => {
    blocked = 0;
    hindrance.value = null;
  };

  const socket: Socket = connect(id, {
    frame: (frame) => {
      arrived();
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
      arrived();
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
        import('../fair/shuffleAtTable')
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
        .catch(() => null)
        .then((found) => {
          if (found?.lasts) return leave(found.words);
          blocked = found?.words === 'game.no_socket' ? blocked + 1 : 0;
          // A server that has just come back was not there when the socket was tried.
          if (blocked !== 1) hindrance.value = found?.words ?? null;
        }),
    elsewhere: () => leave('game.elsewhere'),
  });
  return { socket, room, clock, missing, hindrance, notice, shuffle };
}
