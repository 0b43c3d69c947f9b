import { expect, it } from 'vitest';
import { isLocal } from './linkToGive';

it('a link that only this computer can open is known', () => {
  for (const url of [
    'http://127.0.0.1:7878/j/a',
    'http://localhost:7878/j/a',
    'http://cards.localhost/j/a',
    'http://[::1]:7878/j/a',
  ])
    expect(isLocal(url), url).toBe(true);
  for (const url of [
    'http://192.168.1.2:7878/j/a',
    'https://cards.example.org/j/a',
    'http://nas.local/j/a',
    'https://localhost.example.org/',
  ])
    expect(isLocal(url), url).toBe(false);
});
