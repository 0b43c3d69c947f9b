// The phrases that can be sent in the chat.

import type { Phrase } from '../net/protocol';

/** The phrases in the order in which they are offered. */
export const PHRASES: readonly Phrase[] = [
  'hello',
  'good_luck',
  'well_played',
  'thanks',
  'sorry',
  'one_moment',
  'your_turn',
  'good_game',
  'bye',
];
export const SIGNS: readonly Phrase[] = ['applause', 'laugh', 'surprise', 'think', 'sigh'];
