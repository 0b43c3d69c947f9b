// The worker in which bots think, so that the card room can go on in its own worker.

import { Chunks } from './chunks';
import type { FromBotWorker, ToBotWorker } from './messages';
import { type Bots, beginBots } from './module';

const chunks = new Chunks();
let bots: Promise<Bots> | undefined;

// Messages are answered in order. Each message waits for the same promise of the module. The module then answers
// synchronously.
addEventListener('message', async ({ data }: MessageEvent<ToBotWorker>) => {
  if ('code' in data) {
    chunks.add(data.code);
    bots ??= beginBots(chunks);
    return;
  }
  const reply: FromBotWorker = { question: data.question, answer: null };
  try {
    const here = (await bots)!;
    if ('net' in data) {
      here.loadNet(data.net.game, data.net.file);
      reply.answer = { loaded: data.net.game };
    } else reply.answer = here.ask(data.request);
  } catch (error) {
    console.error(error);
    // After a bug the module is broken, so `answer` stays null, and the page replaces this worker. Any other error
    // means that the module has refused the question.
    if (!(error instanceof WebAssembly.RuntimeError)) reply.answer = { error: String(error) };
  }
  postMessage(reply);
});
