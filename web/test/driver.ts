// A second connection of a person at a table. It quickly does everything that is not the subject of the test.

import type { Page } from 'playwright-core';
import type { Frame, Refusal } from '../src/net/protocol';
import { change } from './change';

/** The view as the tests read it, for any game. */
// biome-ignore lint/suspicious/noExplicitAny: a test names the game, not its types
export type AnyView = any;

export interface Driver<View = AnyView> {
  frame(): Promise<Frame<View>>;
  /** Sends an action. Resolves to null if it was done, otherwise to the refusal. If a move is held during a claim
   * window, it is answered when the window closes. */
  act(action: string): Promise<Refusal | null>;
  /** Does any one action if it is this seat's turn. Returns whether it was. */
  hurry(): Promise<boolean>;
  /** Waits for a frame newer than the last one that was read. */
  news(): Promise<void>;
  page: Page;
}

/** Does one action for each seat whose turn it is. If there is no such seat, waits for a change. */
export async function hurry(...drivers: readonly Driver[]): Promise<void> {
  let acted = false;
  for (const driver of drivers) acted = (await driver.hurry()) || acted;
  if (!acted) await Promise.race([...drivers.map((driver) => driver.news()), change(drivers[0]!.page)]);
}

interface Drive {
  frame: Frame | null;
  seen: number;
  next: (() => void)[];
  send(order: object): Promise<Refusal | null>;
}

export async function drive({ page }: { page: Page }, table: string): Promise<Driver> {
  await page.evaluate(
    (id) =>
      new Promise<void>((ready) => {
        const ws = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/v1/tables/${id}/socket`);
        const waiting = new Map<string, (refusal: Refusal | null) => void>();
        let n = 0;
        const drive: Drive = {
          frame: null,
          seen: 0,
          next: [],
          send: (order) =>
            new Promise((answer) => {
              const cmd = `drive-${Math.random()}-${++n}`;
              waiting.set(cmd, answer);
              ws.send(JSON.stringify({ ...order, cmd }));
            }),
        };
        (globalThis as unknown as { drive: Drive }).drive = drive;
        ws.onmessage = (e) => {
          const message = JSON.parse(String(e.data)) as { t: string; cmd?: string; refusal?: Refusal };
          if (message.t === 'frame') {
            drive.frame = message as unknown as Frame;
            ready();
            for (const tell of drive.next.splice(0)) tell();
          }
          if (message.t === 'done' || message.t === 'refused') waiting.get(message.cmd!)?.(message.refusal ?? null);
        };
      }),
    table,
  );
  const send = (order: object): Promise<Refusal | null> =>
    page.evaluate((o) => (globalThis as unknown as { drive: Drive }).drive.send(o), order);
  const frame = (): Promise<Frame<AnyView>> =>
    page.evaluate(() => {
      const { drive } = globalThis as unknown as { drive: Drive };
      drive.seen = drive.frame!.n;
      return drive.frame!;
    });
  return {
    page,
    frame,
    act: async (action) => send({ t: 'act', at: (await frame()).at, action }),
    async hurry() {
      const now = await frame();
      if (now.phase === 'between') return false;
      const legal = now.legal.map((one) => one.action);
      const wanted = ['kael', 'show', 'draw deck', 'deal 2'].find((action) => legal.includes(action)) ?? legal[0];
      if (wanted) await send({ t: 'act', at: now.at, action: wanted });
      return wanted !== undefined;
    },
    // If the page is closed, this does not wait.
    news: () =>
      page
        .evaluate(
          () =>
            new Promise<void>((done) => {
              const { drive } = globalThis as unknown as { drive: Drive };
              if (drive.frame!.n === drive.seen) drive.next.push(done);
              else done();
            }),
        )
        .catch(() => {}),
  };
}
