// The player's order of the hand: one of the game's ways, or the player's own, for this deal. The page stores it only
// while it is open: after a reload the first way is used.

import { useState } from 'preact/hooks';
import type { Touches } from '../cards/cardTable';
import { carried, inOrderOf } from '../cards/handOrder';

export interface Order<How extends string> {
  cards: string[];
  how: How | 'own';
  /** Changes to the next way; an order of the player's own is replaced by the way from which it began. */
  sort(): void;
  /** Handles cards that were moved along the hand, for the table. */
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
