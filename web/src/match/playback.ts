// Shows frames at a pace that people can follow, although the server sends them as fast as it makes them.

import { signal, type Signal } from '@preact/signals';
import type { Frame } from '../net/protocol';
import { settings } from '../ui/settings';
import type { Step } from '../ui/gameUi';

const OTHERS_PAUSE_MS = 420; // the pause in ms after a move of another player, at normal speed
const MOST_WAITING = 8; // if more frames wait, all but the last are skipped
const PACE = { slow: 1.7, normal: 1, fast: 0.55, none: 0 };

export interface Playback {
  frame: Signal<Frame | null>;
  /** The time when the shown frame appeared, for clocks and race windows. */
  since: Signal<number>;
  /** Adds a frame that has arrived from the server. */
  enqueue(frame: Frame): void;
  /** Shows the newest frame immediately, and skips the queued frames before it. */
  hurry(): void;
  stop(): void;
}

interface Shown {
  frame: Frame;
  ms: number;
  /** The frame of the server that is narrated with this one; null for a step between two frames. */
  narrated: Frame | null;
}

interface Options {
  /** Returns the frames to show between two frames of the server. */
  steps(from: Frame, to: Frame): readonly Step[];
  /** Called with every frame of the server: when it is shown, or when it is skipped. */
  onShown(narrated: Frame): void;
}

export function createPlayback({ steps, onShown }: Options): Playback {
  const frame: Playback['frame'] = signal(null);
  const since = signal(0);
  let queue: Shown[] = [];
  let newest: Frame | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function enqueue(to: Frame): void {
    const from = newest;
    newest = to;
    // A position that was taken back has no steps in between.
    const goesOn = to.since.length > 0 && to.since.every((event) => event.kind !== 'undo');
    const between = from && from.deal === to.deal && goesOn ? steps(from, to) : [];
    for (const { frame: step, ms } of between) {
      queue.push({
        frame: still(step, from!),
        ms: ms === 'trick' ? settings.value.trickPause * 1000 : ms,
        narrated: null,
      });
    }
    const others = to.since.some((event) => event.seat !== null && event.seat !== to.viewer);
    // A frame with a race window is not delayed.
    const ms = others && !to.window ? OTHERS_PAUSE_MS * PACE[settings.value.speed] : 0;
    queue.push({ frame: to, ms, narrated: to });
    if (queue.length > MOST_WAITING || document.hidden) hurry();
    next();
  }

  function next(): void {
    if (timer !== undefined || !queue.length) return;
    const { frame: shown, ms, narrated } = queue.shift()!;
    show(shown);
    if (narrated) onShown(narrated);
    if (ms > 0)
      timer = setTimeout(() => {
        timer = undefined;
        next();
      }, ms);
    else next();
  }

  function show(shown: Frame): void {
    frame.value = shown;
    since.value = performance.now();
  }

  function hurry(): void {
    clearTimeout(timer);
    timer = undefined;
    const skipped = queue;
    queue = [];
    for (const { narrated } of skipped) if (narrated) onShown(narrated);
    const last = skipped.at(-1);
    if (last) show(last.frame);
  }

  return { frame, since, enqueue, hurry, stop: () => clearTimeout(timer) };
}

/** Returns a step between two frames as a frame without actions, with the scores of the frame before it. */
const still = (step: Frame, from: Frame): Frame => ({
  ...step,
  phase: 'deal',
  must: [],
  legal: [],
  totals: from.totals,
  deals: from.deals,
  winners: null,
});
