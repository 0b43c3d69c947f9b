// The player's actions. An action is sent together with the decision in which the player saw it, and a refusal is
// shown.

import { signal, type Signal } from '@preact/signals';
import { momentOf, type Frame, type Refusal } from '../net/protocol';
import type { Answer, OnProgress, Order, Socket } from '../net/socket';
import { play } from '../ui/sound';
import { dismiss, toastRefusal } from '../ui/toast';
import type { Reader } from './narrator';

export interface Actions {
  /** Sends an action. If `itself` is given, the action is automatic, and is sent only at the decision `itself`. If play
   * has gone on, a refusal of the automatic action is not shown. Until it is answered, the player's own actions
   * wait. */
  act(action: string, itself?: number): Promise<Refusal | null>;
  /** The decision (`momentOf`) for which an action was sent and not refused. At this decision, no automatic action is
   * done. */
  acted: Signal<string | null>;
  ask(action: string, quiet?: boolean): Promise<Refusal | null>;
  /** Sends any other command, to the match or to the people at the table. A refusal is shown, unless `quiet`. */
  order(order: Order, quiet?: boolean): Promise<Refusal | null>;
  /** Asks the server a question. Returns null if the server has refused it; the refusal has then been shown. */
  question<K extends Answer['t']>(
    order: Order,
    kind: K,
    onProgress?: OnProgress,
  ): Promise<Extract<Answer, { t: K }> | null>;
  /** Asks for advice on the next action, from the view of the player's seat. After a refusal, returns null. The refusal
   * has then already been shown. */
  advise(): Promise<Extract<Answer, { t: 'advised' }> | null>;
  /** Calculates the cost of the seat's decisions in a finished deal. `onProgress` receives the progress. */
  analyse(deal: number, onProgress?: OnProgress): Promise<Extract<Answer, { t: 'analysis' }> | null>;
  undo(n: number): void;
  redo(n: number): void;
  /** Returns how often something was undone at this table. After an undo, the analysis of a finished deal can be out of
   * date. */
  undone(): number;
}

interface Options {
  socket: Pick<Socket, 'send' | 'ask'>;
  /** Returns the frame that is shown now. */
  frame(): Frame | null;
  reader(): Reader | null;
}

export function createActions({ socket, frame, reader }: Options): Actions {
  const acted: Actions['acted'] = signal(null);
  let undone = 0;
  /** The automatic action that was sent, until it is answered. */
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
      // The player may have acted, here or in another browser tab, before this automatic action arrived. Then its
      // refusal is not shown.
      return refusal?.key === 'stale' || frame()?.at !== at ? null : showRefusal(refusal);
    });
    const own = (pending = { at, action, answer });
    return answer;
  }

  async function act(action: string): Promise<Refusal | null> {
    const shown = frame();
    // If the automatic action is the same as the player's, it is done only once.
    if (pending && pending.at === shown?.at && pending.action === action) return pending.answer;
    while (pending) await pending.answer;
    // If a legal action means the same in the newest frame as in the frame that the player saw, it is sent for the
    // newest frame. If it means something else now, it is sent for the old frame, and the server refuses it as late. If
    // an action is not legal now, it is sent for the newest frame. Then the server says why it is not legal.
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
    // After an accepted action, a toast about an earlier refusal is out of date.
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
    undo: (n) => {
      undone++;
      void socket.send({ t: 'undo', n }).then(showRefusal);
    },
    undone: () => undone,
    redo: (n) => void socket.send({ t: 'redo', n }).then(showRefusal),
  };
}
