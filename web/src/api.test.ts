import { afterEach, expect, it, vi } from 'vitest';
import { games, me } from './api';

afterEach(() => vi.unstubAllGlobals());

it('nothing is asked beside the first question: its answer names the session', async () => {
  const asked: string[] = [];
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return asked.length === 1 ? new Promise<Response>((done) => { answer = done; }) : Promise.resolve(new Response('{"name":"Ann","tables":[]}'));
  });
  const both = Promise.all([games(), me()]);
  await Promise.resolve();
  expect(asked).toEqual(['/api/v1/games']);
  answer(new Response('{"games":[]}'));
  expect(await both).toEqual([[], { name: 'Ann', tables: [] }]);
  expect(asked).toEqual(['/api/v1/games', '/api/v1/me']);
});
