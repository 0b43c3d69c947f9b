// Tests that the page has words for every refusal of the server, in every language. The keys come from the Rust
// sources, the words from the word lists.

import { describe, expect, it, vi } from 'vitest';
import { ApiError, ask } from '../net/api';
import { type Backend, server } from '../net/backend';
import { errorWords } from './errorWords';
import { translator, type Words } from './words';

const rust = import.meta.glob(
  [
    '../../../crates/{answers,offline,room,server,table,catalog,game,tricks}/src/**/*.rs',
    '../../../games/*/src/**/*.rs',
    '!**/*tests*',
  ],
  { eager: true, query: '?raw', import: 'default' },
) as Record<string, string>;
const lists = {
  ...import.meta.glob('../../lang/**/*.json', { eager: true, import: 'default' }),
  ...import.meta.glob('../../../games/*/lang/*.json', { eager: true, import: 'default' }),
} as Record<string, Words>;
const LANGUAGES = ['en', 'fr', 'de'];

const sources = Object.entries(rust).map(([path, text]) => ({
  path,
  text: text.replace(/#\[cfg\(test\)\]\s*mod [^]*$/, ''),
}));
const keys = (where: RegExp, ...patterns: RegExp[]): string[] =>
  [
    ...new Set(
      sources
        .filter(({ path }) => where.test(path))
        .flatMap(({ text }) => patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((m) => m[1]!))),
    ),
  ].sort();
const words = (language: string, where: RegExp): Words =>
  Object.assign(
    {},
    ...Object.entries(lists)
      .filter(([path]) => where.test(path) && path.endsWith(`/${language}.json`))
      .map(([, list]) => list),
  );

/** The keys of errors in answers over HTTP. */
const faults = keys(
  /crates\//,
  /\b(?:bad|invalid|BadRequest::new)\(\s*"([a-z_]+)"/g,
  /CatalogError::new\(\s*"([a-z_]+)"/g,
  /\.fail\(\s*id,\s*\d+,\s*"([a-z_]+)"/g,
);
/** The keys for a device that cannot store something, both for requests and at a table. */
const notKept = keys(/offline\/src\/offline\.rs$/, /Refusal::new\("([a-z_]+)"/g);
const named = keys(/server\/src\/error\.rs$/, /\(\s*\d{3},\s*"([a-z_]+)"/g);
/** The keys of refusals of commands at a table, for all games. */
const refusals = keys(
  /crates\//,
  /\b(?:refusal|refused)\(\s*"([a-z_]+)"/g,
  /Refusal \{ (?:rule: None, )?key: "([a-z_]+)"/g,
);
/** The keys that only engines receive, and the keys of metrics. */
const NOT_FOR_THE_PAGE = [
  'connections',
  'commands',
  'sessions',
  'tables',
  'new_tables',
  'records',
  'connections_of_guest',
  'new_tables_of_guest',
  'malformed',
  'illegal',
];

it('the source is found', () => {
  for (const list of [faults, named, refusals]) expect(list.length).toBeGreaterThan(15);
  expect(faults).toContain('grace_s');
  expect(refusals).toContain('not_host');
  expect(notKept).toEqual(['device_full', 'device_store']);
});

describe.each(LANGUAGES)('%s', (language) => {
  const shell = words(language, /web\/lang|\.\.\/lang/);

  it('words every fault', () => {
    const said = (key: string) => `error.${key}` in shell || `import.${key}` in shell;
    expect([...faults, ...named, ...notKept].filter((key) => !said(key) && key !== 'record')).toEqual([]);
    for (const key of ['record', 'record_deal', 'record_action']) expect(shell).toHaveProperty([`import.${key}`]);
  });

  it('words every refusal of a table', () => {
    const solver = words(language, /rouge-et-noir/);
    expect(
      [...refusals, ...notKept].filter(
        (key) => !NOT_FOR_THE_PAGE.includes(key) && !(`refusal.${key}` in shell) && !(`refusal.${key}` in solver),
      ),
    ).toEqual([]);
  });

  it('words every refusal of every game', () => {
    for (const game of new Set(sources.flatMap(({ path }) => /games\/([^/]+)\//.exec(path)?.[1] ?? []))) {
      const own = { ...shell, ...words(language, new RegExp(`games/${game}/`)) };
      const given = keys(new RegExp(`games/${game}/`), /Refusal::rule\(\s*"[A-Z]\d+",\s*"([a-z_]+)"/g);
      expect([game, given.length > 0, given.filter((key) => !(`refusal.${key}` in own))]).toEqual([game, true, []]);
    }
  });
  it('names the options that exclude each other', () => {
    const found = sources.flatMap(({ path, text }) => {
      const [, game] = /games\/([^/]+)\/src\/rules\.rs$/.exec(path) ?? [];
      const options = [...text.matchAll(/OptionField \{ key: "(\w+)"/g)].map((m) => m[1]!);
      return [...text.matchAll(/Err\("(option [^"]*)"\)/g)]
        .map(([, sentence]) => options.filter((option) => sentence!.split(/\W/).includes(option)))
        .filter((named) => game && named.length > 1)
        .map((named) => ({ own: words(language, new RegExp(`games/${game}/`)), named }));
    });
    expect(found.length).toBeGreaterThan(0);
    for (const { own, named } of found)
      for (const option of named)
        for (const key of ['refusal.options', 'error.options']) expect(own[key]).toContain(own[`option.${option}`]);
  });
});

/** The keys for which the server has several English sentences that mean the same to people. */
const SAME = ['match_over', 'stale', 'taken', 'unknown_level', 'deal_goes_on', 'malformed', 'no_records'];

it('a key has one meaning: what programs read under it is one sentence', () => {
  const said = (pattern: RegExp) => {
    const sentences = new Map<string, Set<string>>();
    for (const { text } of sources.filter(({ path }) => /crates\//.test(path)))
      for (const [, key, sentence] of text.matchAll(pattern))
        sentences.set(key!, (sentences.get(key!) ?? new Set()).add(sentence!));
    expect(sentences.size).toBeGreaterThan(15);
    return [...sentences].filter(([key, all]) => all.size > 1 && !SAME.includes(key));
  };
  const SENTENCE = String.raw`\(\s*"([a-z_]+)",\s*(?:&?format!\(\s*)?"([^"]*)"`;
  expect(said(new RegExp(String.raw`\b(?:refusal|refused|Refusal::new)${SENTENCE}`, 'g'))).toEqual([]);
  expect(said(new RegExp(String.raw`\b(?:bad|invalid|CatalogError::new|BadRequest::new)${SENTENCE}`, 'g'))).toEqual([]);
});

it('a reader of English reads the page’s words too, not those for programs', () => {
  const t = translator('en', {
    'error.too_large': 'The request is too large.',
    'error.unknown': 'Something went wrong.',
  });
  expect(errorWords(new ApiError('too_large', '/api says what is asked for.', 413), t)).toBe(
    'The request is too large.',
  );
  expect(errorWords(new ApiError('new_here', 'See the log.', 400), t)).toBe('Something went wrong.');
});

it('who did not answer is named: what is on this device is saved on no server', async () => {
  const t = translator('en', words('en', /lang\/(people\/)?en\.json$/));
  const socket = () => ({}) as never;
  const away = () => Promise.reject(new Error('the worker cannot be loaded'));
  const lost = (from: Backend) => ask('me', undefined, 'GET', from).catch((e: unknown) => errorWords(e, t));
  expect(await lost({ request: away, socket })).toMatch(/on this device/);
  vi.stubGlobal('fetch', away);
  expect(await lost(server)).toMatch(/^The server/);
  vi.unstubAllGlobals();
});
