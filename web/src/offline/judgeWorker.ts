// The worker that finds the mistakes in a finished deal. It loads the module, judges one deal, and is then ended.

import { Chunks, whole } from './chunks';
import type { FromJudge, JudgeRequest } from './messages';
import { beginBots } from './module';
import { fetchNet } from './nets';

addEventListener('message', async ({ data }: MessageEvent<JudgeRequest>) => {
  try {
    const [{ game }] = data;
    const chunks = new Chunks();
    await chunks.load(['first', ...whole([game])]);
    const bots = await beginBots(chunks);
    let found = bots.judge(data);
    if (!found) {
      // Without its net the judgement would be weaker than the one of the server. Then the deal waits.
      const net = await fetchNet(game);
      if (net) bots.loadNet(game, net);
      found = bots.judge(data);
    }
    postMessage((found ?? { error: 'the net is missing' }) satisfies FromJudge);
  } catch (error) {
    postMessage({ error: String(error) } satisfies FromJudge);
  }
});
