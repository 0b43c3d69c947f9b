// Plays the remaining moves of a deal automatically if the player has asked for it and nothing is left to decide.

import { useEffect, useState } from 'preact/hooks';
import type { Frame, Refusal } from '../net/protocol';

/** Returns whether the moves are played automatically, and a function that changes this. `next` is the next automatic
 * action. It is null if it is another seat's turn, or if the player has to decide. */
export function useFinish(
  frame: Frame,
  next: string | null,
  send: (action: string, itself?: number) => Promise<Refusal | null>,
): [boolean, (on: boolean) => void] {
  const [deal, setDeal] = useState<number | null>(null);
  const on = deal === frame.deal;
  useEffect(() => {
    if (on && next !== null)
      void send(next, frame.at).then((refusal) => {
        if (refusal) setDeal(null);
      });
  }, [on, next, frame.at]);
  return [on, (to) => setDeal(to ? frame.deal : null)];
}
