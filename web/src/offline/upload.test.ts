import { afterEach, expect, it, vi } from 'vitest';
import type { Backend } from '../backend';
import type { TableLine } from '../protocol';
import { upload } from './upload';

afterEach(() => vi.unstubAllGlobals());

const lines = ['0a', '0b', '0c'].map((id) => ({ id }) as TableLine);
const deviceWith = (statuses: Record<string, number>): Backend => ({
  request: async (path) =>
    new Response('{"error":{"key":"broken_table","words":""}}', { status: statuses[path.split('/')[1]!] ?? 200 }),
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

it('a table that gives no record is not uploaded', async () => {
  const sent = vi.fn();
  vi.stubGlobal('fetch', sent);
  await expect(upload(lines, deviceWith({ '0a': 500 }), () => {})).rejects.toMatchObject({ key: 'broken_table' });
  expect(sent).not.toHaveBeenCalled();
});
