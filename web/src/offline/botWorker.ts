// A worker in which bots think: the card room goes on meanwhile.

import type { FromBotWorker, ToBotWorker } from './messages';
import { type Bots, beginBots } from './module';

let bots: Promise<Bots>;

// Messages are answered in their order: each waits for the same module first, and the module answers at once.
addEventListener('message', async ({ data }: MessageEvent<ToBotWorker>) => {
  if ('code' in data) {
    bots = beginBots(data.code);
    return;
  }
  const reply: FromBotWorker = { question: data.question, answer: null };
  try {
    const here = await bots;
    if ('net' in data) {
      here.loadNet(data.net.game, data.net.file);
      reply.answer = { loaded: data.net.game };
    } else reply.answer = here.ask(data.request);
  } catch (error) {
    console.error(error);
    // A bug stops the module for good: this worker is given up. Otherwise the module has said that it cannot answer.
    if (!(error instanceof WebAssembly.RuntimeError)) reply.answer = { error: String(error) };
  }
  postMessage(reply);
});
