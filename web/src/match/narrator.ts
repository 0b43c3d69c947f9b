// Words for events: the log, and the live regions of the page.

import { signal, type Signal } from '@preact/signals';
import type { TookOver } from '../net/events';
import type { T } from '../i18n/words';
import type { DealHistory, Frame } from '../net/protocol';
import { callToTable, play } from '../ui/sound';
import type { GameUi } from '../ui/gameUi';
import type { LogLine } from '../ui/Log';
import { who } from '../ui/who';

/** Finds words for frames and events. Until words and board are loaded, frames wait. */
export interface Reader {
  ui: GameUi;
  t: T;
}

export interface Narrator {
  log: Signal<readonly LogLine[]>;
  /** For the polite and the assertive live region. */
  spoken: Signal<string>;
  called: Signal<string>;
  reader(): Reader | null;
  /** From here on it can be worded. `shown` is what is seen now. */
  setReader(reader: Reader, shown: Frame | null): void;
  narrate(frame: Frame): void;
  /** A new connection: the events before it, or while it was lost, are not narrated yet. */
  onReconnect(): void;
}

/** `recall`: what has happened in the deal so far, for people who join or come back. */
export function createNarrator(recall: () => Promise<DealHistory>): Narrator {
  const log: Narrator['log'] = signal([]);
  const spoken = signal('');
  const called = signal('');
  let reader: Reader | null = null;
  let lastNarrated: Frame | null = null;
  let lines = 0;
  let isBehind = true;
  /** Counts the requests for the past: the newest answer has all of it, and an older one would repeat it. */
  let requests = 0;

  function narrate(to: Frame): void {
    // A reader whose words are not loaded yet learns whose turn it is as soon as they are.
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

  /** Narrates the past of the first narrated frame, in the place of the lines on this deal from before the connection
   * was lost. */
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
        /* the log begins here */
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

/** A change of the player of a seat: of the shell, not of a game. */
function personal({ seat, player, timeUp }: TookOver, before: Frame, frame: Frame, t: T): string[] {
  if (player === 'left' || player === 'removed') {
    // A bot has the seat by now; its name can be the same by chance. A reader who comes later does not learn whose the
    // seat was.
    const [was, is] = [before.seats[seat], frame.seats[seat]];
    return [was && !was.bot && is?.bot ? t(`log.${player}`, { who: was.name }) : t(`log.${player}.since`)];
  }
  // A player who was there all the time does not come back.
  if (player === 'back' && timeUp) return [];
  return [who(t, frame, seat, player === 'bot' && timeUp ? 'log.time_up' : `log.${player}`)];
}
