// A new visitor of a page without a server: the messages on the start page, and until the first card of a game.

/** The 32 random bytes of the start. */
const ENTROPY = '5e'.repeat(32);
/** 23 November 2026. */
const UNIX_MS = 1_795_392_000_000;
/** The number of times that the page lets time pass at a table. */
const WAKES = 5;

/** Starts a card room for a new visitor. `answers`: all its answers so far. */
export function newVisitor(room) {
  const answers = [room.start({ entropy: ENTROPY, index: [], bot_workers: true })];
  const stored = new Map();
  const responses = new Map();
  let [ms, frames, count] = [0, 0, 0];
  const post = (message) => {
    const follows = room.post(ms, UNIX_MS + ms, message);
    if (follows.error) throw new Error(follows.error);
    answers.push(follows);
    for (const one of follows.out) {
      if (one.t === 'store') {
        for (const [key, value] of one.changes) stored.set(key, value);
        post({ t: 'stored', write: one.write, outcome: 'stored' });
      } else if (one.t === 'read') {
        const isWanted = ([key]) => one.prefixes.some((prefix) => key.startsWith(prefix));
        post({ t: 'read', read: one.read, stored: [...stored].filter(isWanted) });
      } else if (one.t === 'response') responses.set(one.id, JSON.parse(one.body));
      else if (one.t === 'message' && JSON.parse(one.text).t === 'frame') frames++;
    }
    return follows.wake_ms;
  };
  const ask = (method, path, body = null) => {
    count++;
    post({ t: 'request', id: count, method, path, body });
    return responses.get(count);
  };
  return {
    answers,
    /** Shows the start page. Returns the games. */
    startPage() {
      ask('GET', 'me');
      return ask('GET', 'games').games;
    },
    /** Opens tables of a game as the start page does, with all options and without, and returns to the start page. */
    firstCard({ id: game, numbered, options }) {
      const defaults = Object.fromEntries(options.map(({ key, default: value }) => [key, value]));
      for (const chosen of [{}, { options: defaults }]) {
        const { id } = ask('POST', 'tables', { game, ...chosen, ...(numbered ? {} : { bots: ['beginner'] }) });
        frames = 0;
        count++;
        // The runner opens a table in this way (web/src/offline/moduleRunner.ts).
        post({ t: 'unload', table: id });
        let wake = post({ t: 'open', connection: count, table: id });
        if (frames === 0) throw new Error(`${game}: no frame has come`);
        for (let left = WAKES; left > 0 && wake !== null; left--) {
          ms = Math.max(ms, wake);
          wake = post({ t: 'time' });
        }
      }
      ask('GET', 'me');
    },
  };
}
