// The player's actions: an action is sent with the decision that it was seen in; a refusal is said.

import { signal, type Signal } from '@preact/signals';
import { momentOf, type Frame, type Refusal } from '../net/protocol';
import type { Answer, Going, Order, Socket } from '../net/socket';
import { play } from '../ui/sound';
import { dismiss, toastRefusal } from '../ui/toast';
import type { Reader } from './narrator';

export interface Actions {
  /** With `itself` no hand does it: it belongs to that decision alone, says nothing where play has gone on, and what
   * its player does meanwhile waits for it. */
  act(action: string, itself?: number): Promise<Refusal | null>;
  /** The decision for which something has been sent and not refused (`momentOf`): nothing is done there by itself. */
  acted: Signal<string | null>;
  ask(action: string, quiet?: boolean): Promise<Refusal | null>;
  /** Anything but an action: for the match or the people at the table. A refusal has been shown, unless `quiet`. */
  order(order: Order, quiet?: boolean): Promise<Refusal | null>;
  /** Asks the server something; null where it was refused, which has been said. */
  question<K extends Answer['t']>(order: Order, kind: K, going?: Going): Promise<Extract<Answer, { t: K }> | null>;
  /** Advises on the next action, from this seat's view; null where it was refused, which has been said. */
  advise(): Promise<Extract<Answer, { t: 'advised' }> | null>;
  /** Calculates the cost of the seat's decisions in a finished deal. `going` hears how far that has come. */
  analyse(deal: number, going?: Going): Promise<Extract<Answer, { t: 'analysis' }> | null>;
  undo(n: number): void;
  redo(n: number): void;
}

interface Options {
  socket: Pick<Socket, 'send' | 'ask'>;
  /** The frame that is shown now. */
  frame(): Frame | null;
  reader(): Reader | null;
}

export function actions({ socket, frame, reader }: Options): Actions {
  const acted: Actions['acted'] = signal(null);
  /** The action that is under way by itself. */
  let under: { at: number; action: string; answer: Promise<Refusal | null> } | null = null;

  const tellRefusal = (refusal: Refusal | null): Refusal | null => {
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
      if (under === mine) under = null;
      // Another page of the same player, or the player, was quicker.
      return refusal?.key === 'stale' || frame()?.at !== at ? null : tellRefusal(refusal);
    });
    const mine = (under = { at, action, answer });
    return answer;
  }

  async function act(action: string): Promise<Refusal | null> {
    const seen = frame();
    // Done once, by whomever.
    if (under && under.at === seen?.at && under.action === action) return under.answer;
    while (under) await under.answer;
    // A legal action belongs to the frame it was seen in, or to a later one in which it still means the same: the
    // server says why not.
    const now = frame();
    const other =
      seen !== now && meaning(action, seen) && meaning(action, now) && meaning(action, seen) !== meaning(action, now);
    const of = other ? seen : now;
    const moment = (acted.value = of && momentOf(of));
    const refusal = tellRefusal(await socket.send({ t: 'act', at: of?.at ?? 0, action }));
    if (refusal && acted.value === moment) acted.value = null;
    // The toast about another try is out of date.
    if (!refusal) dismiss();
    return refusal;
  }

  /** The consequences of an action, in words; null where it is not legal. */
  function meaning(action: string, at: Frame | null): string | null {
    const legal = at?.legal.find((one) => one.action === action);
    const words = reader();
    return legal ? (words?.ui.choice?.(legal, at!, words.t) ?? action) : null;
  }

  async function question<K extends Answer['t']>(
    order: Order,
    kind: K,
    going?: Going,
  ): Promise<Extract<Answer, { t: K }> | null> {
    const answer = await socket.ask(order, going);
    if ('t' in answer && answer.t === kind) return answer as Extract<Answer, { t: K }>;
    tellRefusal(answer as Refusal);
    return null;
  }

  return {
    acted,
    question,
    act: (action, itself) => (itself === undefined ? act(action) : actItself(action, itself)),
    ask: async (action, quiet = false) => {
      const refusal = await socket.send({ t: 'why', action });
      return quiet ? refusal : tellRefusal(refusal);
    },
    order: async (order, quiet = false) => (quiet ? socket.send(order) : tellRefusal(await socket.send(order))),
    advise: () => question({ t: 'advise' }, 'advised'),
    analyse: (deal, going) => question({ t: 'analyse', deal }, 'analysis', going),
    undo: (n) => void socket.send({ t: 'undo', n }).then(tellRefusal),
    redo: (n) => void socket.send({ t: 'redo', n }).then(tellRefusal),
  };
}
