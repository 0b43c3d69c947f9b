// Finished deals in a moment: a table played from inside the page, without its board.

import type { Page } from 'playwright-core';

/** Opens a table and plays it from inside the page, any legal action, until `enough` deals are finished; returns its id. */
export async function played(page: Page, body: Record<string, unknown>, enough: number): Promise<string> {
  return page.evaluate(async ({ body, enough }) => {
    const answer = await fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const { id } = (await answer.json()) as { id: string };
    const line = new WebSocket(`${location.origin.replace('http', 'ws')}/api/v1/tables/${id}/socket`);
    let n = 0;
    let given = 0;
    await new Promise<void>((done) => {
      let frame: any = null;
      const act = () => {
        if (frame.deals.length >= enough || frame.phase === 'over') { done(); return; }
        if (frame.phase === 'between') { line.send(JSON.stringify({ t: 'next', cmd: `n${n++}` })); return; }
        if (frame.seats.length === 1 && given++ > 12) { line.send(JSON.stringify({ t: 'give_up', cmd: `g${n++}` })); return; }
        if (!frame.must.includes(frame.viewer) || !frame.legal.length) return;
        line.send(JSON.stringify({ t: 'act', cmd: `a${n++}`, at: frame.at, action: frame.legal[(n * 7) % frame.legal.length].action }));
      };
      line.onmessage = (event) => {
        const message = JSON.parse(event.data as string);
        if (message.t === 'frame') { frame = message; act(); }
        if (message.t === 'refused') setTimeout(act, 50);
      };
    });
    line.close();
    return id;
  }, { body, enough });
}
