// A match as the page shows it: the connection brings frames, the playback shows them, the narrator words them, the
// actions answer.

import type { Signal } from '@preact/signals';
import type { Hindrance } from '../net/reachability';
import { actions, type Actions } from './actions';
import { connection, type Connection } from './connection';
import { narrator, type Narrator, type Reader } from './narrator';
import { playback, type Playback } from './playback';
import { talk, type Talk } from './talk';
import type { DealHistory } from '../net/protocol';
import type { LineState } from '../net/socket';
import { muteAt, saidWords } from '../ui/chatWords';

export type { Timed } from './connection';

export interface Match
  extends Actions,
    Pick<Connection, 'room' | 'clock' | 'missing' | 'hindrance' | 'notice' | 'shuffle'>,
    Pick<Playback, 'frame' | 'since' | 'hurry'>,
    Pick<Narrator, 'log' | 'spoken' | 'called'> {
  talk: Talk['lines'];
  bubbles: Talk['bubbles'];
  line: Signal<LineState>;
  /** Board and words are loaded: from here on what happens is told. */
  read(reader: Reader): void;
  retry(): void;
  close(): void;
}

/** `recall`: what has happened in the deal so far, for people who join or come back. */
export function openMatch(
  id: string,
  reach: (id: string) => Promise<Hindrance | null>,
  recall: (id: string) => Promise<DealHistory>,
): Match {
  muteAt(id);
  const told = narrator(() => recall(id));
  const shown = playback({
    steps: (from, to) => told.reader()?.ui.steps?.(from, to) ?? [],
    tell: told.tell,
  });
  const said = talk((line) => {
    const t = told.reader()?.t;
    if (t && line.seat !== link.room.value?.is.you)
      told.spoken.value = t('talk.said', { who: line.name, words: saidWords(line, t) });
  });
  const link = connection(id, reach, {
    frame(frame) {
      // The first frame of a new connection: what was not shown before it is told first, then what lies behind it.
      if (frame.n === 1) {
        shown.hurry();
        told.reconnected();
      }
      shown.take(frame);
    },
    talk: said.take,
  });
  const done = actions({ socket: link.socket, frame: () => shown.frame.value, reader: told.reader });
  return {
    ...done,
    room: link.room,
    clock: link.clock,
    missing: link.missing,
    hindrance: link.hindrance,
    notice: link.notice,
    shuffle: link.shuffle,
    line: link.socket.line,
    frame: shown.frame,
    since: shown.since,
    hurry: shown.hurry,
    log: told.log,
    spoken: told.spoken,
    called: told.called,
    talk: said.lines,
    bubbles: said.bubbles,
    read: (reader) => told.read(reader, shown.frame.value),
    retry: link.socket.retry,
    close() {
      shown.stop();
      link.socket.close();
    },
  };
}
