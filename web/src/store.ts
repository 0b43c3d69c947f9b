// A match as the page shows it. Frames come as fast as the server makes them; they are shown at a pace that people can follow.

import { signal, type Signal } from '@preact/signals';
import type { Reached } from './api';
import type { T } from './i18n/words';
import { momentOf, type Clock, type Course, type Event, type Frame, type Refusal, type Room, type Said } from './protocol';
import { settings } from './settings';
import { connect, type Answer, type Going, type Line, type Order, type Socket } from './socket';
import { callToTable, play } from './sound';
import type { GameUi } from './ui/game';
import type { LogLine } from './ui/Log';
import { muteAt, muted, saidWords } from './ui/said';
import { dismiss, toast, toastRefusal } from './ui/toast';
import { who } from './ui/who';

/** Until words and board are loaded, frames wait. */
export interface Reader { ui: GameUi; t: T }

interface Shown {
  frame: Frame;
  ms: number;
  /** A frame of the server, not a step between two: it has words. */
  news: Frame | null;
}

const OTHERS_PAUSE_MS = 420;   // between the moves of others, at normal speed
const MOST_WAITING = 8;        // further behind than this, we jump
const BUBBLE_MS = 6000;
const KEPT_LINES = 100;        // of what was said
const PACE = { slow: 1.7, normal: 1, fast: 0.55, none: 0 };

/** Something that says how long ago or how long still, and when we heard it. */
export interface Heard<What> { is: What; at: number }

export interface Match {
  frame: Signal<Frame | null>;
  /** The people at the table, and when that was heard: for what runs by the second. */
  room: Signal<Heard<Room> | null>;
  /** The newest clocks, ahead of the frame that is shown. */
  clock: Signal<Heard<Clock> | null>;
  talk: Signal<readonly Said[]>;
  /** What each seat has said a moment ago. */
  bubbles: Signal<ReadonlyMap<number, Said>>;
  /** When the shown frame arrived, for clocks and race windows. */
  since: Signal<number>;
  log: Signal<readonly LogLine[]>;
  line: Signal<Line>;
  /** Why there is no table here, as a key of the shell's words. */
  missing: Signal<'game.missing' | 'error.closed_table' | 'error.removed' | 'error.by_invitation' | null>;
  /** For the polite and the assertive live region. */
  spoken: Signal<string>;
  called: Signal<string>;
  read(reader: Reader): void;
  /** With `itself` no hand does it: it belongs to that decision alone, says nothing where play has gone on, and what its player does
   *  meanwhile waits for it. */
  act(action: string, itself?: number): Promise<Refusal | null>;
  /** The decision for which something has been sent and not refused (`momentOf`): nothing is done there by itself. */
  acted: Signal<string | null>;
  ask(action: string, quiet?: boolean): Promise<Refusal | null>;
  /** Anything but an action: for the match or the people at the table. A refusal has been shown, unless `quiet`. */
  order(order: Order, quiet?: boolean): Promise<Refusal | null>;
  /** Asks the server something; null where it was refused, which has been said. */
  question<K extends Answer['t']>(order: Order, kind: K): Promise<Extract<Answer, { t: K }> | null>;
  /** What to do, from what the seat sees; null where it was refused, which has been said. */
  advise(): Promise<Extract<Answer, { t: 'advised' }> | null>;
  /** What the seat's decisions in a finished deal cost. `going` hears how far that has come. */
  analyse(deal: number, going?: Going): Promise<Extract<Answer, { t: 'analysis' }> | null>;
  undo(n: number): void;
  redo(n: number): void;
  /** Show the rest at once: a tap on the table while a trick rests. */
  hurry(): void;
  retry(): void;
  close(): void;
}

/** `recall`: what has happened in the deal so far, for whoever comes to it or back. */
export function openMatch(id: string, reach: (id: string) => Promise<Reached>, recall: (id: string) => Promise<Course>): Match {
  muteAt(id);
  const frame = signal<Frame | null>(null);
  const room = signal<Heard<Room> | null>(null);
  const clock = signal<Heard<Clock> | null>(null);
  const talk = signal<readonly Said[]>([]);
  const bubbles = signal<ReadonlyMap<number, Said>>(new Map());
  const since = signal(0);
  const log = signal<readonly LogLine[]>([]);
  const missing: Match['missing'] = signal(null);
  const spoken = signal('');
  const called = signal('');
  const acted = signal<string | null>(null);
  let reader: Reader | null = null;
  let queue: Shown[] = [];
  let newest: Frame | null = null;
  let told: Frame | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lines = 0;
  /** A new connection: what was done before it, or while the line was lost, is not told yet. */
  let back = true;
  /** How often it was asked what lies behind: the newest answer tells all of it, and an older one would tell it once more. */
  let asked = 0;
  let refused = 0;

  const socket: Socket = connect(id, {
    frame: (f) => {
      refused = 0;
      if (f.n === 1) { hurry(); back = true; }
      clock.value = f.clock ? { is: f.clock, at: performance.now() } : null;
      plan(f);
      step();
    },
    room: (is) => { refused = 0; room.value = { is, at: performance.now() }; },
    talk: (said) => {
      const last = talk.value.at(-1)?.n ?? -1;
      const news = said.filter((line) => line.n > last);
      if (news.length) talk.value = [...talk.value, ...news].slice(-KEPT_LINES);
      // One line is said now; several were said before we came.
      const [now] = news;
      if (now && said.length === 1 && !muted.value.has(now.name)) {
        bubbles.value = new Map(bubbles.value).set(now.seat, now);
        setTimeout(() => { if (bubbles.value.get(now.seat) === now) { const rest = new Map(bubbles.value); rest.delete(now.seat); bubbles.value = rest; } }, BUBBLE_MS);
        if (reader && now.seat !== room.value?.is.you) spoken.value = reader.t('talk.said', { who: now.name, words: saidWords(now, reader.t) });
      }
    },
    error: (words, key) => {
      if (key !== 'removed') return toast(words);
      missing.value = 'error.removed';
      socket.close();
    },
    // A server that answers for the table and twice keeps us from its socket does not let us in.
    never: () => void reach(id).then((found) => {
      refused = found === 'table' ? refused + 1 : 0;
      if (found === 'closed') missing.value = 'error.closed_table';
      else if (found === 'removed') missing.value = 'error.removed';
      else if (found === 'invitation') missing.value = 'error.by_invitation';
      else if (found === 'nothing' || refused > 1) missing.value = 'game.missing';
      if (missing.value) socket.close();
    }),
  });

  function plan(to: Frame): void {
    const from = newest;
    newest = to;
    const between = from && reader && from.deal === to.deal && to.since.length ? reader.ui.steps?.(from, to) ?? [] : [];
    for (const s of between) queue.push({ frame: still(s.frame as Frame, from!), ms: s.ms === 'trick' ? settings.value.trickPause * 1000 : s.ms, news: null });
    const others = to.since.some((e) => e.seat !== null && e.seat !== to.viewer);
    // A race does not wait for us.
    const ms = others && !to.window ? OTHERS_PAUSE_MS * PACE[settings.value.speed] : 0;
    queue.push({ frame: to, ms, news: to });
    // The words of what is skipped are still said: `told` walks over every frame of the server.
    if (queue.length > MOST_WAITING || document.hidden) hurry();
  }

  /** A step is only looked at: nothing can be done in it, and it does not tell the score before its time. */
  function still(step: Frame, from: Frame): Frame {
    return { ...step, phase: 'deal', must: [], legal: [], totals: from.totals, deals: from.deals, winners: null };
  }

  function step(): void {
    if (timer !== undefined || !queue.length) return;
    const next = queue.shift()!;
    show(next);
    if (next.ms > 0) timer = setTimeout(() => { timer = undefined; step(); }, next.ms);
    else step();
  }

  function show({ frame: f, news }: Shown): void {
    frame.value = f;
    since.value = performance.now();
    if (news) tell(news);
  }

  function tell(to: Frame): void {
    // Who cannot be spoken to yet is told when it can: at once whose turn it is.
    if (!reader) return;
    const from = told;
    told = to;
    const { t, ui } = reader;
    if (from && to.since.length) {
      const said = lineOf(from, to, reader);
      if (said.length) {
        log.value = [...log.value, ...said];
        spoken.value = said.map((l) => l.words).join(' ');
      }
    }
    if (back) {
      back = false;
      if (to.past > 0) catchUp(to);
    }
    const mine = (f: Frame | null) => !!f && f.viewer !== null && f.phase === 'deal' && f.must.includes(f.viewer);
    if (mine(to) && (!mine(from) || from?.at !== to.at)) { called.value = ui.awaited?.(to, t) ?? t('game.your_turn'); if (!mine(from)) callToTable(); } else if (!mine(to)) called.value = '';
    if (from && to.since.length) play(to.phase !== 'deal' && from.phase === 'deal' ? 'end' : 'card');
  }

  function lineOf(from: Frame, to: Frame, { ui, t }: Reader): LogLine[] {
    return to.since.flatMap((event) =>
      (personal(event, from, to, t) ?? ui.say(event, from, to, t)).map((words) => ({ id: lines++, seat: event.seat, words, deal: to.deal, ...(event.bot ? { bot: event.time_up ? 'time' as const : 'away' as const } : {}) })));
  }

  /** Tells what lies behind the first frame that is told: in the place of what was told of this deal before the line was lost. */
  function catchUp(to: Frame): void {
    const mark = lines;
    const asking = ++asked;
    recall(id).then(({ deal, first, steps }) => {
      if (!reader || deal !== to.deal || asking !== asked) return;
      const frames = steps.slice(0, to.past - first + 1).map((step): Frame => ({ ...to, ...step, phase: 'deal' }));
      const past = frames.slice(1).flatMap((frame, i) => lineOf(frames[i]!, frame, reader!));
      log.value = [...log.value.filter((line) => line.deal < deal), ...past, ...log.value.filter((line) => line.deal >= deal && line.id >= mark)];
    }, () => { /* it is told from here on */ });
  }

  function hurry(): void {
    clearTimeout(timer);
    timer = undefined;
    const rest = queue;
    queue = [];
    for (const s of rest) if (s.news) tell(s.news);
    const last = rest.at(-1);
    if (last) { frame.value = last.frame; since.value = performance.now(); }
  }

  const tellRefusal = (refusal: Refusal | null): Refusal | null => {
    if (refusal && reader) { toastRefusal(refusal, reader.t); play('refused'); }
    return refusal;
  };

  /** What is being done by itself. */
  let under: { at: number; action: string; answer: Promise<Refusal | null> } | null = null;

  async function actItself(action: string, at: number): Promise<Refusal | null> {
    if (frame.value?.at !== at) return null;
    const answer = socket.send({ t: 'act', at, action }).then((refusal) => {
      if (under === mine) under = null;
      // Another page of the same player, or the player, was quicker.
      return refusal?.key === 'stale' || frame.value?.at !== at ? null : tellRefusal(refusal);
    });
    const mine = under = { at, action, answer };
    return answer;
  }

  async function act(action: string): Promise<Refusal | null> {
    const seen = frame.value;
    // Done once, by whomever.
    if (under && under.at === seen?.at && under.action === action) return under.answer;
    while (under) await under.answer;
    // A legal action belongs to the frame it was seen in, or to a later one in which it still means the same: the server says why not.
    const now = frame.value;
    const other = seen !== now && meaning(action, seen) && meaning(action, now) && meaning(action, seen) !== meaning(action, now);
    const of = other ? seen : now;
    const moment = acted.value = of && momentOf(of);
    const refusal = tellRefusal(await socket.send({ t: 'act', at: of?.at ?? 0, action }));
    if (refusal && acted.value === moment) acted.value = null;
    // What was said about another try is settled.
    if (!refusal) dismiss();
    return refusal;
  }

  /** What an action does, in words; null where it is not legal. */
  function meaning(action: string, f: Frame | null): string | null {
    const legal = f?.legal.find((one) => one.action === action);
    return legal ? reader?.ui.choice?.(legal, f!, reader.t) ?? action : null;
  }

  async function question<K extends Answer['t']>(order: Order, kind: K, going?: Going): Promise<Extract<Answer, { t: K }> | null> {
    const answer = await socket.ask(order, going);
    if ('t' in answer && answer.t === kind) return answer as Extract<Answer, { t: K }>;
    tellRefusal(answer as Refusal);
    return null;
  }

  return {
    frame, room, clock, talk, bubbles, since, log, acted, line: socket.line, missing, spoken, called,
    read(r) {
      reader = r;
      if (frame.value && !told) tell(frame.value);
    },
    act: (action, itself) => (itself === undefined ? act(action) : actItself(action, itself)),
    ask: async (action, quiet = false) => {
      const refusal = await socket.send({ t: 'why', action });
      return quiet ? refusal : tellRefusal(refusal);
    },
    order: async (order, quiet = false) => (quiet ? socket.send(order) : tellRefusal(await socket.send(order))),
    question,
    advise: () => question({ t: 'advise' }, 'advised'),
    analyse: (deal, going) => question({ t: 'analyse', deal }, 'analysis', going),
    undo: (n) => void socket.send({ t: 'undo', n }).then(tellRefusal),
    redo: (n) => void socket.send({ t: 'redo', n }).then(tellRefusal),
    hurry,
    retry: socket.retry,
    close() { clearTimeout(timer); socket.close(); },
  };
}

/** Who plays for a seat from here: of the shell, not of a game. */
function personal(event: Event, before: Frame, frame: Frame, t: T): string[] | null {
  if (event.seat === null) return null;
  const [verb] = event.action.split(' ');
  if (verb === 'bot') return [who(t, frame, event.seat, event.time_up ? 'log.time_up' : 'log.bot')];
  // Who was there all the time does not come back.
  if (verb === 'back') return event.time_up ? [] : [who(t, frame, event.seat, 'log.back')];
  if (verb === 'joined') return [who(t, frame, event.seat, 'log.joined')];
  if (verb === 'left' || verb === 'removed') {
    // A bot has the seat by now; its name can be the same by chance. Who is told later does not hear whose the seat was.
    const [was, is] = [before.seats[event.seat], frame.seats[event.seat]];
    return [was && !was.bot && is?.bot ? t(`log.${verb}`, { who: was.name }) : t(`log.${verb}.since`)];
  }
  return null;
}
