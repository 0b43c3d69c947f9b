// Words for events: the log, and the live regions of the page.

import { signal, type Signal } from '@preact/signals';
import type { TookOver } from '../net/events';
import type { T } from '../i18n/words';
import type { DealHistory, Frame } from '../net/protocol';
import { callToTable, play } from '../ui/sound';
import type { GameUi } from '../ui/gameUi';
import type { LogLine } from '../ui/Log';
import { who } from '../ui/who';

/** The board and the words that put events into text. Frames are not narrated until both are loaded. */
export interface Reader {
  ui: GameUi;
  t: T;
}

export interface Narrator {
  log: Signal<readonly LogLine[]>;
  /** The texts of the live regions: `spoken` for the polite one, `called` for the assertive one. */
  spoken: Signal<string>;
  called: Signal<string>;
  reader(): Reader | null;
  /** Sets the reader, after which events can be put into words. `shown` is the frame that is visible now. */
  setReader(reader: Reader, shown: Frame | null): void;
  narrate(frame: Frame): void;
  /** Handles a new connection: the events that happened before it, or while it was lost, have to be narrated. */
  onReconnect(): void;
}

/** Creates a narrator. `recall` loads the history of the deal, for people who join or come back. */
export function createNarrator(recall: () => Promise<DealHistory>): Narrator {
  const log: Narrator['log'] = signal([]);
  const spoken = signal('');
  const called = signal('');
  let reader: Reader | null = null;
  let lastNarrated: Frame | null = null;
  let lines = 0;
  let isBehind = true;
  /** The number of requests for the history. Only the answer to the newest request is used, because this answer
   * contains all events. An older answer would repeat some events. */
  let requests = 0;

  function narrate(to: Frame): void {
    // If a frame arrives before the words, it is narrated when the words are loaded. So the reader hears whose turn it
    // is.
    if (!reader) return;
    const from = lastNarrated;
    lastNarrated = to;
    const { t, ui } = reader;
    if (from && to.since.length) {
      const newLines = linesOf(from, to, reader);
      if (newLines.length) {
        log.value = [...log.value, ...newLines];
        spoken.value = newLines.map((line) => line.words).join(' ');
      }
    }
    if (isBehind) {
      isBehind = false;
      if (to.past > 0) catchUp(to);
    }
    if (!isMine(to)) called.value = '';
    else if (!isMine(from) || from?.at !== to.at) {
      called.value = ui.awaited?.(to, t) ?? t('game.your_turn');
      if (!isMine(from)) callToTable();
    }
    if (from && to.since.length) play(to.phase !== 'deal' && from.phase === 'deal' ? 'end' : 'card');
  }

  function linesOf(from: Frame, to: Frame, { ui, t }: Reader): LogLine[] {
    return to.since.flatMap((event) => {
      const phrases =
        event.kind === 'took_over'
          ? personal(event, from, to, t)
          : event.kind === 'undo' && to.seats.length > 1
            ? [t('game.undo')]
            : ui.say(event, from, to, t);
      const by = event.kind === 'acted' && event.bot ? { bot: event.bot } : {};
      return phrases.map((words) => ({ id: lines++, seat: event.seat, words, deal: to.deal, ...by }));
    });
  }

  /** Narrates the events before the first frame of this connection. They replace the lines on this deal that the log
   * had before the connection was lost. */
  function catchUp(to: Frame): void {
    const mark = lines;
    const request = ++requests;
    recall().then(
      ({ deal, first, steps }) => {
        if (!reader || deal !== to.deal || request !== requests) return;
        const frames = steps.slice(0, to.past - first + 1).map((step): Frame => ({ ...to, ...step, phase: 'deal' }));
        const past = frames.slice(1).flatMap((frame, i) => linesOf(frames[i]!, frame, reader!));
        const before = log.value.filter((line) => line.deal < deal);
        const since = log.value.filter((line) => line.deal >= deal && line.id >= mark);
        log.value = [...before, ...past, ...since];
      },
      () => {
        /* if the history cannot be loaded, the log begins here */
      },
    );
  }

  return {
    log,
    spoken,
    called,
    narrate,
    reader: () => reader,
    setReader(to, shown) {
      reader = to;
      if (shown && !lastNarrated) narrate(shown);
    },
    onReconnect() {
      isBehind = true;
    },
  };
}

const isMine = (frame: Frame | null): boolean =>
  !!frame && frame.viewer !== null && frame.phase === 'deal' && frame.must.includes(frame.viewer);

/** Returns the words for a change of a seat's player. They are the same in all games. */
function personal({ seat, player, timeUp }: TookOver, before: Frame, frame: Frame, t: T): string[] {
  if (player === 'left' || player === 'removed') {
    // The seat now has a bot. By chance, the bot can have the player's name. A reader who came after the change does
    // not learn the name of the player who left.
    const [was, is] = [before.seats[seat], frame.seats[seat]];
    return [was && !was.bot && is?.bot ? t(`log.${player}`, { who: was.name }) : t(`log.${player}.since`)];
  }
  // If only the time of the player was up, the player was never away, and so does not come back.
  if (player === 'back' && timeUp) return [];
  return [who(t, frame, seat, player === 'bot' && timeUp ? 'log.time_up' : `log.${player}`)];
}
