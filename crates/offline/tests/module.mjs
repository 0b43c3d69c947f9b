// The module for browsers, as a worker of the page uses it. For Node and for browsers: what runs here knows neither.

/** Returns the functions of a module in compiled chunks. A chunk is loaded when one of its functions is first called. */
function instance(chunks) {
  const imports = {};
  let exports = null;
  const table = () => Object.values(exports).find((one) => one instanceof WebAssembly.Table);
  for (const { module: chunk, name: place } of WebAssembly.Module.imports(chunks.first)) {
    imports[chunk] ??= {};
    imports[chunk][place] = (...values) => {
      new WebAssembly.Instance(chunks[chunk], { first: exports });
      return table().get(Number(place))(...values);
    };
  }
  exports = new WebAssembly.Instance(chunks.first, imports).exports;
  return exports;
}

/** A card room of its own in compiled chunks. The chunk `first` can also be the whole module. */
export function begin(chunks) {
  const exports = instance(chunks);
  const encoder = new TextEncoder();
  const putBytes = (bytes) => {
    const place = exports.input(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
  };
  const put = (thing) => putBytes(encoder.encode(JSON.stringify(thing)));
  const got = (length) =>
    JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.output(), length)));
  return {
    exports,
    start: (start) => (put(start), got(exports.start())),
    post: (ms, unixMs, told) => (put(told), got(exports.post(ms, unixMs))),
    think: (ms) => exports.think(ms),
    answer: (request) => (put(request), got(exports.answer())),
    loadNet: (game, net) => (putBytes(new Uint8Array([...encoder.encode(`${game}\n`), ...net])), got(exports.load_net())),
  };
}

/** Asks bots that need a net what they were asked natively. `net` reads that of a game. Returns how often it was read. */
export function askBots(chunks, lines, net) {
  const worker = begin(chunks);
  let loaded = 0;
  for (const { request, reply } of lines) {
    let answer = worker.answer(request);
    if (answer.wants_net) {
      const wrong = worker.loadNet(answer.wants_net, new Uint8Array(3));
      if (!wrong.error) throw new Error('three bytes are no net');
      const said = worker.loadNet(answer.wants_net, net(answer.wants_net));
      if (said.error) throw new Error(said.error);
      loaded++;
      answer = worker.answer(request);
    }
    if (text(answer) !== text(reply)) throw new Error(`the module answers ${text(answer)} instead of ${text(reply)}`);
  }
  return loaded;
}

/** Asks for the advice that was asked for natively. Throws if it is not the same. */
export function askAdvice(chunks, lines, net) {
  const worker = begin(chunks);
  for (const { request, reply } of lines) {
    let answer = worker.answer(request);
    if (answer.wants_net) {
      worker.loadNet(answer.wants_net, net(answer.wants_net));
      answer = worker.answer(request);
    }
    if (text(answer) !== text(reply)) throw new Error(`the module advises ${text(answer)} instead of ${text(reply)}`);
  }
}

/** Asks a champion that needs a net what it was asked natively, when its net cannot be loaded: it answers as a master does,
 * and as a champion once the net is there. Throws if it does not. Returns the number of questions to which a master has
 * another answer than a champion with a net. */
export function askWithoutNet(chunks, lines, net) {
  const [master, champion] = [begin(chunks), begin(chunks)];
  let others = 0;
  for (const { request, reply } of lines) {
    const expected = master.answer({ ...request, wanted: { bot: { ...request.wanted.bot, level: 'master' } } });
    const answer = champion.answer({ ...request, without_net: true });
    if (text(answer) !== text(expected))
      throw new Error(`without its net a champion answers ${text(answer)}, and a master ${text(expected)}`);
    if (text(answer) !== text(reply)) others++;
  }
  // Its net has come: from now on it begins anew with its seed, as a champion that had it from the start.
  const { request, reply } = lines[0];
  champion.loadNet(request.game, net(request.game));
  const answer = champion.answer(request);
  if (text(answer) !== text(reply)) throw new Error(`with its net it answers ${text(answer)} instead of ${text(reply)}`);
  return others;
}

/** JSON with its keys in order. */
const text = (thing) =>
  JSON.stringify(thing, (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Plays a transcript of native code again, line by line, and returns the milliseconds of each decision. Native code has all
 * nets from the start: `net` reads that of a game when it is wanted; `loaded` are there from the start, games and their
 * nets. Throws at the first message that differs. */
export function replay(chunks, lines, net, loaded = []) {
  const room = begin(chunks);
  for (const [game, file] of loaded) {
    const said = room.loadNet(game, file);
    if (said.error) throw new Error(said.error);
  }
  const decisions = [];
  let wanted = null;
  lines.forEach((line, index) => {
    if (line.thinks_at_ms !== undefined) {
      if (wanted) room.loadNet(wanted, net(wanted));
      const began = performance.now();
      room.think(line.thinks_at_ms);
      decisions.push(performance.now() - began);
      return;
    }
    const follows = line.start ? room.start(line.start) : room.post(line.ms, line.unix_ms, line.post);
    wanted = follows.wants_net;
    if (!line.start) follows.wants_net = null;
    const expected = line.start ? {} : line.follows;
    if (text(follows) !== text(expected))
      throw new Error(`line ${index + 1}: the module says\n${text(follows)}\ninstead of\n${text(expected)}`);
  });
  return decisions;
}

/** `examples/beside_native.rs` as a module: games by their places in the catalog. */
export function besideNative(module) {
  const { exports } = new WebAssembly.Instance(module);
  const timed = (work) => {
    const began = performance.now();
    const result = work();
    return { result, ms: performance.now() - began };
  };
  return {
    /** The hash of all that is said in the match with this seed. */
    hash(game, seed) {
      const place = exports.hash(game, seed);
      return [...new Uint8Array(exports.memory.buffer, place, 32)]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
    },
    /** Random deals a second. */
    playouts(game) {
      let deals = 0;
      let ms = 0;
      while (ms < 1000) {
        ms += timed(() => exports.playouts(game, 100)).ms;
        deals += 100;
      }
      return (deals / ms) * 1000;
    },
    /** The result of a numbered deal of Rouge et Noir, and how long it took. */
    solve: (deal) => timed(() => exports.solve(deal)),
  };
}
