// Tests the runner of the card room in its worker, with a module, a storage and locks made by this test.

import { afterEach, expect, it, vi } from 'vitest';
import type { FromPage, FromWorker, KeyChanges, KeyValues, ToPage } from './messages';
import type { Module } from './module';
import { ModuleRunner } from './moduleRunner';
import { Taken, type Written } from './storage';

interface Fake {
  runner: ModuleRunner;
  /** The messages that the page has received. */
  told: FromWorker[];
  /** The messages that the modules have received, in order. */
  heard: FromPage[];
  /** Returns how many modules have been started. */
  begun: () => number;
  /** The index with which the last module was started. */
  begunWith: KeyValues;
  /** Resolves when the asked bots have replied. */
  replied(): Promise<void>;
  owned: string[];
  taken: string[];
  released: string[];
}

interface Does {
  kept?: KeyValues;
  /** Returns the messages with which the module answers. */
  module?(told: FromPage): ToPage[];
  version?(): Promise<number>;
  /** Delays the reading of keys. */
  reads?(prefixes: readonly string[]): Promise<void>;
  put?(changes: KeyChanges): Promise<Written>;
  tables?: string[];
  /** Returns the game whose net the module wants. */
  wantsNet?(): string | null;
  /** Returns the net of a game, if it can be fetched. */
  net?(game: string): Uint8Array;
  loads?(game: string, net: Uint8Array): void;
  thinks?(): void;
  /** Delays the start of a module. */
  begins?(): Promise<void>;
}

async function fake(does: Does = {}): Promise<Fake> {
  const made = { told: [], heard: [], owned: [], taken: [], released: [] } as unknown as Fake;
  const written = { version: 1, isEmpty: false };
  let begun = 0;
  const module: Module = {
    post(message) {
      made.heard.push(message);
      const wants = does.wantsNet?.() ?? null;
      return { out: does.module?.(message) ?? [], wake_ms: null, thinks: wants !== null, wants_net: wants };
    },
    think: () => does.thinks?.(),
    loadNet: (game, net) => does.loads?.(game, net),
  };
  let answer = (_: null) => {};
  const asked = new Promise<null>((resolve) => {
    answer = resolve;
  });
  made.replied = async () => {
    answer(null);
    await asked;
  };
  const runner = await ModuleRunner.open({
    storage: {
      read: async (prefixes) => {
        await does.reads?.(prefixes);
        const isWanted = ([key]: [string, string]) => prefixes.some((prefix) => key.startsWith(prefix));
        return { stored: (does.kept ?? []).filter(isWanted), version: 0 };
      },
      version: does.version ?? (async () => 0),
      tables: async () => does.tables ?? [],
      put: does.put ?? (async () => written),
      clear: async () => ({ version: 1, isEmpty: true }),
      own: async (table) => void made.owned.push(table),
    },
    locks: {
      acquire: async (table) => {
        made.taken.push(table);
        return true;
      },
      release: (table) => void made.released.push(table),
    },
    begin: async (index) => {
      made.begunWith = index;
      if (begun++ > 0) await does.begins?.();
      return { ...module };
    },
    botWorkers: { ask: () => asked },
    fetchNet: async (game) => does.net?.(game) ?? null,
    tell: (message) => void made.told.push(message),
  });
  return Object.assign(made, { runner, begun: () => begun });
}

const ask = (id: number, method = 'GET', path = 'me') => ({ t: 'request', id, method, path, body: null }) as const;
const open = (connection: number, table: string) => ({ t: 'open', connection, table, takeOver: false }) as const;
const responses = (told: FromWorker[]) => told.filter((one) => one.t === 'response');
const asksBot = (job: number) =>
  ({ t: 'ask_worker', job, request: { game: 'kael', wanted: { bot: { seat: 0, level: 'club' } } } }) as const;
const trap = () => {
  throw new Error('unreachable');
};

const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(() => complained.mockClear());

it('a module that traps answers its request, closes its connections and begins again once', async () => {
  let bugs = 0;
  let go = () => {};
  const restarted = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { runner, told, heard, begun, replied } = await fake({
    begins: () => restarted,
    module: (message) => {
      if (message.t === 'request' && message.path === 'bug') bugs++;
      if (message.t === 'open') return [asksBot(9)];
      return message.t === 'request' && message.path === 'bug' ? trap() : [];
    },
  });
  await runner.onMessage(open(1, '0a'));
  await runner.onMessage(ask(2, 'GET', 'bug'));
  expect(told).toContainEqual({ t: 'closed', connection: 1, elsewhere: false });
  const [panicked] = responses(told);
  expect(panicked).toMatchObject({ id: 2, status: 500 });
  expect(panicked!.body).toContain('"panicked"');
  // A message that arrives during the restart waits, so that the broken module does not receive it.
  const before = heard.length;
  await replied();
  const later = runner.onMessage(ask(3));
  const bug = runner.onMessage(ask(4, 'GET', 'bug'));
  expect([heard.length, begun()]).toEqual([before, 2]);
  go();
  await Promise.all([later, bug]);
  expect(heard.slice(before)).toContainEqual(ask(3));
  expect(bugs).toBe(2);
});

it('two bugs of one moment begin one module', async () => {
  const { runner, replied, begun } = await fake({
    module: ({ t }) => {
      if (t === 'open') return [asksBot(1), { ...asksBot(2), request: { game: 'kael', wanted: { advice: null } } }];
      return t === 'worker_answer' || t === 'request' ? trap() : [];
    },
  });
  await runner.onMessage(open(1, '0a'));
  await replied();
  await runner.onMessage(ask(1));
  await vi.waitFor(() => expect(begun()).toBe(3));
});

it('a storage that cannot be read answers with an error, and closes what was to be opened', async () => {
  const { runner, told } = await fake({ version: () => Promise.reject(new Error('the database is closing')) });
  await runner.onMessage(ask(1));
  await runner.onMessage(open(2, '0a'));
  expect(responses(told)).toMatchObject([{ id: 1, status: 500 }]);
  expect(told).toContainEqual({ t: 'closed', connection: 2, elsewhere: false });
});

it('a module that cannot begin again fails, and nobody waits for it', async () => {
  const { runner, told } = await fake({
    begins: () => Promise.reject(new Error('no memory')),
    module: ({ t }) => (t === 'request' ? trap() : []),
  });
  await runner.onMessage(ask(1));
  await runner.onMessage(ask(2));
  expect(responses(told)).toMatchObject([{ id: 1 }, { id: 2 }]);
  expect(told.filter(({ t }) => t === 'failed')).toHaveLength(1);
});

const storing = (message: FromPage): ToPage[] =>
  message.t === 'command' ? [{ t: 'store', write: 7, changes: [['log/0a/00000000', '{}']] }] : [];

it.each([
  ['full', new DOMException('', 'QuotaExceededError')],
  ['failed', new DOMException('', 'InvalidStateError')],
] as const)('a write that fails is told as %s', async (outcome, error) => {
  const { runner, heard } = await fake({ module: storing, put: () => Promise.reject(error) });
  await runner.onMessage(open(1, '0a'));
  await runner.onMessage({ t: 'command', connection: 1, text: '{}' });
  await vi.waitFor(() => expect(heard).toContainEqual({ t: 'stored', write: 7, outcome }));
});

it('a write to the table of another tab lets go of it: there was space', async () => {
  const { runner, told, heard } = await fake({ module: storing, put: () => Promise.reject(new Taken('0a')) });
  await runner.onMessage(open(1, '0a'));
  await runner.onMessage({ t: 'command', connection: 1, text: '{}' });
  await vi.waitFor(() => expect(told).toContainEqual({ t: 'closed', connection: 1, elsewhere: true }));
  expect(heard.slice(-2)).toEqual([
    { t: 'unload', table: '0a' },
    { t: 'stored', write: 7, outcome: 'failed' },
  ]);
});

it('what was looked at is unloaded before this tab owns it', async () => {
  const { runner, heard, owned } = await fake();
  await runner.onMessage(ask(1, 'GET', 'tables/0a/record'));
  await runner.onMessage(open(2, '0a'));
  expect(owned).toEqual(['0a']);
  expect(heard.map(({ t }) => t)).toEqual(['request', 'unload', 'open']);
});

it('who deletes everything has every table until it is answered', async () => {
  const { runner, told, heard, taken, released } = await fake({
    tables: ['0a', '0b'],
    module: (message) =>
      message.t === 'request'
        ? [{ t: 'clear', write: 1 }]
        : message.t === 'stored'
          ? [{ t: 'response', id: 1, status: 204, body: '' }]
          : [],
  });
  await runner.onMessage(ask(1, 'DELETE', 'me'));
  expect(taken).toEqual(['0a', '0b']);
  await vi.waitFor(() => expect(responses(told)).toHaveLength(1));
  expect(heard).toContainEqual({ t: 'stored', write: 1, outcome: 'stored' });
  expect(released).toEqual(['0a', '0b']);
  expect(told).toContainEqual({ t: 'emptied' });
});

it('the page hears whether anything was stored', async () => {
  expect((await fake()).told).toEqual([{ t: 'begun', empty: true }]);
  expect((await fake({ kept: [['me', 'Ada']] })).told).toEqual([{ t: 'begun', empty: false }]);
  expect((await fake({ kept: [['record/a', '{}']] })).told).toEqual([{ t: 'begun', empty: false }]);
});

it.each([true, false])('loads the net that advice wants before it thinks, if it is there: %s', async (isThere) => {
  const done: string[] = [];
  let wanted: string | null = 'hearts';
  const { runner } = await fake({
    wantsNet: () => wanted,
    ...(isThere ? { net: () => new Uint8Array([1, 2]) } : {}),
    loads: (game, net) => void done.push(`net of ${game}: ${net.length} bytes`),
    thinks() {
      done.push('thinks');
      wanted = null;
    },
  });
  await runner.onMessage(open(1, 'a'));
  await vi.waitFor(() => expect(done).toContain('thinks'));
  expect(done).toEqual(isThere ? ['net of hearts: 2 bytes', 'thinks'] : ['thinks']);
});

it('a module begins without logs, and has the keys read that it asks for', async () => {
  const log: KeyValues = [
    ['log/0a/00000000', '{}'],
    ['log/0a/00000001', '{}'],
  ];
  const kept: KeyValues = [['table/0a', '{}'], ...log, ['log/0b/00000000', '{}'], ['record/r', '{}']];
  const { runner, heard, begunWith } = await fake({
    kept,
    module: ({ t }) => (t === 'open' ? [{ t: 'read', read: 3, prefixes: ['table/0a', 'log/0a/'] }] : []),
  });
  expect(begunWith).toEqual([['table/0a', '{}']]);
  await runner.onMessage(open(1, '0a'));
  await vi.waitFor(() => expect(heard).toContainEqual({ t: 'read', read: 3, stored: [['table/0a', '{}'], ...log] }));
});

it('what was read for a module that has stopped is not given to the next one', async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { runner, heard, begun } = await fake({
    reads: (prefixes) => (prefixes[0] === 'log/0a/' ? gate : Promise.resolve()),
    module: (message) => {
      if (message.t === 'command') trap();
      return message.t === 'open' ? [{ t: 'read', read: 1, prefixes: ['log/0a/'] }] : [];
    },
  });
  await runner.onMessage(open(1, '0a'));
  await runner.onMessage({ t: 'command', connection: 1, text: '{}' });
  await runner.onMessage(ask(2));
  expect(begun()).toBe(2);
  go();
  await gate;
  await runner.onMessage(ask(3));
  expect(heard.map(({ t }) => t)).toEqual(['unload', 'open', 'command', 'request', 'request']);
});
