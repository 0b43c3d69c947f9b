// Finds the reason why the socket of a table does not open, because browsers do not report it. This code is used only
// after a failure.

import { backendOf, isOnDevice } from './backend';

export interface Hindrance {
  /** The key of the words for the reader. */
  words: string;
  /** True if further attempts are useless. */
  lasts: boolean;
}

/** The refusals at a table that have words of their own on the page. */
const AT_A_TABLE: Record<string, string> = {
  unknown_table: 'game.missing',
  not_your_table: 'error.by_invitation',
  not_a_socket: 'game.no_socket',
};

/** Returns the reason why the socket of a table does not open; null if it cannot be found out. */
export async function findHindrance(id: string): Promise<Hindrance | null> {
  const table = `tables/${encodeURIComponent(id)}`;
  try {
    const record = await ask(`${table}/record`, 'GET');
    if (!record.ok || isOnDevice(id)) return hindrance(record);
    // Other requests reach the server, so a filter may block sockets. The filter may answer requests for this address
    // with its own text.
    const socket = await ask(`${table}/socket`, 'POST');
    if (socket.status >= 500 || (socket.key && socket.key !== 'not_a_socket')) return hindrance(socket);
    // A reader who knows the id of a solitaire may read its record, but may not watch the game.
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
