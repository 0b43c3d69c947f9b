// A worker in which bots think: the card room goes on meanwhile.

import type { FromBotWorker, ToBotWorker } from './messages';
import { type Bots, beginBots } from './module';
import { fetchNet } from './nets';

let bots: Promise<Bots> | null = null;
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
    const here = await bots!;
    let answer = here.ask(request);
    if ('wants_net' in answer) {
      const net = await fetchNet(answer.wants_net);
      if (net) here.loadNet(answer.wants_net, net);
      // Without its net a champion plays as a master. The next question fetches the net again.
      answer = here.ask(net ? request : { ...request, without_net: true });
    }
    if ('action' in answer) told.reply = answer;
  } catch (error) {
    // A bug stops the module for good.
    console.error(error);
    bots = beginBots(code);
  }
  postMessage(told);
});
