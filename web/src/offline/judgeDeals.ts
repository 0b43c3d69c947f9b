// Finds the reader's mistakes in finished deals: on this device, in a worker, while the browser is idle and saves no
// power. The server does it only for a reader who waits for it, and only if this device cannot.

import { askedOf, refused } from '../net/api';
import { type Backend, backendOf, server } from '../net/backend';
import { judgeOnServer, mistakesOf, storeMistakes } from '../net/mistakesApi';
import { browserIsIdle } from '../net/prefetch';
import type { FoundMistakes, JudgedDeal } from '../net/protocol';
import type { FromJudge, JudgeRequest } from './messages';

/** The pause in ms after the end of a match, in which the reader looks at the result or begins the next match. */
const AFTER_MS = 4_000;
/** The charge below which a device without power saves it. */
const LOW = 0.2;

interface Power {
  connection?: { saveData?: boolean };
  getBattery?(): Promise<{ charging: boolean; level: number }>;
}

/** Returns whether the device saves power or data. Browsers do not say that a battery saver is on, so a low battery
 * counts as one. */
export async function savesPower(device: Power = navigator as Power): Promise<boolean> {
  if (device.connection?.saveData) return true;
  const battery = await device.getBattery?.().catch(() => null);
  return battery != null && !battery.charging && battery.level <= LOW;
}

/** Finds and stores the mistakes in a deal on this device. Rejects if that is impossible. */
async function judgeHere(from: Backend, of: JudgedDeal, signal: AbortSignal): Promise<void> {
  const answer = await askedOf(from, `tables/${encodeURIComponent(of.table)}/record`, { method: 'GET' });
  if (!answer.ok) throw await refused(answer);
  const record = await answer.text();
  signal.throwIfAborted();
  await storeMistakes(from, await inWorker([of, record], signal));
}

function inWorker(asked: JudgeRequest, signal: AbortSignal): Promise<FoundMistakes> {
  const worker = new Worker(new URL('./judgeWorker.ts', import.meta.url), { type: 'module', name: 'judge' });
  return new Promise<FoundMistakes>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.onerror = () => reject(new Error('the judge cannot be loaded'));
    worker.onmessage = ({ data }: MessageEvent<FromJudge>) => {
      if ('error' in data) reject(new Error(data.error));
      else resolve(data);
    };
    worker.postMessage(asked);
  }).finally(() => worker.terminate());
}

/** Judges deals one after the other, on this device or, if it cannot, on the server. Calls `onJudged` after each deal
 * with the number of those that are left. A deal that cannot be judged now stays for the next time. */
export async function judgeDeals(
  from: Backend,
  deals: readonly JudgedDeal[],
  signal: AbortSignal,
  onJudged: (left: number) => void,
): Promise<void> {
  let isHere = !(await savesPower());
  for (const [at, of] of deals.entries()) {
    await browserIsIdle();
    if (signal.aborted || (!isHere && from !== server)) return;
    try {
      if (isHere)
        await judgeHere(from, of, signal).catch((error: unknown) => {
          if (signal.aborted || from !== server) throw error;
          isHere = false;
        });
      if (!isHere) await judgeOnServer(of, signal);
    } catch (error) {
      // Another page of the reader may be waiting for the server.
      if (signal.aborted || (error as { status?: unknown }).status === 429) return;
      console.warn(`a deal was not judged: ${String(error)}`);
    }
    onJudged(deals.length - at - 1);
  }
}

/** Judges a match that has just ended, on this device alone. */
export async function judgeMatch(table: string, signal: AbortSignal): Promise<void> {
  await new Promise((done) => setTimeout(done, AFTER_MS));
  await browserIsIdle();
  if (signal.aborted || (await savesPower())) return;
  const from = await backendOf(`tables/${table}`);
  for (const of of (await mistakesOf(from)).unjudged) {
    if (of.table !== table) continue;
    await browserIsIdle();
    signal.throwIfAborted();
    await judgeHere(from, of, signal);
  }
  await mistakesOf(from);
}
