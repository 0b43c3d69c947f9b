// The module for browsers does the same as the native crate, to the byte: the transcripts that the native tests leave are
// played through it again. `node replay.mjs MODULE FOLDER`

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , path, folder] = process.argv;
const module = new WebAssembly.Module(readFileSync(path));

/** A card room of its own, as the worker of a page has it. */
function begin() {
  const { exports } = new WebAssembly.Instance(module);
  const put = (thing) => {
    const bytes = new TextEncoder().encode(JSON.stringify(thing));
    const place = exports.input(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
  };
  const got = (length) =>
    JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.output(), length)));
  return {
    start: (start) => (put(start), got(exports.start())),
    post: (ms, unixMs, told) => (put(told), got(exports.post(ms, unixMs))),
    think: () => exports.think(),
  };
}

/** JSON with its keys in order. */
const text = (thing) =>
  JSON.stringify(thing, (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

const files = readdirSync(folder).filter((file) => /^offline-.*\.jsonl$/.test(file));
if (files.length === 0) throw new Error(`there is no transcript in ${folder}: run the tests of the crate offline first`);
for (const file of files) {
  const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  const room = begin();
  let thought = 0;
  const began = performance.now();
  lines.forEach((line, index) => {
    if (line === 'think') {
      thought++;
      return room.think();
    }
    const follows = line.start ? room.start(line.start) : room.post(line.ms, line.unix_ms, line.post);
    const expected = line.start ? {} : line.follows;
    if (text(follows) !== text(expected))
      throw new Error(`${file}, line ${index + 1}: the module says\n${text(follows)}\ninstead of\n${text(expected)}`);
  });
  const ms = Math.round(performance.now() - began);
  console.log(`${file}: ${lines.length} messages and ${thought} decisions are the same, in ${ms} ms`);
}
