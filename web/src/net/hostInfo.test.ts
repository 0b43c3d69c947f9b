import { afterEach, expect, it, vi } from 'vitest';
import { askHost, askHostAgain, hostInfo } from './hostInfo';

afterEach(() => vi.unstubAllGlobals());

it('what the host has set is asked once, and again after nobody answered or when it may have changed', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return asked.length === 1
      ? Promise.reject(new Error('away'))
      : Promise.resolve(new Response('{"pages":["privacy"],"chat":"phrases"}'));
  });
  askHost();
  askHost();
  await vi.waitFor(() => {
    askHost();
    expect(asked).toEqual(['/api/v1/host', '/api/v1/host']);
  });
  await vi.waitFor(() => expect(hostInfo.value).toEqual({ pages: ['privacy'], chat: 'phrases' }));
  askHost();
  expect(asked).toHaveLength(2);
  askHostAgain();
  await vi.waitFor(() => expect(asked).toHaveLength(3));
});
