// A worker in which bots think, while the card room continues.

import type { FromBotWorker, ToBotWorker } from './messages';
import { type Bots, beginBots } from './module';

let bots: Promise<Bots>;

// Messages are answered in order: each first waits for the same module, which then answers at once.
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
    // A bug stops the module for good, so the page replaces this worker. Otherwise the module refused the question.
    if (!(error instanceof WebAssembly.RuntimeError)) reply.answer = { error: String(error) };
  }
  postMessage(reply);
});
