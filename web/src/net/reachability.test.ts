import { afterEach, expect, it, vi } from 'vitest';
import { findHindrance } from './reachability';

afterEach(() => vi.unstubAllGlobals());

const refusal = (status: number, key: string) => () => Response.json({ error: { key, words: '' } }, { status });
const record = () => new Response('{}');
const page = (status: number) => () => new Response('<h1>Blocked</h1>', { status });
const nobody = () => {
  throw new TypeError('Failed to fetch');
};
const asked: string[] = [];

/** Makes a server, or a proxy in front of it, that gives these answers. */
function says(ofRecord: () => Response, ofSocket: () => Response = nobody, ofPlay: () => Response = record) {
  asked.length = 0;
  let cookies = '';
  vi.stubGlobal('document', {
    get cookie() {
      return cookies;
    },
    set cookie(text: string) {
      cookies = text;
    },
  });
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`);
    if (url.endsWith('/course')) return ofPlay();
    return (method === 'GET' ? ofRecord : ofSocket)();
  });
}

it('the questions are those of the protocol', async () => {
  says(record, refusal(426, 'not_a_socket'));
  await findHindrance('abc');
  expect(asked).toEqual([
    'GET /api/v1/tables/abc/record',
    'POST /api/v1/tables/abc/socket',
    'GET /api/v1/tables/abc/course',
  ]);
});

it.each([
  ['not_your_table', 'game.missing'],
  ['removed', 'error.removed'],
])('whoever may read the record and not look on (%s) is told so', async (key, words) => {
  says(record, refusal(426, 'not_a_socket'), refusal(403, key));
  expect(await findHindrance('abc')).toEqual({ words, lasts: true });
});

it('a table that shows no deal yet is no hindrance', async () => {
  says(record, refusal(426, 'not_a_socket'), refusal(404, 'unknown_deal'));
  expect(await findHindrance('abc')).toEqual({ words: 'game.no_socket', lasts: false });
});

it.each([
  ['a proxy without Upgrade', refusal(426, 'not_a_socket')],
  ['a filter with a page of its own', page(400)],
  ['a filter that forbids', page(403)],
  ['a filter that finds nothing', page(404)],
])('%s: only the socket does not come through', async (_, socket) => {
  says(record, socket);
  expect(await findHindrance('abc')).toEqual({ words: 'game.no_socket', lasts: false });
});

it.each(['too_many_connections', 'too_many_of_guest', 'too_many_sessions'])('a limit (%s) passes', async (key) => {
  for (const [ofRecord, ofSocket] of [
    [record, refusal(429, key)],
    [refusal(429, key), nobody],
  ] as const) {
    says(ofRecord, ofSocket);
    expect(await findHindrance('abc')).toEqual({ words: `error.${key}`, lasts: false });
  }
});

it.each([
  [503, 'away'],
  [503, 'elsewhere'],
  [503, 'store_away'],
  [500, 'store'],
])('a server that is busy with itself (%i %s) says so, and is dialled on', async (status, key) => {
  says(refusal(status, key));
  expect(await findHindrance('abc')).toEqual({ words: `error.${key}`, lasts: false });
});

it.each([
  [404, 'unknown_table', 'game.missing'],
  [403, 'not_your_table', 'error.by_invitation'],
  [403, 'removed', 'error.removed'],
  [410, 'closed_table', 'error.closed_table'],
  [410, 'closed_by_host', 'error.closed_by_host'],
  [500, 'broken_table', 'error.broken_table'],
])('%i %s stays so', async (status, key, words) => {
  says(refusal(status, key));
  expect(await findHindrance('abc')).toEqual({ words, lasts: true });
});

it.each([
  [403, 'banned'],
  [403, 'origin'],
])('what only the socket refuses (%i %s) is said', async (status, key) => {
  says(record, refusal(status, key));
  expect(await findHindrance('abc')).toEqual({ words: `error.${key}`, lasts: true });
});

it('a server that restarts, or only its proxy, says nothing', async () => {
  for (const [ofRecord, ofSocket] of [
    [nobody, nobody],
    [page(502), nobody],
    [page(404), nobody],
    [record, nobody],
    [record, page(503)],
  ] as const) {
    says(ofRecord, ofSocket);
    expect(await findHindrance('abc')).toBe(null);
  }
});

it('a browser without cookies is told so, and nothing is sent that would make a guest', async () => {
  says(record, refusal(426, 'not_a_socket'));
  vi.stubGlobal('document', {
    get cookie() {
      return '';
    },
    set cookie(_: string) {},
  });
  expect(await findHindrance('abc')).toEqual({ words: 'error.no_cookie', lasts: true });
  expect(asked).toEqual(['GET /api/v1/tables/abc/record']);
});
