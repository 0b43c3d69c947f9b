// A mock server inside the page, for work on the page without a real server. It has four seats, and a trick game whose
// only rule is to follow suit.

import type { Command, Frame, GameInfo, Invitation, Message, Statistics, TableLine } from '../src/net/protocol';
import { writtenFrame } from './written';

interface View {
  hand: string[];
  counts: number[];
  trick: { seat: number; card: string }[];
  last: { seat: number; card: string }[];
  taker: number | null;
  points: number[];
}
export interface Legal {
  action: string;
}
export type MockFrame = Frame<View, Legal>;

const RANKS = '23456789TJQKA';
const PACK = [...'cdhs'].flatMap((s) => [...RANKS].map((r) => r + s));

const packs = import.meta.glob<{ seats: [number, number] }>('../../games/*/web/pack.json', {
  eager: true,
  import: 'default',
});
/** All games, without their options. */
const GAMES: GameInfo[] = Object.entries(packs).map(([path, { seats }]) => ({
  id: path.split('/').at(-3)!,
  seats: { min: seats[0], max: seats[1], usual: Math.min(seats[1], 4) },
  options: [],
  levels: seats[1] > 1 ? ['random', 'club'] : [],
  races: false,
  numbered: seats[1] === 1,
  solved: seats[1] === 1,
}));
const bot = (name: string) => ({ name, bot: 'club', here: true });
const SEATS = [
  { name: 'Ann', bot: null, here: true },
  bot('Karin'),
  bot('Uwe'),
  { name: 'Ina', bot: null, here: false },
];
const LINES: TableLine[] = [
  {
    id: 'mock',
    game: 'schwarze-dame',
    seats: SEATS,
    seat: 0,
    stage: 'playing',
    over: false,
    your_turn: true,
    your_next: false,
    totals: [-10, 20, -12, 2],
    created: new Date(Date.now() - 4e5).toISOString(),
    ended: null,
  },
  {
    id: 'old',
    game: 'kael',
    seats: SEATS.slice(0, 3),
    seat: 0,
    stage: 'playing',
    over: false,
    your_turn: false,
    your_next: false,
    totals: [48, 75, 22],
    created: new Date(Date.now() - 9e7).toISOString(),
    ended: null,
  },
  {
    id: 'done',
    game: 'rouge-et-noir',
    seats: SEATS.slice(0, 1),
    seat: 0,
    stage: 'over',
    over: true,
    your_turn: false,
    your_next: false,
    totals: [104],
    created: new Date(Date.now() - 3e8).toISOString(),
    ended: new Date(Date.now() - 2e8).toISOString(),
  },
];

/** Returns a frame as a spectator receives it, without a hand of its own. It is only for looking at the layout. */
export function watched(frame: Frame): Frame {
  const view = frame.view as { hands?: unknown[]; seat?: number | null };
  return {
    ...frame,
    viewer: null,
    legal: [],
    view: {
      ...view,
      ...('seat' in view ? { seat: null } : {}),
      ...(view.hands ? { hands: view.hands.map(() => null) } : {}),
    },
  } as Frame;
}

/** The time in milliseconds between two progress messages of an analysis. */
const ANALYSIS_STEP_MS = 2000;

/** Returns the state of a table of friends, whose host has the first seat. */
const friends = ({ game, seats, viewer }: Frame): Message => ({
  t: 'room',
  table: 'mock',
  game,
  options: {},
  stage: 'playing',
  you: viewer,
  hosting: viewer === 0,
  host: 0,
  seats: [...seats],
  settings: invitation(game).settings,
  watchers: 0,
  begins_ms: null,
  next_ms: null,
  paused: false,
  pause_votes: [],
  rematch: null,
});

/** Shows the frames of a file one at a time. `]`, or any action of the present decision, shows the next frame, and `[`
 * the previous one. `slow` is the delay of each answer in ms. If there is a `speaker`, friends play, and the person at
 * this seat says something. */
export function mockFrames(frames: readonly Frame[], first = 0, slow = 0, speaker: number | null = null): void {
  window.WebSocket = class {
    static OPEN = 1;
    static CONNECTING = 0;
    readyState = 0;
    at = first;
    n = 0;
    onopen?: () => void;
    onmessage?: (e: { data: string }) => void;
    constructor() {
      setTimeout(() => {
        this.readyState = 1;
        this.onopen?.();
        this.show(0);
        if (speaker === null) return;
        this.say(friends(frames[this.at]!));
        const text = 'Nobody at this table has ever seen such a long run of hearts.';
        this.say({ t: 'talk', lines: [{ n: 1, seat: speaker, name: SEATS[speaker]!.name, phrase: null, text }] });
      }, 30);
      addEventListener('keydown', (e) => {
        if (e.key === ']') this.show(1);
        if (e.key === '[') this.show(-1);
      });
    }
    close() {
      this.readyState = 3;
    }
    say(message: Message) {
      const say = () => this.onmessage?.({ data: JSON.stringify(message) });
      if (slow) setTimeout(say, slow);
      else say();
    }
    show(step: number) {
      this.at = Math.max(0, Math.min(frames.length - 1, this.at + step));
      const frame = frames[this.at]!;
      this.say(writtenFrame({ ...frame, n: ++this.n, since: step > 0 ? frame.since : [] }));
    }
    send(text: string) {
      const c = JSON.parse(text) as Command;
      console.info('sent', text);
      if (c.t === 'frame') return;
      if (c.t === 'ping') {
        this.say({ t: 'pong' });
        return;
      }
      if (c.t === 'why') {
        this.say({
          t: 'answer',
          cmd: c.cmd,
          refusal: { key: 'not_now', rule: null, words: `Why not "${c.action}"? The server would know.` },
        });
        return;
      }
      if (c.t === 'advise') {
        const { legal } = frames[this.at]!;
        // The choices are the best one, one that is about as good, and one that is too risky. If there are fewer legal
        // actions, there are fewer choices.
        const choices = [
          { points: 4.2, error: null, equal: false, rash: false },
          { points: 4, error: 0.8, equal: true, rash: false },
          { points: 5.1, error: 0.9, equal: true, rash: true },
        ].flatMap((choice, i) => {
          const one = legal[i];
          return one || i === 0 ? [{ ...choice, legal: one ?? null, words: 'try it', outlook: null }] : [];
        });
        this.say({ t: 'advised', cmd: c.cmd, advice: { choices, reasons: [] } });
        return;
      }
      if (c.t === 'analyse') {
        // The answer comes only after several messages of progress, as for a real analysis.
        const steps = [0, 3, 6];
        steps.forEach((done, i) =>
          setTimeout(() => this.say({ t: 'analysing', cmd: c.cmd, done, of: 8 }), ANALYSIS_STEP_MS * (i + 1)),
        );
        setTimeout(
          () => this.say({ t: 'analysis', cmd: c.cmd, deal: c.deal, decisions: [], cost: 0, done: 8, of: 8 }),
          ANALYSIS_STEP_MS * (steps.length + 1),
        );
        return;
      }
      if (c.t === 'act' && c.at !== frames[this.at]!.at) {
        this.say({ t: 'refused', cmd: c.cmd, refusal: { key: 'stale', rule: null, words: 'Too late.' } });
        return;
      }
      this.show(1);
      this.say({ t: 'done', cmd: c.cmd });
    }
  } as unknown as typeof WebSocket;
}

/** Returns a frame with other names for its seats. */
export const called = (frame: Frame, names: readonly string[]): Frame => ({
  ...frame,
  seats: frame.seats.map((seat, i) => ({ ...seat, name: names[i] ?? seat.name })),
});

const invitation = (game: string): Invitation => ({
  table: 'mock',
  game,
  stage: 'gathering',
  host: SEATS[1]!.name,
  seats: GAMES.find((one) => one.id === game)!.seats.max === 1 ? SEATS.slice(1, 2) : SEATS.slice(1),
  you: null,
  options: {},
  settings: {
    races: 'normal',
    open: 'friends',
    clock: 'none',
    grace_s: 60,
    watch: true,
    watch_delay_s: 0,
    chat: 'free',
    level: 'club',
    fill_s: null,
    assist: false,
    advice: true,
    begins_when_full: false,
    daily: null,
    one_per_network: false,
  },
});

const STATISTICS: Statistics = {
  games: [
    {
      game: 'schwarze-dame',
      options: { deals: 8 },
      seats: 4,
      level: 'club',
      own: {
        deals: 3,
        matches: 1,
        won: 1,
        streak: 1,
        best_streak: 1,
        best_ms: null,
        average: 7,
        most: 20,
        fewest: -4,
        recent: [20, -4, 5],
      },
      assisted: {
        deals: 0,
        matches: 0,
        won: 0,
        streak: 0,
        best_streak: 0,
        best_ms: null,
        average: null,
        most: null,
        fewest: null,
        recent: [],
      },
    },
  ],
};

/** Starts the mock server. `names` replaces the names of the seats. */
export function mockServer(
  game: string,
  phase: Frame['phase'] = 'deal',
  lines = true,
  names: readonly string[] = [],
): void {
  names.forEach((name, i) => {
    SEATS[i]!.name = name;
  });
  const answer = (body: unknown) => Promise.resolve(new Response(JSON.stringify(body)));
  window.fetch = (input) => {
    const path = String(input);
    if (path.endsWith('/games')) return answer({ games: GAMES });
    if (path.endsWith('/me')) return answer({ name: SEATS[0]!.name, tables: lines ? LINES : [] });
    if (path.endsWith('/me/statistics')) return answer(STATISTICS);
    if (path.includes('/invites/')) return answer(invitation(game));
    if (path.endsWith('/tables')) return answer({ id: 'mock', seat: 0 });
    return Promise.resolve(new Response('{"error":{"key":"no","words":"No."}}', { status: 404 }));
  };
  window.WebSocket = class extends MockSocket {
    constructor() {
      super(game, phase);
    }
  } as unknown as typeof WebSocket;
}

class MockSocket {
  static OPEN = 1;
  static CONNECTING = 0;
  readyState = 0;
  onopen?: () => void;
  onmessage?: (e: { data: string }) => void;
  onclose?: () => void;
  hands = deal();
  trick: View['trick'] = [];
  last: View['last'] = [];
  taker: number | null = null;
  points = [0, 0, 0, 0];
  n = 0;
  at = 0;
  leader = 0;
  game: string;
  phase: Frame['phase'];
  constructor(game: string, phase: Frame['phase']) {
    this.game = game;
    this.phase = phase;
    setTimeout(() => {
      this.readyState = 1;
      this.onopen?.();
      this.frame([]);
    }, 30);
  }
  close() {
    this.readyState = 3;
  }
  say(m: Message) {
    this.onmessage?.({ data: JSON.stringify(m) });
  }
  get turn() {
    return (this.leader + this.trick.length) % 4;
  }
  legal(seat: number) {
    const hand = this.hands[seat]!;
    const led = this.trick[0]?.card[1];
    const follow = hand.filter((c) => c[1] === led);
    return follow.length ? follow : hand;
  }
  frame(since: Frame['since']) {
    const mine = this.phase === 'deal' && this.turn === 0;
    const view: View = {
      hand: this.hands[0]!,
      counts: this.hands.map((h) => h.length),
      trick: this.trick,
      last: this.last,
      taker: this.taker,
      points: this.points,
    };
    const frame: MockFrame = {
      t: 'frame',
      n: ++this.n,
      table: 'mock',
      game: this.game,
      board: 'plain',
      options: { deals: 8 },
      seats: SEATS,
      viewer: 0,
      at: this.at,
      phase: this.phase,
      deal: 2,
      dealer: 3,
      view,
      must: this.phase === 'deal' ? [this.turn] : [],
      legal: mine
        ? this.legal(0)
            .map((c) => ({ action: `play ${c}` }))
            .sort()
        : [],
      since,
      totals: [-10, 20, -12, 2],
      winners: this.phase === 'over' ? [1] : null,
      deals: [
        { dealer: 0, points: [20, -6, 10, -24], totals: [20, -6, 10, -24] },
        { dealer: 1, points: [-30, 26, -22, 26], totals: [-10, 20, -12, 2] },
      ],
      past: 0,
      undo: 0,
      redo: 0,
      assist: false,
      assisted: false,
      advice: false,
      advised: [],
      commitment: 'a3f9c2d17be04458a3f9c2d17be04458',
      number: null,
      window: null,
      held: null,
      played_ms: 0,
    };
    this.say(writtenFrame(frame));
    if (this.phase === 'deal' && !mine) setTimeout(() => this.play(this.turn, this.legal(this.turn)[0]!), 500);
  }
  play(seat: number, card: string) {
    this.hands[seat] = this.hands[seat]!.filter((c) => c !== card);
    this.trick = [...this.trick, { seat, card }];
    if (this.trick.length === 4) {
      const led = this.trick[0]!.card[1];
      this.taker = this.trick
        .filter((p) => p.card[1] === led)
        .reduce((a, b) => (RANKS.indexOf(b.card[0]!) > RANKS.indexOf(a.card[0]!) ? b : a)).seat;
      this.last = this.trick;
      this.trick = [];
      this.leader = this.taker;
      this.points = this.points.map((p, s) => (s === this.taker ? p + 10 : p));
      if (!this.hands[0]!.length) this.phase = 'between';
    }
    if (this.turn === 0) this.at++;
    this.frame([{ kind: 'acted', seat, action: `play ${card}` }]);
  }
  send(text: string) {
    const c = JSON.parse(text) as Command;
    if (c.t === 'frame') return;
    if (c.t === 'ping') {
      this.say({ t: 'pong' });
      return;
    }
    const refusal = { key: 'follow_suit', rule: 'S3', words: 'Hearts were led, you hold hearts.' };
    if (c.t === 'why') {
      this.say({ t: 'answer', cmd: c.cmd, refusal });
      return;
    }
    if (c.t === 'next') {
      this.phase = 'deal';
      this.hands = deal();
      this.frame([]);
    }
    if (c.t === 'act') {
      const card = c.action.slice(5);
      if (this.turn !== 0 || !this.legal(0).includes(card)) {
        this.say({ t: 'refused', cmd: c.cmd, refusal });
        return;
      }
      this.play(0, card);
    }
    this.say({ t: 'done', cmd: c.cmd });
  }
}

/** Deals the cards. They are the same each time, so that pictures can be compared. */
function deal(): string[][] {
  let x = 12345;
  const pack = [...PACK];
  for (let i = pack.length - 1; i > 0; i--) {
    x = (x * 1103515245 + 12345) % 2147483648;
    const j = x % (i + 1);
    [pack[i], pack[j]] = [pack[j]!, pack[i]!];
  }
  const order = (a: string, b: string) =>
    'shcd'.indexOf(a[1]!) - 'shcd'.indexOf(b[1]!) || RANKS.indexOf(b[0]!) - RANKS.indexOf(a[0]!);
  return [0, 1, 2, 3].map((s) => pack.slice(s * 13, s * 13 + 13).sort(order));
}
