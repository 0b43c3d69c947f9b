// The order of the player's hand. It is one of the game's orders or, for the present deal, the player's own order. The
// choice is lost when the page is reloaded. Then the first order is used.

import { useState } from 'preact/hooks';
import type { Touches } from '../cards/cardTable';
import { carried, inOrderOf } from '../cards/handOrder';

export interface Order<How extends string> {
  cards: string[];
  how: How | 'own';
  /** Changes to the next order of the game. If the player has changed an order by hand, changes back to that order of
   * the game. */
  sort(): void;
  /** Handles cards that the player has moved along the hand. */
  shift: NonNullable<Touches['shift']>;
}

export function useOrder<How extends string>(
  deal: number,
  hand: readonly string[],
  ways: Record<How, (hand: readonly string[]) => string[]>,
): Order<How> {
  const names = Object.keys(ways) as How[];
  const [way, setWay] = useState(names[0]!);
  const [own, setOwn] = useState<{ deal: number; cards: string[] } | null>(null);
  const ownCards = own?.deal === deal ? own.cards : null;
  const cards = ownCards ? inOrderOf(ownCards, hand) : ways[way](hand);
  return {
    cards,
    how: ownCards ? 'own' : way,
    sort: () => {
      if (ownCards) setOwn(null);
      else setWay(names[(names.indexOf(way) + 1) % names.length]!);
    },
    shift: (places, to) => {
      const laid = carried(
        cards,
        places.map((place) => place.key),
        to,
      );
      if (laid.some((card, i) => card !== cards[i])) setOwn({ deal, cards: laid });
    },
  };
}
