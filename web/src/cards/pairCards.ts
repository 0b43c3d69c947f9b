// Matches the cards of the last layout with those of the new one. Cards that share a key are alike, so each may replace
// another. First the cards that can stay are matched. The other cards are matched by the shortest distance, because the
// eye follows short moves best.

import type { Place } from './layout';

export interface Known {
  id: number;
  place: Place;
}

export interface Paired {
  /** The new places, each with the card that moves there, or null if a new card is needed. */
  taken: { place: Place; known: Known | null }[];
  /** The cards that are no longer on the table. */
  gone: Known[];
}

export function pair(before: readonly Known[], after: readonly Place[]): Paired {
  const free = new Set(before);
  const alike = new Map<string, Known[]>();
  for (const known of before) {
    const list = alike.get(known.place.key);
    if (list) list.push(known);
    else alike.set(known.place.key, [known]);
  }
  const taken = after.map((place) => ({ place, known: null as Known | null }));

  const match = (among: (place: Place) => Iterable<Known>, fits: (known: Known, place: Place) => boolean) => {
    for (const slot of taken) {
      if (slot.known) continue;
      let best: Known | null = null;
      for (const known of among(slot.place)) {
        if (!free.has(known) || !fits(known, slot.place)) continue;
        if (!best || far(known.place, slot.place) < far(best.place, slot.place)) best = known;
      }
      if (best) {
        slot.known = best;
        free.delete(best);
      }
    }
  };

  const same = (p: Place) => alike.get(p.key) ?? [];
  const back = (p: Place) => p.face === null;
  match(same, (k, p) => k.place.pile === p.pile && k.place.x === p.x && k.place.y === p.y);
  match(same, (k, p) => k.place.pile === p.pile);
  // A place with `from` gets a card that left that pile. If no card with the same key left it, the place gets a back,
  // which turns over.
  match(same, (k, p) => k.place.pile === p.from);
  // A visible card keeps its identity in every pile. The key of a back identifies no card. So a back changes piles only
  // if the place has `from`.
  match(same, (k, p) => !back(p) && !back(k.place));
  const any = () => free;
  match(any, (k, p) => k.place.pile === p.from && (back(k.place) || back(p)));
  return { taken, gone: [...free] };
}

const far = (a: Place, b: Place): number => (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + Math.abs(a.z - b.z) / 1000;
