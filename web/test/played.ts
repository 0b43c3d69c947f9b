// Finished deals for tests, made within a moment: a script inside the page plays at a table, without the board.

import type { Page } from 'playwright-core';
import type { Frame } from '../src/net/protocol';

/** Opens a table, and plays legal actions from inside the page until `enough` deals are finished. A solitaire is given
 * up after `acts` actions. The action `preferred` is done whenever it is legal. The same solitaire is always played in
 * the same way, even on a busy machine. Returns the id of the table. */
export async function played(
  page: Page,
  body: Record<string, unknown>,
  enough: number,
  acts = 13,
  preferred = '',
): Promise<string> {
  return page.evaluate(
    async ({ body, enough, acts, preferred }) => {
      const answer = await fetch('/api/v1/tables', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { id } = (await answer.json()) as { id: string };
      const address = `${location.origin.replace('http', 'ws')}/api/v1/tables/${id}/socket`;
      let n = 0;
      /** The decision that was answered last. */
      let decided = '';
      let frame = null as unknown as Frame;
      let heard = performance.now();
      await new Promise<void>((done, failed) => {
        let line: WebSocket;
        const send = (message: object) => {
          if (line.readyState === WebSocket.OPEN) line.send(JSON.stringify(message));
        };
        const act = () => {
          if (frame.deals.length >= enough || frame.phase === 'over') {
            clearInterval(watch);
            line.onclose = null;
            line.close();
            done();
            return;
          }
          if (frame.phase === 'between') {
            send({ t: 'next', cmd: `n${n++}` });
            return;
          }
          if (frame.seats.length === 1 && frame.at >= acts) {
            send({ t: 'give_up', cmd: `g${n++}` });
            return;
          }
          const { at, legal } = frame;
          const decision = `${frame.deal}/${at}`;
          // A frame can be sent again, which is no reason for another action.
          if (frame.viewer === null || !frame.must.includes(frame.viewer) || !legal.length || decision === decided)
            return;
          decided = decision;
          const choice = legal.find(({ action }) => action === preferred) ?? legal[((at + 1) * 7) % legal.length]!;
          send({ t: 'act', cmd: `a${n++}`, at, action: choice.action });
        };
        const open = () => {
          line = new WebSocket(address);
          line.onmessage = (event) => {
            const message = JSON.parse(event.data as string);
            if (message.t === 'frame') {
              frame = message;
              heard = performance.now();
              act();
            }
            if (message.t === 'refused') {
              decided = '';
              setTimeout(act, 50);
            }
          };
          // Reconnects after a lost connection, as the page does.
          line.onclose = () => {
            decided = '';
            setTimeout(open, 500);
          };
        };
        const watch = setInterval(() => {
          const silent = performance.now() - heard;
          if (silent > 60_000) {
            clearInterval(watch);
            failed(new Error(`no frame for a minute after ${n} commands: ${JSON.stringify(frame)}`));
          } else if (silent > 5_000) line.close();
        }, 5_000);
        open();
      });
      return id;
    },
    { body, enough, acts, preferred },
  );
}
