// What a page without a server asks its card room until the first card of each game lies on the table.

/** The 32 random bytes of a start. */
const ENTROPY = '5e'.repeat(32);
/** 23 November 2026. */
const UNIX_MS = 1_795_392_000_000;

/** Plays with a card room that has begun with nothing, and returns the first frame of each game. */
export function firstCards(room) {
  const began = room.start({ entropy: ENTROPY, index: [], bot_workers: true });
  if (began.error) throw new Error(began.error);
  const stored = new Map();
  const responses = new Map();
  const frames = [];
  let ms = 0;
  let count = 0;
  const post = ({ t, ...message }) => {
    ms += 10;
    const follows = room.post(ms, UNIX_MS + ms, { [t]: message });
    if (follows.error) throw new Error(follows.error);
    for (const one of follows.out) {
      if (one.t === 'store') {
        for (const [key, value] of one.changes) stored.set(key, value);
        post({ t: 'stored', write: one.write, outcome: 'stored' });
      } else if (one.t === 'read')
        post({ t: 'read', read: one.read, stored: [...stored].filter(([key]) => one.prefixes.some((prefix) => key.startsWith(prefix))) });
      else if (one.t === 'response') responses.set(one.id, JSON.parse(one.body));
      else if (one.t === 'message' && JSON.parse(one.text).t === 'frame') frames.push(JSON.parse(one.text));
    }
  };
  const ask = (method, path, body = null) => {
    count++;
    post({ t: 'request', id: count, method, path, body });
    return responses.get(count);
  };
  const { games } = ask('GET', 'games');
  ask('GET', 'me');
  return games.map((game) => {
    const table = ask('POST', 'tables', { game: game.id });
    frames.length = 0;
    count++;
    // As web/src/offline/moduleRunner.ts opens a table.
    post({ t: 'unload', table: table.id });
    post({ t: 'open', connection: count, table: table.id });
    post({ t: 'time' });
    if (frames.length === 0) throw new Error(`${game.id}: no card has come`);
    return JSON.stringify(frames);
  });
}
