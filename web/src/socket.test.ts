import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Frame } from './protocol';
import { connect, type Socket } from './socket';

class Wire {
  static OPEN = 1;
  static CONNECTING = 0;
  static all: Wire[] = [];
  readyState = 0;
  sent: any[] = [];
  onopen?: () => void;
  onmessage?: (e: { data: string }) => void;
  onclose?: (e: { reason: string }) => void;
  constructor() { Wire.all.push(this); }
  send(text: string) { this.sent.push(JSON.parse(text)); }
  close(reason = '') { this.readyState = 3; this.onclose?.({ reason }); }
  open() { this.readyState = 1; this.onopen?.(); }
  hear(message: object) { this.onmessage?.({ data: JSON.stringify(message) }); }
}

const frames: Frame[] = [];
let socket: Socket;
const wire = () => Wire.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  vi.stubGlobal('location', { origin: 'http://room' });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  Wire.all = [];
  frames.length = 0;
  socket = connect('t', { frame: (f) => { frames.push(f); }, room: () => {}, talk: () => {}, error: () => {} });
  wire().open();
});
afterEach(() => { socket.close(); vi.useRealTimers(); vi.unstubAllGlobals(); });

const frame = (n: number, since: object[] = []) => ({ t: 'frame', n, since });

it('a command without an answer is sent again, under the same name, after a reconnect', async () => {
  const answered = socket.send({ t: 'act', at: 4, action: 'play Qs' });
  const first = wire().sent[0];
  expect(first).toMatchObject({ t: 'act', at: 4, action: 'play Qs' });
  wire().close();
  expect(socket.line.value).toBe('lost');
  await vi.advanceTimersByTimeAsync(1000);
  wire().open();
  expect(wire().sent).toEqual([first]);
  wire().hear({ t: 'done', cmd: first.cmd });
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

it('waits longer each time, and not for ever', async () => {
  for (let i = 0; i < 12; i++) { wire().close(); await vi.advanceTimersByTimeAsync(12_600); }
  const tries = Wire.all.length;
  expect(tries).toBe(13);
});

it('a gap in the numbers asks for the current frame, and tells no event twice', () => {
  wire().hear(frame(1));
  wire().hear(frame(2, [{ seat: 1, action: 'pass' }]));
  expect(wire().sent).toEqual([]);
  wire().hear(frame(5, [{ seat: 2, action: 'pass' }]));
  expect(wire().sent).toEqual([{ t: 'frame' }]);
  wire().hear(frame(5, [{ seat: 2, action: 'pass' }]));
  expect(frames.map((f) => f.since.length)).toEqual([0, 1, 1, 0]);
});

it('a refusal is the answer', async () => {
  const answered = socket.send({ t: 'why', action: 'play 2c' });
  const refusal = { key: 'follow_suit', rule: 'S3', words: 'no' };
  wire().hear({ t: 'answer', cmd: wire().sent[0].cmd, refusal });
  expect(await answered).toEqual(refusal);
});
