// The worker of a page without a server: it loads the parts of the card room, and passes the page's messages to them.

import { ALL, Chunks } from './chunks';
import { webLocks } from './locks';
import type { Begin, FromWorker, ToWorker } from './messages';
import { begin } from './module';
import { ModuleRunner, type Told } from './moduleRunner';
import { fetchNet } from './nets';
import { NeededChunks } from './neededChunks';
import { inMemory, isDenied, openStorage } from './storage';
import { startBotWorkers } from './botWorkers';

const chunks = new Chunks();
const needed = new NeededChunks();

function tell(message: FromWorker): void {
  if (message.t === 'response') needed.onResponse(message.id, message.body);
  postMessage(message);
  // Once a table is open, the rest is loaded, so that the first action need not wait for it.
  if (message.t === 'opened') chunks.load(needed.later()).catch(console.error);
}

async function open({ botDelayMs }: Begin): Promise<ModuleRunner> {
  const stored = openStorage().catch((error: unknown) => {
    if (isDenied(error)) return inMemory();
    throw error;
  });
  const [storage] = await Promise.all([stored, chunks.load(['first'])]);
  return ModuleRunner.open({
    storage,
    locks: webLocks(),
    async begin(index) {
      // Stored tables can be of any game.
      if (index.length > 0) await chunks.load(ALL);
      return begin(chunks, index, botDelayMs);
    },
    botWorkers: startBotWorkers(chunks),
    fetchNet,
    tell,
  });
}

// Messages are handled one after the other, because each may wait for the storage. Those that need the chunk `rest`
// wait for it, and the others overtake them.
let last: Promise<unknown> = Promise.resolve();
let early = last;
let late = last;
let runner: Promise<ModuleRunner> | null = null;

function handle(message: Told): void {
  last = last
    .then(async () => (await runner)?.onMessage(message))
    .catch(() => {
      /* the page has already been informed of the failure */
    });
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.t === 'begin') {
    runner = open(data);
    runner.catch((error: unknown) => tell({ t: 'failed', why: String(error) }));
    return;
  }
  const names = needed.by(data);
  // If a chunk cannot be loaded, the module tries once more, or does without it.
  const ready = (names.includes('rest') ? late : early).then(() => chunks.load(names)).catch(console.error);
  if (names.includes('rest')) late = ready;
  else early = ready;
  void ready.then(() => handle(data));
});
