// Words for events: the log, and the live regions of the page.

import { signal, type Signal } from '@preact/signals';
import type { TookOver } from '../net/events';
import type { T } from '../i18n/words';
import type { DealHistory, Frame } from '../net/protocol';
import { callToTable, play } from '../ui/sound';
import type { GameUi } from '../ui/gameUi';
import type { LogLine } from '../ui/Log';
import { who } from '../ui/who';

/** The words for frames and events. Until words and board are loaded, frames wait. */
export interface Reader {
  ui: GameUi;
  t: T;
}

export interface Narrator {
  log: Signal<readonly LogLine[]>;
  /** The text for the polite and the assertive live region. */
  spoken: Signal<string>;
  called: Signal<string>;
  reader(): Reader | null;
  /** Sets the reader: from now on events can be put into words. `shown` is the frame that is visible now. */
  setReader(reader: Reader, shown: Frame | null): void;
  narrate(frame: Frame): void;
  /** Handles a new connection: the events before it, or during the loss, are not narrated yet. */
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
  /** The number of requests for the past: the newest answer has all of it, and an older one would repeat it. */
  let requests = 0;

  function narrate(to: Frame): void {
    // Until the words are loaded the frame waits; then the reader learns whose turn it is.
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
      const phrases = event.kind === 'took_over' ? personal(event, from, to, t) : ui.say(event, from, to, t);
      const by = event.kind === 'acted' && event.bot ? { bot: event.bot } : {};
      return phrases.map((words) => ({ id: lines++, seat: event.seat, words, deal: to.deal, ...by }));
    });
  }

  /** Narrates what happened before the first narrated frame. It replaces the lines on this deal from before the
   * connection was lost. */
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
        /* without the past the log begins here */
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

/** Returns the words for a change of a seat's player: they are the shell's, not a game's. */
function personal({ seat, player, timeUp }: TookOver, before: Frame, frame: Frame, t: T): string[] {
  if (player === 'left' || player === 'removed') {
    // The seat has a bot by now, whose name can be the same by chance. A reader who comes later does not learn who had
    // the seat.
    const [was, is] = [before.seats[seat], frame.seats[seat]];
    return [was && !was.bot && is?.bot ? t(`log.${player}`, { who: was.name }) : t(`log.${player}.since`)];
  }
  // A player who was never away does not come back.
  if (player === 'back' && timeUp) return [];
  return [who(t, frame, seat, player === 'bot' && timeUp ? 'log.time_up' : `log.${player}`)];
}
