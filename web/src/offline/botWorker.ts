// A worker in which bots think: the card room goes on meanwhile.

import type { FromBotWorker, WorkerReply, WorkerRequest, ToBotWorker } from './messages';
import { beginBots } from './module';

let bots: Promise<(asked: WorkerRequest) => WorkerReply> | null = null;
let code: WebAssembly.Module;

addEventListener('message', async ({ data }: MessageEvent<ToBotWorker>) => {
  if ('code' in data) {
    code = data.code;
    bots = beginBots(code);
    return;
  }
  const { job, request } = data;
  const told: FromBotWorker = { job, reply: null };
  try {
    told.reply = (await bots)!(request);
  } catch (error) {
    // A bug stops the module for good.
    console.error(error);
    bots = beginBots(code);
  }
  postMessage(told);
});
