// A worker in which bots think: the card room goes on meanwhile.

import type { FromThinker, ThinkAnswer, ThinkRequest, ToThinker } from './messages';
import { beginThinker } from './module';

let answer: Promise<(asked: ThinkRequest) => ThinkAnswer> | null = null;
let code: WebAssembly.Module;

addEventListener('message', async ({ data }: MessageEvent<ToThinker>) => {
  if ('code' in data) {
    code = data.code;
    answer = beginThinker(code);
    return;
  }
  const { work, request } = data;
  const told: FromThinker = { work, answer: null };
  try {
    told.answer = (await answer)!(request);
  } catch (error) {
    // A bug stops the module for good.
    console.error(error);
    answer = beginThinker(code);
  }
  postMessage(told);
});
