import type { ComponentChild, VNode } from 'preact';
import { expect, it } from 'vitest';
import german from '../../../games/schwarze-dame/lang/de.json';
import english from '../../../games/schwarze-dame/lang/en.json';
import { translator } from '../i18n/words';
import { PlayedCards } from './PlayedCards';
import type { TrickView } from './trickTable';

/** Returns the words that a screen reader reads. */
function spoken(node: ComponentChild): string[] {
  if (Array.isArray(node)) return node.flatMap(spoken);
  if (typeof node === 'string') return node ? [node] : [];
  const { props } = node as VNode<{ children?: ComponentChild; 'aria-hidden'?: string }>;
  return props['aria-hidden'] === 'true' ? [] : spoken(props.children ?? []);
}

it.each([
  ['en', english, ['2 of clubs, queen of clubs', 'diamonds: none', '4 of spades', 'hearts: none']],
  ['de', german, ['Kreuz-2, Kreuz-Dame', 'Karo: keine', 'Pik-4', 'Herz: keine']],
])('of each suit it is said what is gone, of none that it is none: %s', (language, words, expected) => {
  const view = { tricks: [{ cards: ['Qc', '4s', '2c'] }] } as unknown as TrickView;
  expect(spoken(PlayedCards({ view, label: 'gone', t: translator(language, words) }) as ComponentChild)).toEqual(
    expected,
  );
});
