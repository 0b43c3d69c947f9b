// A match as the page shows it. The connection receives frames, the playback shows them, the narrator puts events into
// words, and the actions send the player's moves.

import type { Signal } from '@preact/signals';
import type { Hindrance } from '../net/reachability';
import { createActions, type Actions } from './actions';
import { openConnection, type Connection } from './connection';
import { createNarrator, type Narrator, type Reader } from './narrator';
import { createPlayback, type Playback } from './playback';
import { createTalk, type Talk } from './talk';
import type { DealHistory } from '../net/protocol';
import type { LineState } from '../net/socket';
import { muteAt, chatWords } from '../ui/chatWords';

export type { Timed } from './connection';

export interface Match
  extends Actions,
    Pick<Connection, 'room' | 'clock' | 'missing' | 'hindrance' | 'notice' | 'shuffle' | 'review'>,
    Pick<Playback, 'frame' | 'since' | 'hurry'>,
    Pick<Narrator, 'log' | 'spoken' | 'called'> {
  talk: Talk['lines'];
  bubbles: Talk['bubbles'];
  line: Signal<LineState>;
  /** Sets the board and the words when they are loaded. From then on events are narrated. */
  setReader(reader: Reader): void;
  retry(): void;
  close(): void;
}

/** Opens a match. `recall` loads the history of the deal, for people who join or come back. */
export function openMatch(
  id: string,
  findHindrance: (id: string) => Promise<Hindrance | null>,
  recall: (id: string) => Promise<DealHistory>,
): Match {
  muteAt(id);
  const { reader, setReader, narrate, onReconnect, ...narrator } = createNarrator(() => recall(id));
  const { enqueue, stop, ...playback } = createPlayback({
    steps: (from, to) => reader()?.ui.steps?.(from, to) ?? [],
    onShown: narrate,
  });
  const talk = createTalk((line) => {
    const t = reader()?.t;
    if (t && line.seat !== connection.room.value?.is.you)
      narrator.spoken.value = t('talk.said', { who: line.name, words: chatWords(line, t) });
  });
  const { socket, ...connection } = openConnection(id, findHindrance, {
    frame(frame) {
      // At the first frame of a new connection, the queued frames are shown immediately. The narrator has to add the
      // missed events to the log.
      if (frame.n === 1) {
        playback.hurry();
        onReconnect();
      }
      enqueue(frame);
    },
    talk: talk.receive,
  });
  return {
    ...createActions({ socket, frame: () => playback.frame.value, reader }),
    ...connection,
    ...playback,
    ...narrator,
    talk: talk.lines,
    bubbles: talk.bubbles,
    line: socket.line,
    setReader: (to) => setReader(to, playback.frame.value),
    retry: socket.retry,
    close() {
      stop();
      socket.close();
    },
  };
}
