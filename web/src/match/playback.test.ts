import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Frame } from '../net/protocol';
import { type Playback, createPlayback } from './playback';

vi.mock('../ui/settings', () => ({ settings: { value: { trickPause: 1.2, speed: 'normal' } } }));

const frame = (n: number, more: Partial<Frame> = {}): Frame =>
  ({ n, viewer: 0, deal: 0, phase: 'deal', since: [], window: null, view: n, ...more }) as unknown as Frame;
const by = (seat: number): Partial<Frame> => ({ since: [{ kind: 'acted', seat, action: 'play' }] });

let narrated: number[];
let shown: Playback;
const view = () => shown.frame.value?.view;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  narrated = [];
  shown = createPlayback({
    steps: (_, to) => (to.n === 4 ? [{ frame: { ...to, view: 'between' }, ms: 'trick' }] : []),
    onShown: (news) => narrated.push(news.n),
  });
});
afterEach(() => {
  shown.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the first is shown at once, those of others one after the other', () => {
  shown.enqueue(frame(1));
  shown.enqueue(frame(2, by(1)));
  shown.enqueue(frame(3, by(1)));
  expect([view(), narrated]).toEqual([2, [1, 2]]);
  vi.advanceTimersByTime(420);
  expect([view(), narrated]).toEqual([3, [1, 2, 3]]);
});

it('a step between two frames rests, has no words, and nothing can be done in it', () => {
  shown.enqueue(frame(3, { totals: [1, 2] }));
  shown.enqueue(frame(4, { ...by(0), totals: [5, 6], legal: [{ action: 'x' }], must: [0] }));
  expect([view(), narrated]).toEqual(['between', [3]]);
  expect(shown.frame.value).toMatchObject({ totals: [1, 2], legal: [], must: [] });
  vi.advanceTimersByTime(1200);
  expect([view(), narrated]).toEqual([4, [3, 4]]);
});

it('a position that was undone has no steps before it', () => {
  shown.enqueue(frame(3));
  shown.enqueue(frame(4, { since: [{ kind: 'undo', seat: null }] }));
  expect([view(), narrated]).toEqual([4, [3, 4]]);
});

it('in a hurry all is told, and the newest is shown', () => {
  for (let n = 1; n < 5; n++) shown.enqueue(frame(n, by(1)));
  shown.hurry();
  expect([view(), narrated]).toEqual([4, [1, 2, 3, 4]]);
});
