// The worker of a page without a server: it loads the parts of the card room, and passes the page's messages to them.

import moduleUrl from '../../wasm/offline.wasm?url';
import { webLocks } from './locks';
import type { Begin, FromWorker, ToWorker } from './messages';
import { begin } from './module';
import { ModuleRunner } from './moduleRunner';
import { fetchNet } from './nets';
import { inMemory, isDenied, openStorage } from './storage';
import { startBotWorkers } from './botWorkers';

const tell = (message: FromWorker) => postMessage(message);

async function compiled(): Promise<WebAssembly.Module> {
  const answer = await fetch(moduleUrl);
  if (!answer.ok) throw new Error(`the module cannot be loaded: ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  if (bytes.byteLength === 0) throw new Error('this page was built without the module');
  return WebAssembly.compile(bytes);
}

async function open({ botDelayMs }: Begin): Promise<ModuleRunner> {
  const stored = openStorage().catch((error: unknown) => {
    if (isDenied(error)) return inMemory();
    throw error;
  });
  const [code, storage] = await Promise.all([compiled(), stored]);
  return ModuleRunner.open({
    storage,
    locks: webLocks(),
    begin: (index) => begin(code, index, botDelayMs),
    botWorkers: startBotWorkers(code),
    fetchNet,
    tell,
  });
}

// Messages are handled one after the other, because each may wait for the storage.
let last: Promise<unknown> = Promise.resolve();
let runner: Promise<ModuleRunner> | null = null;
addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.t === 'begin') {
    runner = open(data);
    runner.catch((error: unknown) => tell({ t: 'failed', why: String(error) }));
  } else
    last = last
      .then(async () => (await runner)?.onMessage(data))
      .catch(() => {
        /* the page has already been informed of the failure */
      });
});
