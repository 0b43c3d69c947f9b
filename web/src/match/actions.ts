// The player's actions: sends an action together with the decision in which the player saw it, and shows a refusal.

import { signal, type Signal } from '@preact/signals';
import { momentOf, type Frame, type Refusal } from '../net/protocol';
import type { Answer, OnProgress, Order, Socket } from '../net/socket';
import { play } from '../ui/sound';
import { dismiss, toastRefusal } from '../ui/toast';
import type { Reader } from './narrator';

export interface Actions {
  /** Sends an action. With `itself` it is automatic: it belongs to that decision alone, reports nothing if play has
   * gone on, and the player's own actions wait for it. */
  act(action: string, itself?: number): Promise<Refusal | null>;
  /** The decision (`momentOf`) for which an action was sent and not refused: nothing automatic is done there. */
  acted: Signal<string | null>;
  ask(action: string, quiet?: boolean): Promise<Refusal | null>;
  /** Sends any other command, on the match or on the people. A refusal has been shown, unless `quiet`. */
  order(order: Order, quiet?: boolean): Promise<Refusal | null>;
  /** Asks the server something; null if it refused, which has been shown. */
  question<K extends Answer['t']>(
    order: Order,
    kind: K,
    onProgress?: OnProgress,
  ): Promise<Extract<Answer, { t: K }> | null>;
  /** Asks for advice on the next action, from this seat's view; null if refused, which has been shown. */
  advise(): Promise<Extract<Answer, { t: 'advised' }> | null>;
  /** Calculates the cost of the seat's decisions in a finished deal. `onProgress` receives the progress. */
  analyse(deal: number, onProgress?: OnProgress): Promise<Extract<Answer, { t: 'analysis' }> | null>;
  undo(n: number): void;
  redo(n: number): void;
}

interface Options {
  socket: Pick<Socket, 'send' | 'ask'>;
  /** Returns the frame that is shown now. */
  frame(): Frame | null;
  reader(): Reader | null;
}

export function createActions({ socket, frame, reader }: Options): Actions {
  const acted: Actions['acted'] = signal(null);
  /** The automatic action that has been sent and not answered. */
  let pending: { at: number; action: string; answer: Promise<Refusal | null> } | null = null;

  const showRefusal = (refusal: Refusal | null): Refusal | null => {
    const words = reader();
    if (refusal && words) {
      toastRefusal(refusal, words.t);
      play('refused');
    }
    return refusal;
  };

  async function actItself(action: string, at: number): Promise<Refusal | null> {
    if (frame()?.at !== at) return null;
    const answer = socket.send({ t: 'act', at, action }).then((refusal) => {
      if (pending === own) pending = null;
      // The player acted first, here or on another page.
      return refusal?.key === 'stale' || frame()?.at !== at ? null : showRefusal(refusal);
    });
    const own = (pending = { at, action, answer });
    return answer;
  }

  async function act(action: string): Promise<Refusal | null> {
    const shown = frame();
    // The automatic action and the player's are the same: it is done only once.
    if (pending && pending.at === shown?.at && pending.action === action) return pending.answer;
    while (pending) await pending.answer;
    // A legal action belongs to the frame in which it was seen, or to a later one in which it still means the same; for
    // any other the server says why it is not legal.
    const now = frame();
    const other =
      shown !== now &&
      meaning(action, shown) &&
      meaning(action, now) &&
      meaning(action, shown) !== meaning(action, now);
    const of = other ? shown : now;
    const moment = (acted.value = of && momentOf(of));
    const refusal = showRefusal(await socket.send({ t: 'act', at: of?.at ?? 0, action }));
    if (refusal && acted.value === moment) acted.value = null;
    // A toast about an earlier attempt is out of date.
    if (!refusal) dismiss();
    return refusal;
  }

  /** Returns the consequences of an action, in words; null where the action is not legal. */
  function meaning(action: string, at: Frame | null): string | null {
    const legal = at?.legal.find((one) => one.action === action);
    const words = reader();
    return legal ? (words?.ui.choice?.(legal, at!, words.t) ?? action) : null;
  }

  async function question<K extends Answer['t']>(
    order: Order,
    kind: K,
    onProgress?: OnProgress,
  ): Promise<Extract<Answer, { t: K }> | null> {
    const answer = await socket.ask(order, onProgress);
    if ('t' in answer && answer.t === kind) return answer as Extract<Answer, { t: K }>;
    showRefusal(answer as Refusal);
    return null;
  }

  return {
    acted,
    question,
    act: (action, itself) => (itself === undefined ? act(action) : actItself(action, itself)),
    ask: async (action, quiet = false) => {
      const refusal = await socket.send({ t: 'why', action });
      return quiet ? refusal : showRefusal(refusal);
    },
    order: async (order, quiet = false) => (quiet ? socket.send(order) : showRefusal(await socket.send(order))),
    advise: () => question({ t: 'advise' }, 'advised'),
    analyse: (deal, onProgress) => question({ t: 'analyse', deal }, 'analysis', onProgress),
    undo: (n) => void socket.send({ t: 'undo', n }).then(showRefusal),
    redo: (n) => void socket.send({ t: 'redo', n }).then(showRefusal),
  };
}
