// A move that waits for its player's turn, in this page alone: the server receives it when the turn has come.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PublicEvent } from '@cardroom/ui';
import { finished, type DameFrame } from './layout';

/** The waiting action, and the state of play when it was chosen. */
export interface Waiting {
  action: string;
  deal: number;
  at: number;
  trick: number;
}

/** The fate of a waiting action. `trick`: a pass whose trick is over. `weak`: a play that no longer beats the trick.
 * `gone`: the turn no longer comes, or somebody else has used it. */
export type Fate = 'keep' | 'send' | 'trick' | 'weak' | 'gone';

export const waitingFor = (action: string, { deal, at, view }: DameFrame): Waiting => ({
  action,
  deal,
  at,
  trick: finished(view),
});

/** Decides the fate of a waiting action at a frame. */
export function fateOf({ action, deal, at, trick }: Waiting, frame: DameFrame): Fate {
  const { viewer, view, must, legal, since } = frame;
  // A frame of looking back is not news.
  if (frame.named) return 'keep';
  if (
    viewer === null ||
    frame.deal !== deal ||
    frame.phase !== 'deal' ||
    (view.phase !== 'showdown' && view.phase !== 'coup')
  )
    return 'gone';
  // A seat's number grows when its turn comes, and again when a bot or another device acts there.
  if (frame.at > at + 1 || since.some((event) => event.seat === viewer && isByOthers(event))) return 'gone';
  const pass = action === 'pass';
  if (pass && finished(view) !== trick) return 'trick';
  if (!must.includes(viewer)) return 'keep';
  return legal.some((one) => one.action === action) ? 'send' : pass ? 'trick' : 'weak';
}

/** Returns whether a bot acts for the seat's player, or begins to. */
const isByOthers = (event: PublicEvent): boolean =>
  event.kind === 'took_over' ? event.player !== 'back' : event.kind === 'acted' && event.bot !== undefined;

export interface Ahead {
  /** The action that waits, or has been sent. */
  action: string | null;
  /** True if the action has been sent: the turn is used. */
  sent: boolean;
  wait(action: string): void;
  takeBack(): void;
}

interface Options {
  frame: DameFrame;
  /** The cards that are chosen now, as an action: the waiting action equals it, or is taken back. */
  chosen: string;
  send(action: string): Promise<unknown>;
  /** Reports that the action no longer waits; `null`: its player took it back. */
  ended(fate: Exclude<Fate, 'keep' | 'send'> | null): void;
}

export function useAhead({ frame, chosen, send, ended }: Options): Ahead {
  const [, draw] = useState(0);
  // A ref beside the drawn state: an action counts as sent at once, whichever frame comes next, and however often.
  const one = useRef<(Waiting & { sent: boolean }) | null>(null);
  const put = (to: typeof one.current) => {
    one.current = to;
    draw((n) => n + 1);
  };
  const takeBack = () => {
    const was = one.current;
    if (!was || was.sent) return;
    put(null);
    ended(null);
  };
  useLayoutEffect(() => {
    const now = one.current;
    if (!now) return;
    const fate = fateOf(now, frame);
    if (now.sent) {
      if (fate !== 'send' && fate !== 'keep') put(null);
      return;
    }
    if (fate === 'keep') {
      if (!frame.named && now.action !== chosen) takeBack();
      return;
    }
    if (fate !== 'send') {
      put(null);
      ended(fate);
      return;
    }
    const sent = { ...now, sent: true };
    put(sent);
    // The shell shows the reason for a refusal, and the cards stay chosen.
    void send(now.action).then((refusal) => {
      if (refusal !== null && one.current === sent) put(null);
    });
  }, [frame, chosen]);
  return {
    action: one.current?.action ?? null,
    sent: one.current?.sent ?? false,
    wait: (action) => put({ ...waitingFor(action, frame), sent: false }),
    takeBack,
  };
}
