import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Frame } from './protocol';
import { connect, type Socket } from './socket';

const { reloadIfStale } = vi.hoisted(() => ({ reloadIfStale: vi.fn() }));
vi.mock('./installedPage', () => ({ reloadIfStale }));

class Wire {
  static OPEN = 1;
  static CONNECTING = 0;
  static all: Wire[] = [];
  readyState = 0;
  sent: { t: string; cmd?: string }[] = [];
  onopen?: () => void;
  onmessage?: (e: { data: string }) => void;
  onclose?: (e: { reason: string }) => void;
  url: string;
  constructor(url: string) {
    this.url = url;
    Wire.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(reason = '') {
    this.readyState = 3;
    this.onclose?.({ reason });
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const frames: Frame[] = [];
const shuffles: string[] = [];
let socket: Socket;
const wire = () => Wire.all.at(-1)!;
const listeners = new Map<string, () => void>();
const happens = (event: string) => listeners.get(event)!();
const listen = {
  addEventListener: (event: string, on: () => void) => {
    listeners.set(event, on);
  },
  removeEventListener: (event: string) => {
    listeners.delete(event);
  },
};
const page = { visibilityState: 'visible', ...listen };

beforeEach(() => {
  vi.useFakeTimers();
  reloadIfStale.mockReset();
  vi.stubGlobal('WebSocket', Wire);
  vi.stubGlobal('location', { origin: 'http://room' });
  for (const [name, does] of Object.entries(listen)) vi.stubGlobal(name, does);
  vi.stubGlobal('document', page);
  page.visibilityState = 'visible';
  Wire.all = [];
  frames.length = 0;
  socket = connect('t', {
    frame: (f) => {
      frames.push(f);
    },
    room: () => {},
    talk: () => {},
    notice: () => {},
    shuffle: (message) => shuffles.push(message.step),
    review: () => {},
    error: () => {},
  });
  wire().open();
});
afterEach(() => {
  socket.close();
  expect(vi.getTimerCount(), 'nothing goes on behind a closed socket').toBe(0);
  expect([...listeners.keys()]).toEqual([]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const pings = (of: Wire) => of.sent.filter((m) => m.t === 'ping').length;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const frame = (n: number, since: object[] = []) => ({ t: 'frame', n, since });

it('the page takes part in shuffling together, and hears how it goes', () => {
  expect(wire().url).toBe('ws://room/api/v1/tables/t/socket?shuffles=1');
  wire().receive({ t: 'shuffle', step: 'seal', waits: [0], left_ms: 5000, attempts: [] });
  expect(shuffles.splice(0)).toEqual(['seal']);
});

it('a command without an answer is sent again, under the same name, after a reconnect', async () => {
  const answered = socket.send({ t: 'act', at: 4, action: 'play Qs' });
  const first = wire().sent[0]!;
  expect(first).toMatchObject({ t: 'act', at: 4, action: 'play Qs' });
  wire().close();
  expect(socket.line.value).toBe('lost');
  await vi.advanceTimersByTimeAsync(1000);
  wire().open();
  expect(wire().sent).toEqual([first]);
  wire().receive({ t: 'done', cmd: first.cmd });
  expect(await answered).toBeNull();
  wire().close();
  await vi.advanceTimersByTimeAsync(1000);
  wire().open();
  expect(wire().sent).toEqual([]);
});

it('a server that stops says when to come back', async () => {
  wire().close('retry=1900');
  await vi.advanceTimersByTimeAsync(1850);
  expect(Wire.all.length).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(Wire.all.length).toBe(2);
});

/** Waits until the page attempts the next connection. Returns the time in ms that this took. */
async function wait(): Promise<number> {
  const lines = Wire.all.length;
  let ms = 0;
  for (; Wire.all.length === lines; ms += 50) await pass(50);
  return ms;
}

it('a line that is back asks whether the server has a newer page; the first line does not', async () => {
  expect(reloadIfStale).not.toHaveBeenCalled();
  wire().close();
  await vi.advanceTimersByTimeAsync(5000);
  wire().open();
  expect(reloadIfStale).toHaveBeenCalledOnce();
});

it('waits longer each time, and not for ever', async () => {
  const waits: number[] = [];
  for (let i = 0; i < 12; i++) {
    wire().close();
    waits.push(await wait());
  }
  for (const [i, ms] of waits.entries()) {
    const usual = Math.min(4_000, 400 * 2 ** i);
    expect(ms).toBeGreaterThanOrEqual(usual * 0.75);
    expect(ms).toBeLessThanOrEqual(usual * 1.25 + 50);
  }
});

it('a gap in the numbers asks for the current frame, and tells no event twice', () => {
  wire().receive(frame(1));
  wire().receive(frame(2, [{ seat: 1, action: 'pass' }]));
  expect(wire().sent).toEqual([]);
  wire().receive(frame(5, [{ seat: 2, action: 'pass' }]));
  expect(wire().sent).toEqual([{ t: 'frame' }]);
  wire().receive(frame(5, [{ seat: 2, action: 'pass' }]));
  expect(frames.map((f) => f.since.length)).toEqual([0, 1, 1, 0]);
});

it('a refusal is the answer', async () => {
  const answered = socket.send({ t: 'why', action: 'play 2c' });
  const refusal = { key: 'follow_suit', rule: 'S3', words: 'no' };
  wire().receive({ t: 'answer', cmd: wire().sent[0]!.cmd, refusal });
  expect(await answered).toEqual(refusal);
});

it('a line that stays open and says nothing is asked after eight seconds, and replaced', async () => {
  const dead = wire();
  dead.receive(frame(1));
  await pass(7_900);
  expect(dead.sent).toEqual([]);
  await pass(200);
  expect(dead.sent).toEqual([{ t: 'ping' }]);
  await pass(4_800);
  expect(socket.line.value).toBe('open');
  await pass(200);
  expect(socket.line.value).toBe('lost');
  expect(dead.readyState).toBe(3);
  await pass(1_000);
  expect(Wire.all.length).toBe(2);
  wire().open();
  expect(socket.line.value).toBe('open');
  // A late message on the abandoned connection is ignored.
  dead.receive(frame(2));
  wire().receive(frame(1));
  expect(frames.map((f) => f.n)).toEqual([1, 1]);
});

it('while answers come nothing is replaced, and a table where things happen is not asked', async () => {
  for (let minute = 0; minute < 10; minute++) {
    await pass(8_000);
    expect(pings(wire())).toBe(minute + 1);
    await pass(4_900);
    wire().receive({ t: 'pong' });
  }
  for (let n = 1; n < 40; n++) {
    wire().receive(frame(n));
    await pass(7_000);
  }
  expect(pings(wire())).toBe(10);
  expect(Wire.all.length).toBe(1);
  expect(socket.line.value).toBe('open');
});

it('a command on a dead line is asked about, sent once on the next one, and answered once', async () => {
  const answers: unknown[] = [];
  void socket.send({ t: 'act', at: 4, action: 'play Qs' }).then((refusal) => answers.push(refusal));
  const dead = wire();
  const act = dead.sent[0]!;
  await pass(5_000);
  expect(dead.sent).toEqual([act, { t: 'ping' }]);
  await pass(5_000);
  expect(socket.line.value).toBe('lost');
  await pass(1_000);
  wire().open();
  expect(wire().sent).toEqual([act]);
  wire().receive({ t: 'done', cmd: act.cmd });
  wire().receive({ t: 'done', cmd: act.cmd });
  await pass(7_000);
  expect(answers).toEqual([null]);
  expect(wire().sent).toEqual([act]);
});

it('an answer that takes long is waited for: the server is asked once whether it is there', async () => {
  const answered = socket.ask({ t: 'advise' });
  await pass(5_000);
  expect(pings(wire())).toBe(1);
  wire().receive({ t: 'pong' });
  await pass(7_000);
  expect(pings(wire())).toBe(1);
  const advised = { t: 'advised', cmd: wire().sent[0]!.cmd, advice: {} };
  wire().receive(advised);
  expect(await answered).toEqual(advised);
  expect(Wire.all.length).toBe(1);
});

it('who asked for an analysis hears how far it has come, before the answer', async () => {
  const progress: number[][] = [];
  const answered = socket.ask({ t: 'analyse', deal: 0 }, (done, of) => progress.push([done, of]));
  const { cmd } = wire().sent.at(-1)!;
  for (const done of [1, 2]) wire().receive({ t: 'analysing', cmd, done, of: 3 });
  wire().receive({ t: 'analysing', cmd: 'of another', done: 9, of: 9 });
  const analysis = { t: 'analysis', cmd, deal: 0, decisions: [] };
  wire().receive(analysis);
  expect(await answered).toEqual(analysis);
  expect(progress).toEqual([
    [1, 3],
    [2, 3],
  ]);
});

it.each(['online', 'offline', 'visibilitychange'])(
  '%s: an open line is asked at once, and not twice',
  async (event) => {
    happens(event);
    happens(event);
    expect(wire().sent).toEqual([{ t: 'ping' }]);
    wire().receive({ t: 'pong' });
    await pass(6_000);
    expect(Wire.all.length).toBe(1);
    happens(event);
    await pass(6_000);
    expect(Wire.all.length).toBe(2);
  },
);

it('a page that is hidden asks nothing; one that is seen again does not wait for its turn', async () => {
  page.visibilityState = 'hidden';
  happens('visibilitychange');
  expect(wire().sent).toEqual([]);
  for (let i = 0; i < 6; i++) {
    wire().close();
    await pass(12_600);
  }
  wire().close();
  const before = Wire.all.length;
  page.visibilityState = 'visible';
  happens('visibilitychange');
  expect(Wire.all.length).toBe(before + 1);
  happens('online');
  socket.retry();
  expect(Wire.all.length, 'it has only just been dialled').toBe(before + 1);
  await pass(2_100);
  socket.retry();
  expect(Wire.all.length).toBe(before + 2);
});

it('a line that never opens is given up, and the waits between grow', async () => {
  wire().close();
  await wait();
  for (const usual of [800, 1600, 3200, 4000, 4000]) {
    const ms = await wait();
    expect(ms).toBeGreaterThanOrEqual(10_000 + usual * 0.75);
    expect(ms).toBeLessThanOrEqual(10_000 + usual * 1.25 + 50);
  }
  expect(socket.line.value).toBe('lost');
});

it('a line without a word is one that was never made, whichever way it ends', async () => {
  const never = vi.fn();
  const other = connect('u', {
    frame: () => {},
    room: () => {},
    talk: () => {},
    notice: () => {},
    shuffle: () => {},
    review: () => {},
    error: () => {},
    onUnreachable: never,
  });
  // The first connection is refused.
  wire().close();
  expect(never).toHaveBeenCalledTimes(1);
  // A filter lets the second connection open, but lets no message through.
  await pass(1_000);
  wire().open();
  wire().close();
  expect(never).toHaveBeenCalledTimes(2);
  // The third connection gets no answer at all.
  await pass(1_200);
  await pass(12_500);
  expect(never).toHaveBeenCalledTimes(3);
  // If anything was received on a connection, its end counts as a lost connection, not as an unreachable server.
  await pass(3_000);
  wire().open();
  wire().receive(frame(1));
  wire().close();
  expect(never).toHaveBeenCalledTimes(3);
  other.close();
});

it('a browser without sockets is dialled on, and breaks nothing', async () => {
  const never = vi.fn();
  vi.stubGlobal('WebSocket', null);
  const other = connect('u', {
    frame: () => {},
    room: () => {},
    talk: () => {},
    notice: () => {},
    shuffle: () => {},
    review: () => {},
    error: () => {},
    onUnreachable: never,
  });
  expect([other.line.value, never.mock.calls.length]).toEqual(['lost', 1]);
  vi.stubGlobal('WebSocket', Wire);
  await pass(1_000);
  wire().open();
  expect(other.line.value).toBe('open');
  other.close();
});

it('lines that open and stay silent do not make a storm', async () => {
  void socket.send({ t: 'next' });
  for (const usual of [400, 800, 1600, 3200, 4000, 4000]) {
    expect(await wait()).toBeGreaterThanOrEqual(10_000 + usual * 0.75);
    wire().open();
  }
  // After one message the wait before the next attempt is short again.
  wire().receive(frame(1));
  wire().close();
  expect(await wait()).toBeLessThanOrEqual(550);
});

it('a page that is seen knows of a dead line within 15 seconds; one that is not asks less often', async () => {
  wire().receive(frame(1));
  await pass(15_000);
  expect(socket.line.value).not.toBe('open');
  await pass(1_000);
  wire().open();
  page.visibilityState = 'hidden';
  wire().receive(frame(1));
  const before = pings(wire());
  await pass(29_900);
  expect(pings(wire())).toBe(before);
  await pass(200);
  expect(pings(wire())).toBe(before + 1);
});

it('who wakes up hears first what came in sleep', async () => {
  await pass(8_000);
  expect(pings(wire())).toBe(1);
  // The device sleeps for an hour, so the page's timers run before it reads the answer that has already arrived.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000);
  await pass(5_000);
  expect(socket.line.value).toBe('open');
  expect(pings(wire())).toBe(2);
  vi.restoreAllMocks();
});
