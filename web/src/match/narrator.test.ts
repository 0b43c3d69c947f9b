import { afterEach, expect, it, vi } from 'vitest';
import { translator } from '../i18n/words';
import type { DealHistory, Frame } from '../net/protocol';
import type { GameUi } from '../ui/gameUi';
import { createNarrator } from './narrator';

const sounds = vi.hoisted(() => [] as string[]);
vi.mock('../ui/sound', () => ({ callToTable: () => sounds.push('call'), play: (sound: string) => sounds.push(sound) }));
afterEach(() => sounds.splice(0));

const ui = {
  id: 'mock',
  Board: () => null,
  say: (event) => (event.kind === 'acted' ? [`${event.seat} ${event.action}`] : []),
} as GameUi;
const t = translator('en', {
  'game.your_turn': 'Your turn.',
  'log.left': '{who} left.',
  'log.left.since': 'Somebody left.',
});
const seats = [{ name: 'Ann' }, { name: 'Bo' }];
const frame = (at: number, more: object = {}): Frame =>
  ({ viewer: 0, at, phase: 'deal', deal: 0, past: 0, must: [1], since: [], seats, ...more }) as unknown as Frame;
const did = (seat: number, action: string) => ({ since: [{ kind: 'acted', seat, action }] });
const left = { since: [{ kind: 'took_over', seat: 1, player: 'left', timeUp: false }] };

it('nothing is told before there are words, and then whose turn it is', () => {
  const one = createNarrator(() => Promise.reject(new Error('none')));
  one.narrate(frame(1, { must: [0] }));
  expect([one.called.value, sounds]).toEqual(['', []]);
  one.setReader({ ui, t }, frame(1, { must: [0] }));
  expect([one.called.value, sounds]).toEqual(['Your turn.', ['call']]);
});

it('what happens is a line each, and what was said last is spoken', () => {
  const one = createNarrator(() => Promise.reject(new Error('none')));
  one.setReader({ ui, t }, frame(1));
  one.narrate(frame(2, did(1, 'a')));
  one.narrate(frame(3, did(1, 'b')));
  expect(one.log.value.map((line) => line.words)).toEqual(['1 a', '1 b']);
  expect(one.spoken.value).toBe('1 b');
  expect(new Set(one.log.value.map((line) => line.id)).size).toBe(2);
});

it('an undo is told at tables of several seats', () => {
  const one = createNarrator(() => Promise.reject(new Error('none')));
  one.setReader({ ui, t }, frame(1));
  const undo = { since: [{ kind: 'undo', seat: null }] };
  one.narrate(frame(2, undo));
  one.narrate(frame(3, { ...undo, seats: [seats[0]] }));
  expect(one.log.value.map((line) => line.words)).toEqual(['game.undo']);
});

it('who leaves is called by the name that is gone, also where the bot has the same', () => {
  const one = createNarrator(() => Promise.reject(new Error('none')));
  one.setReader({ ui, t }, frame(1));
  one.narrate(frame(2, { ...left, seats: [seats[0], { name: 'Bo', bot: 'club' }] }));
  expect(one.log.value.map((line) => line.words)).toEqual(['Bo left.']);
});

it('after a lost line the deal is told from its beginning, once', async () => {
  const course = {
    deal: 0,
    first: 0,
    steps: [{ view: 0 }, { view: 1, ...did(1, 'a') }, { view: 2, ...left }],
  };
  const one = createNarrator(async () => course as unknown as DealHistory);
  one.setReader({ ui, t }, frame(1));
  one.narrate(frame(2, did(1, 'a')));
  one.onReconnect();
  one.narrate(frame(3, { past: 2 }));
  await Promise.resolve();
  expect(one.log.value.map((line) => line.words)).toEqual(['1 a', 'Somebody left.']);
});
