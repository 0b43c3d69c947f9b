// The rest of a deal that decides nothing plays itself, from when its player says so.

import { useEffect, useState } from 'preact/hooks';
import type { Frame, Refusal } from '../net/protocol';

/** `next` is what to do now; null: it is another's turn, or there is something to decide. */
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
