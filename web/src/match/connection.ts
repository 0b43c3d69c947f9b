// The connection to a table: its socket, its people and clocks, and the reason if there is no table here.

import { signal, type Signal } from '@preact/signals';
import { isOnDevice } from '../net/backend';
import type { Hindrance } from '../net/reachability';
import type { Clock, Frame, Notice, People, ChatLine, SharedShuffle } from '../net/protocol';
import { connect, type Socket } from '../net/socket';
import { toast } from '../ui/toast';

/** A value that contains durations relative to the time when it arrived, and that time. */
export interface Timed<What> {
  is: What;
  at: number;
}

export interface Connection {
  socket: Socket;
  /** The people at the table, and when this list arrived, for counters that run every second. */
  room: Signal<Timed<People> | null>;
  /** The newest clocks, which can be newer than the frame that is shown. */
  clock: Signal<Timed<Clock> | null>;
  /** The reason why there is no table here, as a key of the words. */
  missing: Signal<string | null>;
  /** The reason why the table does not answer now, as a key of the words; the page keeps trying. */
  hindrance: Signal<string | null>;
  /** A notice of the server's operator, until the reader closes it. */
  notice: Signal<Notice | null>;
  /** The shared shuffle of the cards, present or past. */
  shuffle: Signal<Timed<SharedShuffle> | null>;
}

interface Listener {
  frame(frame: Frame): void;
  talk(lines: readonly ChatLine[]): void;
}

export function openConnection(
  id: string,
  findHindrance: (id: string) => Promise<Hindrance | null>,
  listener: Listener,
): Connection {
  const room: Connection['room'] = signal(null);
  const clock: Connection['clock'] = signal(null);
  const missing: Connection['missing'] = signal(null);
  const hindrance: Connection['hindrance'] = signal(null);
  const notice: Connection['notice'] = signal(null);
  const shuffle: Connection['shuffle'] = signal(null);
  /** The number of attempts in which only the socket failed. */
  let blocked = 0;

  /** The frames that are not stored yet. Storing begins when the player acts, or the cards were shuffled together: so
   * the first look at a table loads no more code than it needs. */
  let unstored: Frame[] = [];
  let storesPlay = false;
  function storePlay() {
    const frames = unstored;
    unstored = [];
    // Frames that cannot be stored are not compared with the record.
    import('../fair/ownPlay')
      .then((part) => Promise.all(frames.map((frame) => part.storeFrame(id, frame))))
      .catch(() => {});
  }

  const leave = (why: string) => {
    missing.value = why;
    socket.close();
  };
  const onArrival = () => {
    blocked = 0;
    hindrance.value = null;
  };

  const socket: Socket = connect(id, {
    frame: (frame) => {
      onArrival();
      clock.value = frame.clock ? { is: frame.clock, at: performance.now() } : null;
      // A device that deals the cards itself needs no proof of its own.
      if (frame.viewer !== null && frame.seats.length > 1 && !isOnDevice(id)) {
        unstored.push(frame);
        storesPlay ||= frame.since.some((event) => event.seat === frame.viewer);
        if (storesPlay) storePlay();
      }
      listener.frame(frame);
    },
    room: (is) => {
      onArrival();
      room.value = { is, at: performance.now() };
    },
    talk: (lines) => listener.talk(lines),
    notice: (is) => {
      notice.value = is.words ? is : null;
    },
    shuffle: (is) => {
      const wasThere = is.step !== 'done' || shuffle.value;
      const people = room.value!.is;
      // The reader has nothing to do for a match that was over before they came, and nothing is stored for a finished
      // match either.
      if (wasThere || people.stage === 'playing')
        // If this code fails to load the page takes no part, and the others shuffle.
        import('../fair/shuffleAtTable')
          .then((part) => (wasThere ? part.onShuffle(id, people, is, socket.send) : part.storePastShuffle(id, is)))
          .catch(() => {});
      shuffle.value = { is, at: performance.now() };
      storesPlay = true;
      storePlay();
    },
    error: (words, key) => {
      if (/^(removed|closed_by_host|banned)$/.test(key)) leave(`error.${key}`);
      else toast(words, null, `error.${key}`);
    },
    onUnreachable: () =>
      void findHindrance(id)
        // Even the code that asks could not be fetched.
        .catch(() => null)
        .then((found) => {
          if (found?.lasts) return leave(found.words);
          blocked = found?.words === 'game.no_socket' ? blocked + 1 : 0;
          // A server that has just restarted was not there when the socket was tried.
          if (blocked !== 1) hindrance.value = found?.words ?? null;
        }),
    onTakenOver: () => leave('game.elsewhere'),
  });
  return { socket, room, clock, missing, hindrance, notice, shuffle };
}
