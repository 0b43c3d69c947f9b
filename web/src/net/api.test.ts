import { afterEach, expect, it, vi } from 'vitest';
import { games, me, open, rename } from './api';
import { replay } from './recordsApi';

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
      : Promise.resolve(new Response('{"id":"abc","name":"Ann","tables":[],"games":[]}'));
  });
  const first = rename('Ann');
  const second = open({ game: 'kael' } as Parameters<typeof open>[0]);
  await vi.waitFor(() => expect(asked.length).toBe(1));
  await Promise.all([games(), me()]);
  expect(asked).toEqual(['POST /api/v1/me', 'GET /api/v1/games', 'GET /api/v1/me']);
  answer(new Response('{"name":"Ann","tables":[]}'));
  await Promise.all([first, second]);
  expect(asked[3]).toBe('POST /api/v1/tables');
});

it('the names of an imported record turn no sentence around', async () => {
  const seats = ['G\u2069\u202ehi', 'A\u202ebc', 'D\u2067ef', 'דנה'].map((name) => ({ name }));
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ seats, steps: [] }))));
  expect((await replay('records', 'a', 0, 0)).seats.map((seat) => seat.name)).toEqual(['Ghi', 'Abc', 'Def', 'דנה']);
});

it('a cookie that is dropped on the way is noticed at the first seat, and no second guest is made', async () => {
  vi.resetModules();
  const page = await import('./api');
  const { noCookie } = await import('./noCookie');
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return Response.json(method === 'POST' ? { id: 'abc' } : { devices: [], link: null });
  });
  const kael = { game: 'kael' } as Parameters<typeof open>[0];
  await page.open(kael);
  await vi.waitFor(() => expect(noCookie.value).toBe(true));
  expect(asked).toEqual(['POST /api/v1/tables', 'GET /api/v1/me/devices']);
  await expect(page.open(kael)).rejects.toMatchObject({ key: 'no_cookie' });
  expect(asked.length).toBe(2);
});

it('whoever is known again at the first seat is not looked at a second time', async () => {
  vi.resetModules();
  const page = await import('./api');
  const { noCookie } = await import('./noCookie');
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return Response.json(
      method === 'POST' ? { id: 'abc' } : { devices: [{ this: false }, { this: true }], link: null },
    );
  });
  for (const game of ['kael', 'hearts']) {
    await page.open({ game } as Parameters<typeof open>[0]);
    await new Promise((done) => setTimeout(done));
  }
  expect([noCookie.value, asked]).toEqual([
    false,
    ['POST /api/v1/tables', 'GET /api/v1/me/devices', 'POST /api/v1/tables'],
  ]);
});
