// Finds the reason why the socket of a table does not open, which browsers do not report. Used only after a failure.

import { backendOf, isOnDevice } from './backend';

export interface Hindrance {
  /** A key of the page's words. */
  words: string;
  /** True if another attempt is useless. */
  lasts: boolean;
}

/** The refusals at a table for which the page has words of its own. */
const AT_A_TABLE: Record<string, string> = {
  unknown_table: 'game.missing',
  not_your_table: 'error.by_invitation',
  not_a_socket: 'game.no_socket',
};

/** Returns what hinders the socket of a table; null if it cannot be found out. */
export async function findHindrance(id: string): Promise<Hindrance | null> {
  const table = `tables/${encodeURIComponent(id)}`;
  try {
    const record = await ask(`${table}/record`, 'GET');
    if (!record.ok || isOnDevice(id)) return hindrance(record);
    // Requests reach the server. A filter that blocks sockets may refuse this address with a text of its own.
    const socket = await ask(`${table}/socket`, 'POST');
    if (socket.status >= 500 || (socket.key && socket.key !== 'not_a_socket')) return hindrance(socket);
    // A reader who has the id of a solitaire may read its record, but not watch it.
    const play = await ask(`${table}/course`, 'GET');
    if (play.key === 'not_your_table') return { words: 'game.missing', lasts: true };
    return hindrance(play.key === 'removed' ? play : { ...socket, key: 'not_a_socket' });
  } catch {
    return null;
  }
}

interface Reply {
  ok: boolean;
  status: number;
  key: string | undefined;
}

async function ask(path: string, method: string): Promise<Reply> {
  const answer = await (await backendOf(path)).request(path, { method });
  const { ok, status } = answer;
  const body = ok ? null : ((await answer.json().catch(() => null)) as { error?: { key: string } } | null);
  return { ok, status, key: body?.error?.key };
}

function hindrance({ status, key }: Reply): Hindrance | null {
  if (!key) return null;
  return {
    words: AT_A_TABLE[key] ?? `error.${key}`,
    lasts: ([401, 403, 404, 410].includes(status) && key !== 'not_a_socket') || key === 'broken_table',
  };
}
