// An action that was chosen before the player's turn and is held until the turn. It is stored only in this page. The
// page sends it to the server when the turn has come.

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

/** The state of a waiting action. `keep`: it still waits. `send`: the turn has come. `trick`: the action is a pass, and
 * its trick is over. `weak`: the action is a play that no longer beats the trick. `gone`: the turn will not come, or a
 * bot or another device has acted in it. */
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
  // A frame that shows a past position decides nothing.
  if (frame.named) return 'keep';
  if (
    viewer === null ||
    frame.deal !== deal ||
    frame.phase !== 'deal' ||
    (view.phase !== 'showdown' && view.phase !== 'coup')
  )
    return 'gone';
  // `frame.at` grows when the seat's turn comes, and again when a bot or another device acts for the seat.
  if (frame.at > at + 1 || since.some((event) => event.seat === viewer && isByOthers(event))) return 'gone';
  const pass = action === 'pass';
  if (pass && finished(view) !== trick) return 'trick';
  if (!must.includes(viewer)) return 'keep';
  return legal.some((one) => one.action === action) ? 'send' : pass ? 'trick' : 'weak';
}

/** Returns true if a bot acts for the player of the seat, or begins to act for the player. */
const isByOthers = (event: PublicEvent): boolean =>
  event.kind === 'took_over' ? event.player !== 'back' : event.kind === 'acted' && event.bot !== undefined;

export interface Ahead {
  /** The action that waits or has been sent. */
  action: string | null;
  /** True if the action has been sent, so that the turn is used. */
  sent: boolean;
  wait(action: string): void;
  takeBack(): void;
}

interface Options {
  frame: DameFrame;
  /** The chosen cards, written as an action. If it differs from the waiting action, the waiting one is cancelled. */
  chosen: string;
  send(action: string): Promise<unknown>;
  /** Called when the action no longer waits. `null` means that the player took it back. */
  ended(fate: Exclude<Fate, 'keep' | 'send'> | null): void;
}

export function useAhead({ frame, chosen, send, ended }: Options): Ahead {
  const [, draw] = useState(0);
  // The action is also in a ref, because the page must not send it twice. Further frames may arrive before the next
  // render, and the ref already shows that the action was sent.
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
    // The page around the board shows the reason for a refusal. The cards stay chosen.
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
