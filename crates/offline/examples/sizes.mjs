// What each part of the module for browsers adds: `cargo xtask site --sizes`. A function belongs to the games that its name
// mentions (its own code, and code that is compiled for its types), and otherwise to no game.

import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const GAMES = ['hearts', 'kael', 'la_dame_noire', 'rouge_et_noir', 'schwarze_dame'];
const [IMPORTS, CODE, DATA, NAMES] = [2, 10, 11, 0];

const module = readFileSync(process.argv[2]);
/** A reader of a part of the module: numbers are LEB128. */
const reader = (bytes, at = 0) => ({
  get at() {
    return at;
  },
  byte: () => bytes[at++],
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

const sections = new Map();
for (const all = reader(module, 8); all.more(); ) {
  const [kind, length] = [all.byte(), all.number()];
  const part = all.take(length);
  if (kind !== NAMES) sections.set(kind, part);
  else {
    const own = reader(part);
    if (own.take(own.number()).toString() === 'name') sections.set(NAMES, part.subarray(own.at));
  }
}
if (sections.has(IMPORTS)) throw new Error('the module imports something: its functions would be counted wrongly');
if (!sections.has(NAMES)) throw new Error('the module has no names: build it with CARGO_PROFILE_SITE_STRIP=false');

const names = new Map();
for (const all = reader(sections.get(NAMES)); all.more(); ) {
  const [kind, length] = [all.byte(), all.number()];
  const part = reader(all.take(length));
  // 1: the names of functions.
  if (kind !== 1) continue;
  for (let left = part.number(); left > 0; left--) names.set(part.number(), part.take(part.number()).toString());
}

// In a name every crate has its length before it: 4kael.
const parts = [
  ...GAMES.map((game) => ({ name: game.replaceAll('_', '-'), is: (name) => name.includes(`${game.length}${game}`) })),
  { name: 'no game: reading and writing JSON', is: (name) => /5serde|10serde_json|10serde_core/.test(name) },
  { name: 'no game: sorting', is: (name) => name.includes('5slice4sort') },
  { name: 'no game: the rest', is: () => true },
].map((part) => ({ ...part, bytes: 0 }));
const code = reader(sections.get(CODE));
const count = code.number();
for (let index = 0; index < count; index++) {
  const length = code.number();
  code.take(length);
  parts.find(({ is }) => is(names.get(index) ?? '')).bytes += length;
}

const packed = (part) => brotliCompressSync(part).length;
const [codePacked, dataPacked] = [packed(sections.get(CODE)), packed(sections.get(DATA))];
const share = codePacked / sections.get(CODE).length;
const line = (name, bytes, brotli) =>
  console.log(`${name.padEnd(36)}${Math.round(bytes / 1000).toString().padStart(6)} KB${Math.round(brotli / 1000).toString().padStart(6)} KB with brotli`);
for (const { name, bytes } of parts) line(name, bytes, bytes * share);
line('data', sections.get(DATA).length, dataPacked);
line('all', sections.get(CODE).length + sections.get(DATA).length, codePacked + dataPacked);
