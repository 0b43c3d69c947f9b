import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { translator } from '../i18n/words';
import type { DealHistory, Frame, Refusal } from '../net/protocol';
import type { Listener } from '../net/socket';
import { openMatch, type Match } from './match';
import type { GameUi } from '../ui/gameUi';
import { mute } from '../ui/chatWords';

let listener: Listener;
const sent: unknown[] = [];
/** The callbacks of the answers that are still to come, oldest first. Null if each command is answered immediately. */
let answers: ((refusal: Refusal | null) => void)[] | null;
const shownTo = vi.hoisted(() => ({ refusals: [] as string[], sounds: [] as string[] }));
vi.mock('../ui/toast', () => ({
  dismiss: () => {},
  toast() {},
  toastRefusal: (refusal: Refusal) => shownTo.refusals.push(refusal.key),
}));
vi.mock('../ui/sound', () => ({ callToTable() {}, play: (sound: string) => shownTo.sounds.push(sound) }));
vi.mock('../ui/settings', () => ({ settings: { value: { trickPause: 1.2, speed: 'normal' } } }));
vi.mock('../net/socket', () => ({
  connect: (_: string, h: Listener) => {
    listener = h;
    return {
      line: signal('open'),
      send: (order: unknown) => {
        sent.push(order);
        return answers ? new Promise((answer) => answers!.push(answer)) : Promise.resolve(null);
      },
      retry() {},
      close() {},
    };
  },
}));

const frame = (n: number, more: Partial<Frame> = {}): Frame =>
  ({
    t: 'frame',
    n,
    viewer: 0,
    at: 0,
    phase: 'deal',
    deal: 0,
    past: 0,
    must: [1],
    since: [],
    window: null,
    view: n,
    seats: [{ name: 'Ann' }, { name: 'Bo' }],
    ...more,
  }) as Frame;
const by = (seat: number): Partial<Frame> => ({ since: [{ kind: 'acted', seat, action: 'play' }] });

const ui: GameUi = {
  id: 'mock',
  Board: () => null,
  say: (event, before, after) => [`${event.seat}: ${String(before.view)} → ${String(after.view)}`],
  steps: (_, after) => (after.view === 5 ? [{ frame: { ...after, view: 'full trick' }, ms: 'trick' }] : []),
};

let match: Match;
let course: DealHistory | null;
const shown = () => match.frame.value?.view;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  sent.length = shownTo.refusals.length = shownTo.sounds.length = 0;
  answers = null;
  course = null;
  match = openMatch(
    't',
    () => Promise.resolve(null),
    () => (course ? Promise.resolve(course) : Promise.reject(new Error('none'))),
  );
  match.setReader({ ui, t: translator('en', { 'game.your_turn': 'Your turn.' }) });
  listener.frame(frame(1));
});
afterEach(() => {
  match.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('others are shown one after the other, in a pace that can be followed', () => {
  listener.frame(frame(2, by(1)));
  listener.frame(frame(3, by(1)));
  expect(shown()).toBe(2);
  vi.advanceTimersByTime(500);
  expect(shown()).toBe(3);
});

it('one waits for nobody after an own move', () => {
  listener.frame(frame(2, by(0)));
  listener.frame(frame(3, by(1)));
  expect(shown()).toBe(3);
});

it('a race is shown at once', () => {
  listener.frame(frame(2, { ...by(1), window: { left_ms: 800, ms: 800 } }));
  listener.frame(frame(3, by(1)));
  expect(shown()).toBe(3);
});

it('a full trick rests, and a tap hurries it', () => {
  listener.frame(frame(5, by(0)));
  expect(shown()).toBe('full trick');
  vi.advanceTimersByTime(1100);
  expect(shown()).toBe('full trick');
  match.hurry();
  expect(shown()).toBe(5);
  expect(match.log.value.map((l) => l.words)).toEqual(['0: 1 → 5']);
});

it('a step is only looked at', () => {
  listener.frame(
    frame(5, { ...by(0), phase: 'between', must: [], totals: [9, 0], legal: [{ action: 'x' }] } as Partial<Frame>),
  );
  expect(shown()).toBe('full trick');
  expect(match.frame.value).toMatchObject({ phase: 'deal', legal: [] });
  expect(match.frame.value?.totals).toEqual(frame(1).totals);
  vi.advanceTimersByTime(1300);
  expect(match.frame.value).toMatchObject({ phase: 'between', totals: [9, 0] });
});

it('words are said when their frame is shown, each once', () => {
  listener.frame(frame(2, by(1)));
  listener.frame(frame(3, by(1)));
  expect(match.log.value.map((l) => l.words)).toEqual(['1: 1 → 2']);
  vi.advanceTimersByTime(2000);
  expect(match.log.value.map((l) => l.words)).toEqual(['1: 1 → 2', '1: 2 → 3']);
});

it('far behind, it jumps, and the log misses nothing', () => {
  for (let n = 10; n < 22; n++) listener.frame(frame(n, by(1)));
  expect(shown()).toBeGreaterThanOrEqual(18);
  vi.advanceTimersByTime(9000);
  expect(shown()).toBe(21);
  expect(match.log.value).toHaveLength(12);
});

it('an own decision is called out once', () => {
  listener.frame(frame(2, { ...by(1), must: [0], at: 1 }));
  expect(match.called.value).toBe('Your turn.');
  vi.advanceTimersByTime(500);
  listener.frame(frame(3, { ...by(0), must: [1], at: 1 }));
  expect(match.called.value).toBe('');
});

it('an action is sent for the frame it was seen in', async () => {
  listener.frame(frame(2, { ...by(0), at: 7 }));
  await match.act('play Qs');
  expect(sent).toEqual([{ t: 'act', at: 7, action: 'play Qs' }]);
});

const no = (key: string): Refusal => ({ key, rule: null, words: key });
const acts = (...all: [at: number, action: string][]) => all.map(([at, action]) => ({ t: 'act', at, action }));
const answer = async (refusal: Refusal | null) => {
  answers!.shift()!(refusal);
  await vi.advanceTimersByTimeAsync(0);
};

it('what plays by itself is never told to be late, and goes for its own decision only', async () => {
  answers = [];
  const done = match.act('pass', 0);
  // Before this action arrives, the same player acts in another browser tab, so the server refuses it as `stale`.
  listener.frame(frame(2, { ...by(0), at: 1 }));
  await answer(no('stale'));
  expect(await done).toBe(null);
  expect(await match.act('pass', 0)).toBe(null);
  expect(sent).toEqual(acts([0, 'pass']));
  expect(shownTo.refusals).toEqual([]);
  expect(shownTo.sounds).not.toContain('refused');
  // The player's own action has ended the deal.
  const last = match.act('pass', 1);
  listener.frame(frame(3, { ...by(0), at: 2, phase: 'between' }));
  await answer(no('deal_over'));
  expect([await last, shownTo.refusals]).toEqual([null, []]);
  // A refusal with another key is shown.
  const full = match.act('pass', 2);
  await answer(no('disk_full'));
  expect([(await full)?.key, shownTo.refusals]).toEqual(['disk_full', ['disk_full']]);
  // A player whose own action comes too late sees the refusal.
  void match.act('pass');
  await answer(no('stale'));
  expect(shownTo.refusals).toEqual(['disk_full', 'stale']);
});

it('what a hand does waits for what is being done by itself, and goes with what is there then', async () => {
  const card = (action: string, name: string) => ({ action, name });
  const legal = (...all: object[]) => ({ legal: all }) as Partial<Frame>;
  match.setReader({
    ui: { ...ui, choice: (one) => (one as unknown as { name: string }).name },
    t: translator('en', {}),
  });
  answers = [];
  listener.frame(
    frame(2, {
      ...by(0),
      at: 5,
      ...legal(
        card('t1 f', '5h home'),
        card('t2 t3', 'Kd to t3'),
        card('t1 t4', '5h to t4'),
        card('hand f', '9s home'),
      ),
    }),
  );
  void match.act('t1 f', 5);
  void match.act('t1 f');
  void match.act('t2 t3');
  void match.act('t1 t4');
  void match.act('hand f');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent, 'the same is done once, the rest waits').toEqual(acts([5, 't1 f']));
  listener.frame(frame(3, { ...by(0), at: 6, ...legal(card('t2 t3', 'Kd to t3'), card('t1 t4', '6s to t4')) }));
  await answer(null);
  // Another card now lies on t1. So the action 't1 t4' is sent for the old decision, and refused as late. The card of
  // the action 'hand f' is gone. So that action is sent for the new decision, and refused for another reason.
  expect(sent.slice(1)).toEqual(acts([6, 't2 t3'], [5, 't1 t4'], [6, 'hand f']));
});

it('who plays for a seat is told by the shell, and what a bot did for a person is marked', () => {
  listener.frame(
    frame(2, {
      since: [{ kind: 'took_over', seat: 1, player: 'bot', timeUp: false }],
      seats: [{ name: 'Ann' }, { name: 'Bo', stand_in: 'club' }] as Frame['seats'],
    }),
  );
  listener.frame(
    frame(3, {
      since: [{ kind: 'acted', seat: 1, action: 'play', bot: 'away' }],
      seats: [{ name: 'Ann' }, { name: 'Bo', stand_in: 'club' }] as Frame['seats'],
    }),
  );
  listener.frame(frame(4, { since: [{ kind: 'took_over', seat: 1, player: 'back', timeUp: false }] }));
  // In this frame the seat already has the bot's name, but the words use the name of the player who has left.
  listener.frame(
    frame(5, {
      since: [{ kind: 'took_over', seat: 1, player: 'left', timeUp: false }],
      seats: [{ name: 'Ann' }, { name: 'Cleo', bot: 'club' }] as Frame['seats'],
    }),
  );
  listener.frame(
    frame(6, {
      since: [{ kind: 'took_over', seat: 1, player: 'joined', timeUp: false }],
      seats: [{ name: 'Ann' }, { name: 'Zoe' }] as Frame['seats'],
    }),
  );
  listener.frame(
    frame(7, {
      since: [{ kind: 'took_over', seat: 1, player: 'removed', timeUp: false }],
      seats: [{ name: 'Ann' }, { name: 'Zoe' }] as Frame['seats'],
    }),
  );
  // The bot may by chance have the name of the player.
  listener.frame(
    frame(8, {
      since: [{ kind: 'took_over', seat: 1, player: 'left', timeUp: false }],
      seats: [{ name: 'Ann' }, { name: 'Zoe', bot: 'club' }] as Frame['seats'],
    }),
  );
  vi.advanceTimersByTime(9000);
  expect(match.log.value.map((l) => [l.words, l.bot ?? false])).toEqual([
    ['log.bot', false],
    ['1: 2 → 3', 'away'],
    ['log.back', false],
    ['log.left', false],
    ['log.joined', false],
    ['log.removed.since', false],
    ['log.left', false],
  ]);
});

it('who is removed reads that, and the line is not dialled again', () => {
  listener.error({ t: 'error', words: 'The host has removed you.', key: 'removed' });
  expect(match.missing.value).toBe('error.removed');
});

it('a clock that ran out is told as that: nobody was away, nobody comes back', () => {
  listener.frame(frame(2, { since: [{ kind: 'took_over', seat: 1, player: 'bot', timeUp: true }] }));
  listener.frame(frame(3, { since: [{ kind: 'acted', seat: 1, action: 'play', bot: 'time' }] }));
  listener.frame(frame(4, { since: [{ kind: 'took_over', seat: 1, player: 'back', timeUp: true }] }));
  vi.advanceTimersByTime(9000);
  expect(match.log.value.map((l) => [l.words, l.bot ?? false])).toEqual([
    ['log.time_up', false],
    ['1: 2 → 3', 'time'],
  ]);
});

it('a player who comes back reads what was done meanwhile and by whom, before what is told from then on', async () => {
  listener.frame(frame(2, by(1)));
  expect(match.log.value.map((l) => l.words)).toEqual(['1: 1 → 2']);
  course = {
    deal: 0,
    first: 0,
    steps: [
      { since: [], view: 1 },
      { since: [{ kind: 'acted', seat: 1, action: 'play' }], view: 2 },
      { since: [{ kind: 'took_over', seat: 0, player: 'bot', timeUp: false }], view: 2 },
      { since: [{ kind: 'acted', seat: 0, action: 'play', bot: 'away' }], view: 3 },
      { since: [{ kind: 'took_over', seat: 0, player: 'back', timeUp: false }], view: 3 },
      { since: [{ kind: 'acted', seat: 1, action: 'play' }], view: 4 },
    ],
  };
  // After a lost connection, the first frame says that four steps are past. Before the events of these steps are shown,
  // a fifth step is done.
  listener.frame(frame(1, { view: 3, past: 4 }));
  listener.frame(frame(2, { ...by(1), view: 4, past: 5 }));
  await vi.advanceTimersByTimeAsync(2000);
  expect(match.log.value.map((l) => [l.words, l.bot ?? false])).toEqual([
    ['1: 1 → 2', false],
    ['log.bot', false],
    ['0: 2 → 3', 'away'],
    ['log.back', false],
    ['1: 3 → 4', false],
  ]);
  // The events of another deal are not shown at this table.
  course = { ...course, deal: 7 };
  listener.frame(frame(1, { deal: 1, past: 1 }));
  await vi.advanceTimersByTimeAsync(2000);
  expect(match.log.value).toHaveLength(5);
});

it.each([
  ['in turn', [0, 1]],
  ['the later one first', [1, 0]],
])('a line that breaks twice is told once, whichever answer comes first: %s', async (_, order) => {
  const answers: (() => void)[] = [];
  match.close();
  match = openMatch(
    't',
    () => Promise.resolve(null),
    () => {
      const then = course!;
      return new Promise((done) => answers.push(() => done(then)));
    },
  );
  match.setReader({ ui, t: translator('en', { 'game.your_turn': 'Your turn.' }) });
  const steps = [1, 2, 3, 4].map((view) => ({
    since: view > 1 ? [{ kind: 'acted', seat: 1, action: 'play' }] : [],
    view,
  })) as DealHistory['steps'];
  course = { deal: 0, first: 0, steps: steps.slice(0, 2) };
  listener.frame(frame(1, { view: 2, past: 1 }));
  listener.frame(frame(2, { ...by(1), view: 3, past: 2 }));
  await vi.advanceTimersByTimeAsync(2000);
  course = { deal: 0, first: 0, steps: steps.slice(0, 3) };
  listener.frame(frame(1, { view: 3, past: 2 }));
  listener.frame(frame(2, { ...by(1), view: 4, past: 3 }));
  await vi.advanceTimersByTimeAsync(2000);
  for (const which of order) {
    answers[which]!();
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(match.log.value.map((l) => l.words)).toEqual(['1: 1 → 2', '1: 2 → 3', '1: 3 → 4']);
});

const chatLine = (n: number, seat: number, name: string) => ({ n, seat, name, phrase: 'hello', text: null }) as const;

it('what is said now shows at its seat for a while; what was said before, and by those who are muted, does not', () => {
  listener.talk([chatLine(1, 1, 'Bo'), chatLine(2, 0, 'Ann')]);
  expect(match.talk.value).toHaveLength(2);
  expect(match.bubbles.value.size).toBe(0);
  listener.talk([chatLine(3, 1, 'Bo')]);
  listener.talk([chatLine(3, 1, 'Bo')]);
  expect(match.talk.value).toHaveLength(3);
  expect(match.bubbles.value.get(1)?.n).toBe(3);
  vi.advanceTimersByTime(7000);
  expect(match.bubbles.value.size).toBe(0);
  mute('Bo', true);
  listener.talk([chatLine(4, 1, 'Bo')]);
  expect(match.bubbles.value.size).toBe(0);
  mute('Bo', false);
});

it('a table that is kept but closed says so, and is not dialled for ever', async () => {
  match.close();
  match = openMatch(
    't',
    () => Promise.resolve({ words: 'error.closed_table', lasts: true }),
    () => Promise.reject(new Error('none')),
  );
  listener.onUnreachable?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(match.missing.value).toBe('error.closed_table');
});
