// A second connection of somebody who sits at a table: what is not the point of a test goes quickly on it.

import type { Page } from 'playwright-core';
import type { Frame, Refusal } from '../src/protocol';

export interface Driver<View = any> {
  frame(): Promise<Frame<View>>;
  /** Null where it was done; else why not. A move that waits for a window answers when it has closed. */
  act(action: string): Promise<Refusal | null>;
  /** One thing, whatever it is, if anything is waited for. */
  hurry(): Promise<void>;
}

interface Drive { frame: Frame | null; send(order: object): Promise<Refusal | null> }

export async function drive({ page }: { page: Page }, table: string): Promise<Driver> {
  await page.evaluate((id) => new Promise<void>((ready) => {
    const ws = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/v1/tables/${id}/socket`);
    const waiting = new Map<string, (refusal: Refusal | null) => void>();
    let n = 0;
    const drive: Drive = {
      frame: null,
      send: (order) => new Promise((answer) => {
        const cmd = `drive-${Math.random()}-${++n}`;
        waiting.set(cmd, answer);
        ws.send(JSON.stringify({ ...order, cmd }));
      }),
    };
    (globalThis as unknown as { drive: Drive }).drive = drive;
    ws.onmessage = (e) => {
      const message = JSON.parse(String(e.data)) as { t: string; cmd?: string; refusal?: Refusal };
      if (message.t === 'frame') { drive.frame = message as unknown as Frame; ready(); }
      if (message.t === 'done' || message.t === 'refused') waiting.get(message.cmd!)?.(message.refusal ?? null);
    };
  }), table);
  const send = (order: object): Promise<Refusal | null> => page.evaluate((o) => (globalThis as unknown as { drive: Drive }).drive.send(o), order);
  const frame = (): Promise<Frame<any>> => page.evaluate(() => (globalThis as unknown as { drive: Drive }).drive.frame!);
  return {
    frame,
    act: async (action) => send({ t: 'act', at: (await frame()).at, action }),
    async hurry() {
      const now = await frame();
      if (now.phase === 'between') return;
      const legal = now.legal.map((one) => one.action);
      const wanted = ['kael', 'show', 'draw deck', 'deal 2'].find((action) => legal.includes(action)) ?? legal[0];
      if (wanted) await send({ t: 'act', at: now.at, action: wanted });
      else await page.waitForTimeout(5);
    },
  };
}
