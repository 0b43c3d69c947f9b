// The connection to a table: its socket, its people and clocks, and the reason if the table cannot be opened.

import { signal, type Signal } from '@preact/signals';
import { isOnDevice } from '../net/backend';
import type { Hindrance } from '../net/reachability';
import type { Clock, Frame, Notice, People, ChatLine, Review, SharedShuffle } from '../net/protocol';
import { connect, type Socket } from '../net/socket';
import { toast } from '../ui/toast';

/** A value whose durations are relative to the time `at`, when it arrived. */
export interface Timed<What> {
  is: What;
  at: number;
}

export interface Connection {
  socket: Socket;
  /** The people at the table, with the time when this list arrived, for counters that run every second. */
  room: Signal<Timed<People> | null>;
  /** The newest clocks. They may be newer than the frame that is shown. */
  clock: Signal<Timed<Clock> | null>;
  /** The key of the words that say why this table cannot be opened. */
  missing: Signal<string | null>;
  /** The key of the words that say why the table does not answer now. The page continues to try. */
  hindrance: Signal<string | null>;
  /** A notice from the operator of the server, until the reader closes it. */
  notice: Signal<Notice | null>;
  /** The state of the shared shuffle, which may still go on or be over. */
  shuffle: Signal<Timed<SharedShuffle> | null>;
  /** The review of the finished match by its people together. */
  review: Signal<Review | null>;
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
  const review: Connection['review'] = signal(null);
  /** The number of consecutive attempts in which requests succeeded but no socket opened. */
  let blocked = 0;

  /** The frames that are not yet stored. Storing begins when the player acts, or when the cards were shuffled together.
   * Before that, the page does not load the code for storing. */
  let unstored: Frame[] = [];
  let storesPlay = false;
  function storePlay() {
    const frames = unstored;
    unstored = [];
    // If frames cannot be stored, they are missing from the comparison with the record.
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
      // If this device deals the cards itself, it needs no data as a proof. Practice proves nothing.
      if (frame.viewer !== null && frame.seats.length > 1 && !isOnDevice(id) && frame.commitment !== '') {
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
    talk: listener.talk,
    notice: (is) => {
      notice.value = is.words ? is : null;
    },
    shuffle: (is) => {
      const wasThere = is.step !== 'done' || shuffle.value;
      const people = room.value!.is;
      // If the shuffle was over before the reader came, its messages are only stored. After the match, they are not
      // even stored.
      if (wasThere || people.stage === 'playing')
        // If this code cannot be loaded, this page does not take part, and the others shuffle without it.
        import('../fair/shuffleAtTable')
          .then((part) => (wasThere ? part.onShuffle(id, people, is, socket.send) : part.storePastShuffle(id, is)))
          .catch(() => {});
      shuffle.value = { is, at: performance.now() };
      storesPlay = true;
      storePlay();
    },
    review: (is) => {
      review.value = is;
    },
    error: ({ words, key }) => {
      if (/^(removed|closed_by_host|banned)$/.test(key)) leave(`error.${key}`);
      else toast(words, null, `error.${key}`);
    },
    onUnreachable: () =>
      void findHindrance(id)
        // If even the code that finds the reason cannot be loaded, the reason is unknown.
        .catch(() => null)
        .then((found) => {
          if (found?.lasts) return leave(found.words);
          blocked = found?.words === 'game.no_socket' ? blocked + 1 : 0;
          // After one failure nothing is shown yet, because the server may have restarted after the failure.
          if (blocked !== 1) hindrance.value = found?.words ?? null;
        }),
    onTakenOver: () => leave('game.elsewhere'),
  });
  return { socket, room, clock, missing, hindrance, notice, shuffle, review };
}
