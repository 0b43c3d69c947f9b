import { expect, it } from 'vitest';
import { translator, type PublicEvent } from '@cardroom/ui';
import shell from '../../../web/lang/en.json';
import words from '../lang/en.json';
import { frameOf, legalOf, type TestFrame } from './fixture';
import { awaited, cardsWords, counted, say, steps, stepWords } from './say';
import type { Outcome, View } from './types.gen';

const t = translator('en', words, shell);
const after = (seat: number, action: string, view: Partial<View> = {}): TestFrame =>
  frameOf({ since: [{ kind: 'acted', seat, action }], view: { last: [seat, action], ...view } });
const told = (frame: TestFrame, before = frameOf()) => say(frame.since[frame.since.length - 1]!, before, frame, t);

it('tells each act', () => {
  expect(told(after(1, 'deal 5'))).toEqual(['Bo deals 5 cards each.']);
  expect(told(after(1, 'lay 10 10'))).toEqual(['Bo lays 10 ×2.']);
  expect(told(after(0, 'lay -1'))).toEqual(['You lay the −1.']);
  expect(told(after(1, 'lay X'))).toEqual(['Bo lays the X and doesn’t draw.']);
  expect(told(after(1, 'lay 9', { run: 4 }))).toEqual(['Bo lays 9.', 'A square: four of a kind.']);
  expect(told(after(2, 'cut 9 9', { run: 4 }))).toEqual(['Karin cuts with 9 ×2: a square.']);
  expect(told(after(1, 'kael'))).toEqual(['Bo calls Kaël!']);
});

it('says how close a claim was', () => {
  const event: PublicEvent = { kind: 'acted', seat: 2, action: 'cut 9 9', margin: { after_ms: 612, of_ms: 2000 } };
  expect(say(event, frameOf(), frameOf({ since: [event], view: { run: 4 } }), t)).toEqual([
    'Karin cuts with 9 ×2: a square. After 0.6 of 2 s.',
  ]);
});

it('names a drawn card to whom it may be named', () => {
  const drawn = ['8', '6', null, null];
  expect(told(after(0, 'draw deck', { drawn }))).toEqual(['You draw 8 from the deck.']);
  expect(told(after(1, 'draw deck', { drawn }))).toEqual(['Bo draws from the deck.']);
  const before = frameOf({ view: { step: 'draw', pile: ['3', '7', '10'], under: 1 } });
  expect(told(after(1, 'draw pile'), before)).toEqual(['Bo takes the 7 from the pile.']);
  expect(told(after(1, 'good'), frameOf({ view: { fresh: { seat: 1, laid: '7', source: 'deck' } } }))).toEqual([
    'Good draw: Bo lays 7 at once.',
  ]);
});

it('tells a new deck, and nothing of what it does not know', () => {
  const event: PublicEvent = { kind: 'shuffle', seat: null };
  expect(say(event, frameOf(), frameOf({ since: [event] }), t)).toEqual([
    'The deck is empty: the pile is shuffled into a new one, except its top card.',
  ]);
  expect(say({ kind: 'deal', seat: null }, frameOf(), frameOf(), t)).toEqual([]);
});

const outcome: Outcome = {
  caller: 1,
  count: 'success',
  values: [9, 3, 30, 8],
  points: [9, 0, 30, 8],
  totals: [25, 4, 104, 30],
  landed: [0],
  eliminated: [2],
};

it('counts: who called, who lands, who is out', () => {
  const over = { step: 'over', next: null, outcome } as const;
  const lines = [
    'Bo called Kaël with 3, lower than every other hand.',
    'You land: 50 becomes 25.',
    'Karin is eliminated with 104.',
  ];
  expect(counted(frameOf({ view: over }), t)).toEqual(lines);
  expect(told(after(1, 'show', over))).toEqual(['Bo shows.', ...lines]);
});

it('leaves all hands open for a moment', () => {
  const before = frameOf({ view: { step: 'show', next: 1 } });
  const end = after(1, 'show', { step: 'over', next: null, outcome });
  expect(steps(before, end)).toHaveLength(1);
  expect(steps(frameOf(), after(0, 'lay 4'))).toEqual([]);
});

it('says what play waits for', () => {
  expect(awaited(frameOf(), t)).toBe('Your turn: lay cards of one value.');
  expect(awaited(frameOf({ view: { next: 2 } }), t)).toBe('Karin is playing.');
  const taking = frameOf({ view: { step: 'draw', pile: ['7', '10'], under: 0 }, legal: [legalOf('draw deck')] });
  expect(awaited(taking, t)).toBe('Draw from the deck, or take the 7.');
  const drawing = frameOf({ view: { step: 'draw', pile: ['10'], under: null } });
  expect(awaited(drawing, t)).toBe('Draw from the deck.');
  // Beside the names of the two steps there is less room, so the words are shorter.
  const beside = [frameOf(), taking, drawing].map((frame) => stepWords(frame, t));
  expect(beside).toEqual(['cards of one value', 'from the deck, or the 7', 'from the deck']);
  expect(awaited(frameOf({ view: { held: [0, 5, 5, 5], callable: true } }), t)).toBe(
    'Your hand is empty: draw a card, or call Kaël.',
  );
});

it('words no card without a name', () => {
  expect(cardsWords(['X'], t)).toBe('the X');
  expect(cardsWords(['0', '0'], t)).toBe('0 ×2');
});
