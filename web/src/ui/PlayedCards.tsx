// The cards that have been played in a deal of a trick game. This code is loaded on demand.

import { cardLetter, cardName, suitName, SUIT_SIGNS } from '../cards/names';
import type { T } from '../i18n/words';
import { sortedHand, SUITS, type TrickView } from './trickView';
import './playedCards.css';

/** The cards that have been played in this deal, by suit. Every card that is missing here is still in a hand. */
export function PlayedCards({ view, label, t }: { view: TrickView; label: string; t: T }) {
  const cards = sortedHand(view.tricks.flatMap((trick) => trick.cards));
  return (
    <ul class="gone" aria-label={label}>
      {[...SUITS].map((suit) => {
        const of = cards.filter((card) => card[1] === suit);
        return (
          <li key={suit}>
            <span class={`gone-suit ${suit}`} aria-hidden="true">
              {SUIT_SIGNS[suit]}
            </span>
            <span aria-hidden="true">
              {of.map((card) => (
                <b key={card} class={card === 'Qs' ? 'dame' : ''}>
                  {cardLetter(card[0]!, t.language)}
                </b>
              ))}
              {of.length === 0 && '–'}
            </span>
            <span class="visually-hidden">
              {of.map((card) => cardName(card, t.language)).join(', ') ||
                t('gone.none', { suit: suitName(suit, t.language) })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
