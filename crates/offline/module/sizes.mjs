// What each part of the module for browsers adds: `cargo xtask site --sizes`. A function belongs to the games that its name
// mentions (its own code, and code that is compiled for its types), and otherwise to no game.

import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { CODE, DATA, reader, sections } from './wasm.mjs';

const GAMES = ['hearts', 'kael', 'la_dame_noire', 'rouge_et_noir', 'schwarze_dame'];
const all = sections(readFileSync(process.argv[2]));
if (!all.has('name')) throw new Error('the module has no names: build it with CARGO_PROFILE_SITE_STRIP=false');

const names = new Map();
for (const own = reader(all.get('name')); own.more(); ) {
  const [kind, part] = [own.byte(), reader(own.take(own.number()))];
  // 1: the names of functions.
  if (kind === 1) part.list(() => names.set(part.number(), part.text()));
}

// In a name every crate has its length before it: 4kael.
const parts = [
  ...GAMES.map((game) => ({ name: game.replaceAll('_', '-'), is: (name) => name.includes(`${game.length}${game}`) })),
  { name: 'no game: reading and writing JSON', is: (name) => /5serde|10serde_json|10serde_core/.test(name) },
  { name: 'no game: sorting', is: (name) => name.includes('5slice4sort') },
  { name: 'no game: the rest', is: () => true },
].map((part) => ({ ...part, bytes: 0 }));
const code = reader(all.get(CODE));
code.list(() => code.take(code.number()).length).forEach((bytes, index) => {
  parts.find(({ is }) => is(names.get(index) ?? '')).bytes += bytes;
});

const packed = (part) => brotliCompressSync(part).length;
const [codePacked, dataPacked] = [packed(all.get(CODE)), packed(all.get(DATA))];
const share = codePacked / all.get(CODE).length;
const kb = (bytes) => `${Math.round(bytes / 1000).toString().padStart(6)} KB`;
const line = (name, bytes, brotli) => console.log(`${name.padEnd(36)}${kb(bytes)}${kb(brotli)} with brotli`);
for (const { name, bytes } of parts) line(name, bytes, bytes * share);
line('data', all.get(DATA).length, dataPacked);
line('all', all.get(CODE).length + all.get(DATA).length, codePacked + dataPacked);
