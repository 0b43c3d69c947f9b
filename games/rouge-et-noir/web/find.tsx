// The search for a card: the pack as a sheet, and the sentence that says where both copies are. The page loads this
// file at the first search.

import { useEffect, useRef, useState } from 'preact/hooks';
import { cardLetter, cardName, cardShort, Sheet, SUIT_SIGNS, usePage, type T } from '@cardroom/ui';
import './find.css';
import { bothHome, PACK, placeWords, whereIs, type Copy } from './where';
import type { View } from './types.gen';

interface Props {
  view: View;
  /** The card of the last search, on which the next search begins. */
  last: string | null;
  t: T;
  onFind(card: string, copies: Copy[]): void;
  onClose(): void;
}

export function FindSheet({ view, last, t, onFind, onClose }: Props) {
  const { settings } = usePage();
  const [home, setHome] = useState(last ?? PACK[0]![0]!);
  const grid = useRef<HTMLDivElement>(null);
  // The sheet has already taken the focus. When it closes, it returns the focus to the element that had it before.
  useEffect(() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), []);
  const walk = (e: KeyboardEvent) => {
    const to = next([...grid.current!.querySelectorAll<HTMLElement>('button')], e.key);
    if (!to) return;
    e.preventDefault();
    setHome(to.dataset['card']!);
    to.focus();
  };
  return (
    <Sheet title={t('find.open')} onClose={onClose} modal wide>
      <div
        class={`rn-pack${settings.fourColours ? ' four-colours' : ''}`}
        role="grid"
        aria-label={t('find.open')}
        ref={grid}
        onKeyDown={walk}
      >
        {PACK.map((suit) => (
          <div class="rn-suit" role="row" key={suit[0]}>
            {suit.map((card) => {
              const done = bothHome(view, card);
              const name = cardName(card, t.language);
              return (
                <span role="gridcell" key={card}>
                  <button
                    type="button"
                    class={`rn-pick suit-${card[1]}${done ? ' home' : ''}`}
                    data-card={card}
                    tabIndex={card === home ? 0 : -1}
                    onClick={() => onFind(card, whereIs(view, card))}
                  >
                    <span class="visually-hidden">{done ? `${name}, ${t('find.both.home')}` : name}</span>
                    <b aria-hidden="true">{cardLetter(card[0]!, t.language)}</b>
                    <i aria-hidden="true">{SUIT_SIGNS[card[1]!]}</i>
                  </button>
                </span>
              );
            })}
          </div>
        ))}
      </div>
    </Sheet>
  );
}

/** Returns the next card in the order of the pack, or the card in the row above or below. On a phone a suit fills
 * two rows. */
function next(all: HTMLElement[], key: string): HTMLElement | undefined {
  const at = all.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return undefined;
  if (key === 'ArrowLeft' || key === 'ArrowRight') return all[at + (key === 'ArrowLeft' ? -1 : 1)];
  if (key === 'Home' || key === 'End') return all.at(key === 'Home' ? 0 : -1);
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const { left, top } = all[at]!.getBoundingClientRect();
  const places = all.map((el) => ({ el, box: el.getBoundingClientRect() }));
  const beyond = places.filter(({ box }) => (key === 'ArrowUp' ? box.top < top - 1 : box.top > top + 1));
  const line = (key === 'ArrowUp' ? Math.max : Math.min)(...beyond.map(({ box }) => box.top));
  return beyond
    .filter(({ box }) => Math.abs(box.top - line) < 1)
    .sort((a, b) => Math.abs(a.box.left - left) - Math.abs(b.box.left - left))[0]?.el;
}

/** The answer to a search. It is shown with the short name of the card and read aloud with the full name. */
export function Told({ card, copies, t }: { card: string; copies: readonly Copy[]; t: T }) {
  return (
    <>
      <span aria-hidden="true">{placeWords(cardShort(card, t.language), copies, t)}</span>
      <span class="visually-hidden">{placeWords(cardName(card, t.language), copies, t)}</span>
    </>
  );
}
