// A finished deal as a list of frames to step through, with its events in words and its parts.

import type { PublicEvent } from '../net/events';
import type { T } from '../i18n/words';
import type { Frame, Replay } from '../net/protocol';
import type { GameUi } from '../ui/gameUi';

export interface Entry {
  frame: Frame;
  /** The number of actions that were done before this frame. */
  at: number;
}

/** An action in words. `at` is the number of actions that were done, including this one. */
export interface TimedWords {
  at: number;
  words: string;
}

/** A part of the deal, such as a trick or a round. `place` is the index of its first entry. */
export interface Chapter {
  place: number;
  name: string;
}

export interface Timeline {
  entries: Entry[];
  words: TimedWords[];
  chapters: Chapter[];
}

/** Builds the timeline. `named`: true if everybody is called by name, even the player of the reader's seat. */
export function timeline(replay: Replay, seat: number, id: string, ui: GameUi, t: T, named = true): Timeline {
  const frames = replay.steps.map(
    (_, at) => ({ ...frameAt(replay, at, seat, id), ...(named ? { named } : {}) }) as Frame,
  );
  const entries: Entry[] = [];
  const words: TimedWords[] = [];
  const chapters: Chapter[] = [];
  frames.forEach((frame, at) => {
    const before = frames[at - 1] ?? null;
    // A full trick is shown before it is moved to its taker.
    if (before)
      for (const step of ui.steps?.(before, frame) ?? []) {
        entries.push({
          at,
          frame: {
            ...step.frame,
            phase: 'deal',
            must: [],
            legal: [],
            totals: before.totals,
            deals: before.deals,
            winners: null,
          } as Frame,
        });
      }
    const name = ui.chapter?.(frame, before, t) ?? null;
    if (name !== null) chapters.push({ place: entries.length, name });
    entries.push({ at, frame });
    if (before)
      for (const event of frame.since)
        for (const one of ui.say(event, before, frame, t)) words.push({ at, words: `${one}${byBot(event, t)}` });
  });
  entries.forEach((entry, n) => {
    entry.frame = { ...entry.frame, n };
  });
  return { entries, words, chapters };
}

const byBot = (event: PublicEvent, t: T): string =>
  event.kind === 'acted' && event.bot ? ` · ${t(event.bot === 'time' ? 'log.by_time' : 'log.by_bot')}` : '';

/** Returns the table after `at` actions, as the player of this seat saw it. */
export function frameAt(replay: Replay, at: number, seat: number, id: string): Frame {
  const { game, board, options, seats, deal, dealer, before, deals, winners, number, steps } = replay;
  const done = at === steps.length - 1;
  const over = done && winners !== null && deal === deals.length - 1;
  return {
    t: 'frame',
    n: at,
    table: id,
    game,
    board,
    options,
    seats,
    viewer: seat,
    at: 0,
    phase: over ? 'over' : done ? 'between' : 'deal',
    deal,
    dealer,
    view: steps[at]!.view,
    must: done ? [] : steps[at]!.must,
    legal: [],
    since: steps[at]!.since,
    totals: done ? deals[deal]!.totals : before,
    deals: deals.slice(0, done ? deal + 1 : deal),
    winners: over ? winners : null,
    past: at,
    undo: 0,
    redo: 0,
    assist: false,
    assisted: false,
    advice: false,
    advised: [],
    commitment: '',
    number,
    window: null,
    held: null,
    played_ms: 0,
  } as Frame;
}
