import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Me } from '../net/protocol';

const me = (name: string, ...tables: [string, string][]): Me =>
  ({ name, tables: tables.map(([id, created]) => ({ id, created })) }) as Me;
const answer = (is: Me) => Promise.resolve(new Response(JSON.stringify(is)));

let here: () => Promise<Response>;
vi.mock('../offline/deviceBackend', () => ({ device: { request: () => here() } }));

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('fetch', () => answer(me('Ada', ['a', '2026-01-02'])));
  vi.stubGlobal('localStorage', { getItem: () => 'yes' });
});
afterEach(() => vi.unstubAllGlobals());

it('what the server knows is shown before the device’s card room is loaded; once it is quick, in one go', async () => {
  let go = (_: Response) => {};
  here = () =>
    new Promise((resolve) => {
      go = resolve;
    });
  const { loadMyTables } = await import('./myTables');
  const found: string[][] = [];
  const onFound = ({ tables }: Me) => void found.push(tables.map(({ id }) => id));
  const all = loadMyTables(onFound);
  await vi.waitFor(() => expect(found).toEqual([['a']]));
  await vi.waitFor(() => {
    go(new Response(JSON.stringify(me('Guest', ['0b', '2026-01-03'], ['0c', '2026-01-01']))));
    expect(found).toHaveLength(2);
  });
  await all;
  expect(found[1]).toEqual(['0b', 'a', '0c']);
  here = () => answer(me('Guest'));
  await loadMyTables(onFound);
  expect(found).toEqual([['a'], ['0b', 'a', '0c'], ['a']]);
});

it('a device that does not answer takes nothing away', async () => {
  here = () => Promise.reject(new Error('no module'));
  const { loadMyTables } = await import('./myTables');
  const found: string[] = [];
  await loadMyTables(({ name }) => void found.push(name));
  expect(new Set(found)).toEqual(new Set(['Ada']));
});
