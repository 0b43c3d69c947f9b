// What of a table can be reached: asked only where its socket does not open.

import { answers } from './backend';

export type Reached = 'table' | 'nothing' | 'closed' | 'ended' | 'removed' | 'invitation' | 'broken' | 'unknown';

/** What of a table can be reached: a socket that fails to open does not say why. */
export async function reach(id: string): Promise<Reached> {
  try {
    const path = `tables/${encodeURIComponent(id)}/record`;
    const answer = await (await answers(path)).request(path, { method: 'GET' });
    const { ok, status } = answer;
    const key = ok ? null : ((await answer.json().catch(() => null)) as { error?: { key: string } } | null)?.error?.key;
    if (key === 'broken_table') return 'broken';
    if (key === 'closed_by_host') return 'ended';
    if (status === 403) return key === 'removed' ? 'removed' : 'invitation';
    return ok ? 'table' : status === 404 ? 'nothing' : status === 410 ? 'closed' : 'unknown';
  } catch {
    return 'unknown';
  }
}
