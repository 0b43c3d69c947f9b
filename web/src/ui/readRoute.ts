// Parses the path of a page. It can contain anything, because it comes from links that people copy.

export type Route =
  | { page: 'start' }
  | { page: 'statistics' }
  | { page: 'mistakes'; id: string | null }
  | { page: 'table'; id: string }
  | { page: 'invitation' | 'device'; token: string }
  | { page: 'lobby'; game: string | null }
  | { page: 'lesson'; game: string }
  | { page: 'day'; date: string | null; game: string | null }
  | { page: 'replay'; from: 'tables' | 'records'; id: string; deal: number }
  | { page: 'nowhere' };

/** Returns a path without the characters that a sentence or a chat program has added after it. Valid paths have only
 * lower-case letters, digits, hyphens and slashes. */
export function cleaned(path: string): string {
  let letters = path;
  try {
    letters = decodeURIComponent(path);
  } catch {
    // The text from an invalid `%` on is cut off.
  }
  const clean = letters
    .replace(/(?:[^\w/-]|_).*/s, '')
    .replace(/(?<!^)[-/]+$/, '')
    .toLowerCase();
  return clean === '/index' ? '/' : clean;
}

export function readRoute(path: string): Route {
  const [, where, named] = /^\/(t|j|d|lobby|learn|mistakes|statistics)(?:\/([^/]+))?$/.exec(cleaned(path)) ?? [];
  if (where === 't' && named) return { page: 'table', id: named };
  if (where === 'j' && named) return { page: 'invitation', token: named };
  if (where === 'd' && named) return { page: 'device', token: named };
  if (where === 'statistics') return { page: 'statistics' };
  if (where === 'learn' && named) return { page: 'lesson', game: named };
  if (where === 'mistakes') return { page: 'mistakes', id: named ?? null };
  if (where === 'lobby') return { page: 'lobby', game: named ?? null };
  const replay = /^\/(?:t\/([^/]+)\/replay|r\/([^/]+))(?:\/([1-9]\d{0,5}))?$/.exec(cleaned(path));
  if (replay)
    return {
      page: 'replay',
      from: replay[1] ? 'tables' : 'records',
      id: replay[1] ?? replay[2]!,
      deal: Number(replay[3] ?? 1) - 1,
    };
  const day = /^\/day(?:\/(\d{4}-\d\d-\d\d)(?:\/([^/]+))?)?$/.exec(cleaned(path));
  if (day) return { page: 'day', date: day[1] ?? null, game: day[2] ?? null };
  return cleaned(path) === '/' ? { page: 'start' } : { page: 'nowhere' };
}
