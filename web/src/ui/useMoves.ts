// The choice of a card and of its destination, by two taps, by a double tap, or by dragging. It is for games whose
// actions move one card.

import { useState } from 'preact/hooks';
import type { Refusal } from '../net/protocol';
import type { Touches } from '../cards/cardTable';
import type { Place } from '../cards/layout';
import { usePage } from './context';
import { dismiss } from './toast';

/** A legal action as a movement: the key of a card in the layout, and the pile to which the card moves. */
export interface Move {
  card: string;
  to: string;
  action: string;
}

interface Options {
  /** The legal movements. Of several movements of one card, the first is the best. */
  moves: readonly Move[];
  send(action: string): Promise<Refusal | null>;
  /** Handles a card that was tapped but cannot move, or that was dropped where it cannot go. */
  refuse?(card: Place, pile: string | null): void;
}

export interface Moves extends Touches {
  chosen: string | null;
  /** Lifts a card, like the first tap on it. */
  choose(card: string): void;
  /** Returns those fields of a card's `Place` that follow from the movements. */
  of(card: string): Pick<Place, 'tap' | 'drops' | 'chosen'>;
  /** Returns whether the chosen card may move to this pile, for `Pile.target`. */
  targets(pile: string): boolean;
  drop(place: Place, pile: string): Promise<boolean>;
}

export function useMoves({ moves, send, refuse }: Options): Moves {
  const { settings } = usePage();
  const [picked, pick] = useState<string | null>(null);
  const chosen = picked !== null && moves.some((m) => m.card === picked) ? picked : null;
  const from = (card: string) => moves.filter((m) => m.card === card);
  const go = async (move: Move) => {
    pick(null);
    return (await send(move.action)) === null;
  };

  return {
    chosen,
    choose: pick,
    of: (card) => ({ tap: true, drops: from(card).map((m) => m.to), chosen: chosen === card }),
    targets: (pile) => chosen !== null && from(chosen).some((m) => m.to === pile),
    tap(place) {
      const own = from(place.key);
      if (chosen !== null && chosen !== place.key) {
        const onto = moves.find((m) => m.card === chosen && m.to === place.pile);
        if (onto) {
          void go(onto);
          return;
        }
      }
      if (!own.length) {
        pick(null);
        refuse?.(place, null);
        return;
      }
      if (own.length === 1 && (settings.oneTap || chosen === place.key)) {
        void go(own[0]!);
        return;
      }
      // Closes a message about another card.
      dismiss();
      pick(chosen === place.key ? null : place.key);
    },
    twice(place) {
      const best = from(place.key)[0];
      if (best) void go(best);
      else refuse?.(place, null);
    },
    pile(pile) {
      const move = moves.find((m) => m.card === chosen && m.to === pile);
      if (move) void go(move);
    },
    drop(place, pile) {
      const move = moves.find((m) => m.card === place.key && m.to === pile);
      return move ? go(move) : Promise.resolve(false);
    },
    miss: (place, pile) => refuse?.(place, pile),
    escape: () => pick(null),
  };
}
