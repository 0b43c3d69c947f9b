import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import type { Backend } from '../net/backend';
import type { TableLine } from '../net/protocol';
import { marked, upload } from './upload';

afterEach(() => vi.unstubAllGlobals());

const RECORD = '{"format":"cardroom/1","names":["}"],"deals":[{}],"winners":null}\n';
const lines = ['0a', '0b', '0c'].map((id) => ({ id }) as TableLine);
const deviceWith = (statuses: Record<string, number>): Backend => ({
  request: async (path) =>
    new Response(statuses[path.split('/')[1]!] ? '{"error":{"key":"broken_table","words":""}}' : RECORD, {
      status: statuses[path.split('/')[1]!] ?? 200,
    }),
  socket: () => ({}) as never,
});

it('each record that the server has kept is marked, and is not sent again', async () => {
  const sent: number[] = [];
  vi.stubGlobal('fetch', async () => {
    sent.push(sent.length);
    if (sent.length === 2) return new Response('{"error":{"key":"too_many_bytes","words":""}}', { status: 400 });
    return new Response('{"records":[{}]}', { status: 201 });
  });
  const marked: string[] = [];
  const again = () => upload(lines, deviceWith({}), ({ id }) => void marked.push(id));
  await expect(again()).rejects.toMatchObject({ key: 'too_many_bytes' });
  expect(marked).toEqual(['0a']);
});

it('what is sent says that no server has seen it, and is else what the device recorded', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: Blob }) => {
    sent.push(await body.text());
    return new Response('{"records":[{}]}', { status: 201 });
  });
  expect(await upload(lines, deviceWith({}), () => {})).toBe(3);
  expect(sent).toHaveLength(3);
  for (const record of sent) {
    const { origin, ...rest } = JSON.parse(record) as Record<string, unknown>;
    expect(origin).toBe('offline, unverified');
    expect(rest).toEqual(JSON.parse(RECORD));
    expect(record.startsWith(RECORD.trimEnd().slice(0, -1))).toBe(true);
  }
  // The Rust source contains the same words.
  expect(readFileSync(new URL('../../../crates/table/src/record/mod.rs', import.meta.url), 'utf8')).toContain(
    `"${(JSON.parse(marked('{"a":1}')) as { origin: string }).origin}"`,
  );
});

it('a table that gives no record is not uploaded', async () => {
  const sent = vi.fn();
  vi.stubGlobal('fetch', sent);
  await expect(upload(lines, deviceWith({ '0a': 500 }), () => {})).rejects.toMatchObject({ key: 'broken_table' });
  expect(sent).not.toHaveBeenCalled();
});
