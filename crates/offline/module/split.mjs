// Splits the module for browsers into chunks: `node split.mjs MODULE FOLDER`. `first` has what the start page needs, and
// what else runs until the first card of a table, whatever its game; `rest` has what runs later. A function that mentions
// one game alone in its name, because it is the game's own or was compiled for its types, is in `<game>` or `rest-<game>`.
// Binaryen's wasm-split finds out which functions run, and moves functions. When the module calls a function of a chunk
// that is not there, it calls the page instead, which loads the chunk (web/src/offline/module.ts).

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { begin } from '../tests/module.mjs';
import { newVisitor } from './newVisitor.mjs';

const GAMES = readdirSync(new URL('../../../games', import.meta.url));
/** What the compiler uses beside the first version of WebAssembly. */
const FEATURES = ['bulk-memory', 'multivalue', 'mutable-globals', 'nontrapping-float-to-int', 'sign-ext', 'simd'];
const [CUSTOM, NAMES_OF_FUNCTIONS] = [0, 1];

/** A reader of numbers in LEB128 and of bytes. */
const reader = (bytes, at = 0) => ({
  get at() {
    return at;
  },
  number() {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      shift += 7;
      if (byte < 128) return value;
    }
  },
  take(length) {
    at += length;
    return bytes.subarray(at - length, at);
  },
  more: () => at < bytes.length,
});

const number = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...number(value >> 7)]);
const sized = (bytes) => Buffer.from([...number(bytes.length), ...bytes]);

/** Returns the module without custom sections, and the names of its functions. */
function withoutCustom(module) {
  const [kept, names] = [[module.subarray(0, 8)], []];
  for (const all = reader(module, 8); all.more(); ) {
    const from = all.at;
    const kind = all.number();
    const part = reader(all.take(all.number()));
    if (kind !== CUSTOM) kept.push(module.subarray(from, all.at));
    else if (part.take(part.number()).toString() === 'name')
      while (part.more()) {
        const [of, list] = [part.number(), reader(part.take(part.number()))];
        if (of !== NAMES_OF_FUNCTIONS) continue;
        for (let left = list.number(); left > 0; left--) names[list.number()] = list.take(list.number()).toString();
      }
  }
  return { code: Buffer.concat(kept), names };
}

/** Returns the module with short names. In the chunks, functions are exported under these names. */
function withShortNames(code, names) {
  const list = names.flatMap((_, index) => [...number(index), ...sized(Buffer.from(short(index)))]);
  const functions = sized(Buffer.from([...number(names.length), ...list]));
  const section = sized(Buffer.concat([sized(Buffer.from('name')), Buffer.from([NAMES_OF_FUNCTIONS]), functions]));
  return Buffer.concat([code, Buffer.from([CUSTOM]), section]);
}
const short = (index) => index.toString(36);

/** Returns the only game that a name mentions; null if it mentions none or several. In a name, each crate has its length
 * before it: 4kael. A crate at the end is not part of the function's path: it is the first that needed this form of it. */
function gameOf(symbol) {
  const [, path, length, crate] = /^(.*)Cs[0-9A-Za-z]*_(\d+)(\w+)$/.exec(symbol) ?? [];
  const name = Number(length) === crate?.length ? path : symbol;
  const mentioned = GAMES.filter((game) => name.includes(`${game.length}${game.replaceAll('-', '_')}`));
  return mentioned.length === 1 ? mentioned[0] : null;
}

const [, , path, folder] = process.argv;
const temporary = mkdtempSync(join(tmpdir(), 'cardroom-'));
const file = (name) => join(temporary, name);
const split = (...args) => execFileSync('wasm-split', [...args, ...FEATURES.map((one) => `--enable-${one}`)]);

const { code, names } = withoutCustom(readFileSync(path));
if (names.length === 0) throw new Error('the module has no names');
if (WebAssembly.Module.imports(new WebAssembly.Module(code)).length > 0)
  throw new Error('the module imports something: its functions would be counted wrongly');
// For the budget of the whole module (web/test/budgets.e2e.ts).
writeFileSync(join(dirname(path), 'whole.wasm'), code);
writeFileSync(file('whole'), withShortNames(code, names));

// The profile has a hash of the module, and for each function a number: 0 if it did not run, else its place in the order
// of the first calls.
split('--instrument', file('whole'), '-o', file('watched'));
const watched = begin({ first: new WebAssembly.Module(readFileSync(file('watched'))) });
function profile() {
  const size = 8 + 4 * names.length;
  const place = watched.exports.input(size);
  if (watched.exports.__write_profile(place, size) !== size) throw new Error('the profile has another size');
  const { buffer } = watched.exports.memory;
  return new Uint32Array(buffer.slice(place + 8, place + size));
}
const visitor = newVisitor(watched);
const games = visitor.startPage();
const started = profile();
games.forEach(visitor.firstCard);
const ran = profile();

const chunks = new Map([...GAMES, ...GAMES.map((game) => `rest-${game}`), 'rest'].map((chunk) => [chunk, []]));
names.forEach((name, index) => {
  const game = gameOf(name);
  if (started[index] === 0) chunks.get(ran[index] > 0 ? game : game ? `rest-${game}` : 'rest')?.push(short(index));
});
let first = file('whole');
for (const [chunk, functions] of chunks) {
  writeFileSync(file('list'), functions.join('\n'));
  const outputs = ['-o1', file(`without-${chunk}`), '-o2', file(chunk)];
  const namespaces = ['--import-namespace=first', `--placeholder-namespace=${chunk}`];
  split(first, `--split-funcs=@${file('list')}`, '-g', ...namespaces, ...outputs);
  first = file(`without-${chunk}`);
}
const written = {};
for (const [chunk, place] of [['first', first], ...[...chunks.keys()].map((chunk) => [chunk, file(chunk)])]) {
  written[chunk] = withoutCustom(readFileSync(place)).code;
  writeFileSync(join(folder, `${chunk}.wasm`), written[chunk]);
}
rmSync(temporary, { recursive: true });

// Until its first card, a game needs only `first` and its own chunk.
for (const game of games) {
  const answers = [{ first: code }, { first: written.first, [game.id]: written[game.id] }].map((chunks) => {
    const compiled = Object.entries(chunks).map(([chunk, bytes]) => [chunk, new WebAssembly.Module(bytes)]);
    const visitor = newVisitor(begin(Object.fromEntries(compiled)));
    visitor.startPage();
    visitor.firstCard(game);
    return JSON.stringify(visitor.answers);
  });
  if (answers[0] !== answers[1]) throw new Error(`${game.id}: the chunks answer in another way`);
}
for (const [chunk, bytes] of Object.entries({ 'all in one': code, ...written })) {
  const kb = [bytes.length, brotliCompressSync(bytes).length].map((size) => (size / 1000).toFixed(1).padStart(7));
  console.log(`${chunk.padEnd(24)}${kb[0]} KB${kb[1]} KB with brotli`);
}
