// The worker of a page without a server: it loads what the card room is made of, and hands on what the page tells.

import firstUrl from '../../wasm/first.wasm?url';
import restUrl from '../../wasm/rest.wasm?url';
import { webLocks } from './locks';
import type { Begin, FromWorker, ToWorker } from './messages';
import { begin } from './module';
import { ModuleRunner, type Told } from './moduleRunner';
import { fetchNet } from './nets';
import { inMemory, isDenied, openStorage } from './storage';
import { startBotWorkers } from './botWorkers';

const tell = (message: FromWorker) => postMessage(message);

async function compiled(url: string): Promise<WebAssembly.Module> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the module cannot be loaded: ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  if (bytes.byteLength === 0) throw new Error('this page was built without the module');
  return WebAssembly.compile(bytes);
}

const first = compiled(firstUrl);

/** The rest of the module, which is not in the way of the first. One that could not be fetched is fetched again. */
class Rest {
  #fetched: Promise<WebAssembly.Module> | null = null;
  #here: WebAssembly.Module | null = null;

  get(): Promise<WebAssembly.Module> {
    this.#fetched ??= first
      .then(() => compiled(restUrl))
      .then(
        (rest) => (this.#here = rest),
        (error: unknown) => {
          this.#fetched = null;
          throw error;
        },
      );
    return this.#fetched;
  }

  /** At once: the module is in the middle of a call. This worker waits; the page does not. */
  now(): WebAssembly.Module {
    if (this.#here) return this.#here;
    const request = new XMLHttpRequest();
    request.open('GET', restUrl, false);
    request.responseType = 'arraybuffer';
    request.send();
    this.#here = new WebAssembly.Module(request.response as ArrayBuffer);
    return this.#here;
  }
}

const rest = new Rest();

async function open({ botDelayMs }: Begin): Promise<ModuleRunner> {
  const stored = openStorage().catch((error: unknown) => {
    if (isDenied(error)) return inMemory();
    throw error;
  });
  const [code, storage] = await Promise.all([first, stored]);
  // Whoever needs it asks again.
  rest.get().catch(console.error);
  return ModuleRunner.open({
    storage,
    locks: webLocks(),
    async begin(index) {
      // Whoever has played here may go on with anything.
      if (index.length > 0) await rest.get();
      return begin({ first: code, rest: () => rest.now() }, index, botDelayMs);
    },
    botWorkers: startBotWorkers(async () => ({ first: code, rest: await rest.get() })),
    fetchNet,
    tell,
  });
}

/** A message on the way to the first card: all others wait for the rest of the module. */
const isEarly = (message: Told): boolean =>
  message.t === 'open' || (message.t === 'request' && ['games', 'me', 'tables'].includes(message.path));

// One message after the other: each may wait for the storage. Those on the way to the first card overtake what waits for the rest.
let last: Promise<unknown> = Promise.resolve();
let runner: Promise<ModuleRunner> | null = null;
addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  if (data.t === 'begin') {
    runner = open(data);
    runner.catch((error: unknown) => tell({ t: 'failed', why: String(error) }));
    return;
  }
  if (!isEarly(data)) await rest.get().catch(console.error);
  last = last
    .then(async () => (await runner)?.onMessage(data))
    .catch(() => {
      /* the page was told that it has failed */
    });
});
