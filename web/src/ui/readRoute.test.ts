import { expect, it } from 'vitest';
import { cleaned, readRoute } from './readRoute';

const ID = 'k7aa1cbn2y9wqxz3';
const ROUTES = [
  [`/t/${ID}`, { page: 'table', id: ID }],
  [`/j/${ID}`, { page: 'invitation', token: ID }],
  [`/d/${ID}`, { page: 'device', token: ID }],
  ['/lobby', { page: 'lobby', game: null }],
  ['/lobby/schwarze-dame', { page: 'lobby', game: 'schwarze-dame' }],
  ['/learn/la-dame-noire', { page: 'lesson', game: 'la-dame-noire' }],
  ['/statistics', { page: 'statistics' }],
  ['/mistakes', { page: 'mistakes', id: null }],
  [`/mistakes/${ID}`, { page: 'mistakes', id: ID }],
  ['/day', { page: 'day', date: null, game: null }],
  ['/day/2026-12-01', { page: 'day', date: '2026-12-01', game: null }],
  ['/day/2026-12-01/la-dame-noire', { page: 'day', date: '2026-12-01', game: 'la-dame-noire' }],
  [`/t/${ID}/replay`, { page: 'replay', from: 'tables', id: ID, deal: 0 }],
  [`/t/${ID}/replay/12`, { page: 'replay', from: 'tables', id: ID, deal: 11 }],
  [`/r/${ID}/1`, { page: 'replay', from: 'records', id: ID, deal: 0 }],
  ['/', { page: 'start' }],
] as const;

/** Characters that people and programs add after a link, in the form in which browsers pass them on as part of the
 * address. */
const BEHIND = '. , ) ! … ; : \' " > ] * _ - — ’ » /'
  .split(' ')
  .concat(' ', '\t', '.)', '/.', '/)', '," she', '**', '.The');

it.each(ROUTES)('%s is found, with anything behind it and in any case', (path, route) => {
  expect(readRoute(path)).toEqual(route);
  expect(cleaned(path)).toBe(path);
  for (const behind of BEHIND)
    for (const end of [behind, encodeURIComponent(behind), encodeURI(behind)])
      expect([end, readRoute(path + end)]).toEqual([end, route]);
  expect(readRoute(path.toUpperCase())).toEqual(route);
});

it.each(['%', '%E2', '%E2%80', '%ZZ', '%%', '%00', '%u2026', '%C0%AF', '%ED%A0%80', '\ud800'])(
  'a link that was cut off (%s) leads where its beginning leads',
  (end) => {
    for (const [path, route] of ROUTES) expect(readRoute(path + end)).toEqual(route);
  },
);

it('a path without a name is none', () => {
  for (const path of [
    '/t/',
    '/t/%',
    '/j/%E2',
    '/d/.',
    '/learn/%',
    '/foo',
    '/t/a/b',
    '/r//1',
    '/r/%/1',
    '',
    '/t/a/replay/0',
  ])
    expect([path, readRoute(path)]).toEqual([path, { page: 'nowhere' }]);
  for (const path of ['//', '/index.html', '/%']) expect(readRoute(path)).toEqual({ page: 'start' });
  for (const path of ['/lobby/%', '/lobby/']) expect(readRoute(path)).toEqual({ page: 'lobby', game: null });
});

it('no bytes stop the reader, and what it reads are names', () => {
  let seed = 7;
  const next = (below: number) => (seed = (Math.imul(seed, 48271) >>> 0) % 2147483647) % below;
  const PARTS = [
    '/',
    '/t/',
    '/j/',
    '/d/',
    '/r/',
    '/lobby/',
    '/learn/',
    '/replay/',
    '%',
    '%e2',
    '%2f',
    '?',
    '#',
    '.',
    'a1',
  ];
  for (let i = 0; i < 50_000; i++) {
    let path = '';
    for (let n = next(9); n >= 0; n--) path += next(3) ? PARTS[next(PARTS.length)] : String.fromCharCode(next(0x10000));
    const read = readRoute(path) as Record<string, unknown>;
    const names = ['id', 'token', 'game'].map((key) => String(read[key] ?? 'a')).join('');
    if (!/^[0-9a-z-]+$/.test(names) || Number(read['deal'] ?? 0) < 0) throw new Error(`${path} gives ${names}`);
    // The cleaned path must lead to the same page.
    if (read['page'] !== 'nowhere') expect(readRoute(cleaned(path))).toEqual(read);
  }
});
