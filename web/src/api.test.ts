import { afterEach, expect, it, vi } from 'vitest';
import { games, me, open, rename } from './api';
import { replay } from './apiRecords';
import { reach } from './reach';

afterEach(() => vi.unstubAllGlobals());

it('what is done first brings the session: what is done meanwhile waits for it, who looks does not', async () => {
  const asked: string[] = [];
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return asked.length === 1
      ? new Promise<Response>((done) => {
          answer = done;
        })
      : Promise.resolve(new Response('{"name":"Ann","tables":[],"games":[]}'));
  });
  const first = rename('Ann');
  const second = open({ game: 'kael' } as Parameters<typeof open>[0]);
  await Promise.all([games(), me()]);
  expect(asked).toEqual(['POST /api/v1/me', 'GET /api/v1/games', 'GET /api/v1/me']);
  answer(new Response('{"name":"Ann","tables":[]}'));
  await Promise.all([first, second]);
  expect(asked.at(-1)).toBe('POST /api/v1/tables');
});

it('the names of an imported record turn no sentence around', async () => {
  const seats = ['G\u2069\u202ehi', 'A\u202ebc', 'D\u2067ef', 'דנה'].map((name) => ({ name }));
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ seats, steps: [] }))));
  expect((await replay('records', 'a', 0, 0)).seats.map((seat) => seat.name)).toEqual(['Ghi', 'Abc', 'Def', 'דנה']);
});

it.each([
  [404, 'unknown_table', 'nothing'],
  [410, 'closed_table', 'closed'],
  [403, 'removed', 'removed'],
  [403, 'by_invitation', 'invitation'],
  [500, 'broken_table', 'broken'],
  [500, 'store', 'unknown'],
])('a table that answers with %i %s is %s', async (status, key, reached) => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify({ error: { key, words: '' } }), { status })),
  );
  expect(await reach('a')).toBe(reached);
});
