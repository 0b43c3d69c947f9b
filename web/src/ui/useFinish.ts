// Plays the rest of a deal automatically, after the player has asked for it, if nothing is left to decide.

import { useEffect, useState } from 'preact/hooks';
import type { Frame, Refusal } from '../net/protocol';

/** `next` is the action to do now; null: it is another seat's turn, or there is a decision. */
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
