// The module for browsers does the same as the native crate, to the byte: the transcripts that the native tests leave are
// played through it again. `node replay.mjs CHUNKS FOLDER`, of which the first folder has the chunks of the module

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askAdvice, askBots, askWithoutNet, replay } from './module.mjs';

const [, , place, folder] = process.argv;
const named = readdirSync(place).map((file) => [file.replace(/\.wasm$/, ''), new WebAssembly.Module(readFileSync(join(place, file)))]);
const chunks = Object.fromEntries(named);
const files = readdirSync(folder).filter((file) => /^offline-.*\.jsonl$/.test(file));
if (files.length === 0) throw new Error(`there is no transcript in ${folder}: run the tests of the crate offline first`);
const net = (game) => readFileSync(new URL(`../../../games/${game}/net.bin`, import.meta.url));
const read = (file) => readFileSync(join(folder, file), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
for (const file of files) {
  const lines = read(file);
  const began = performance.now();
  try {
    const decisions = replay(chunks, lines, net);
    const [ms, longest] = [performance.now() - began, Math.max(0, ...decisions)].map(Math.round);
    const messages = lines.length - decisions.length;
    console.log(
      `${file}: ${messages} messages and ${decisions.length} decisions are the same, in ${ms} ms (the longest decision: ${longest})`,
    );
  } catch (error) {
    throw new Error(`${file}, ${error.message}`);
  }
}
// Bots with a net say that they need it, get it once, and answer as they did natively.
const asked = readdirSync(folder).filter((file) => /^worker-.*\.jsonl$/.test(file));
if (asked.length < 2) throw new Error(`bots of ${asked.length} games with a net in ${folder}`);
let others = 0;
for (const file of asked) {
  const lines = read(file);
  const loaded = askBots(chunks, lines, net);
  if (loaded !== 1) throw new Error(`${file}: the net was loaded ${loaded} times`);
  others += askWithoutNet(chunks, lines, net);
  console.log(`${file}: ${lines.length} decisions with a net are the same`);
}
const advised = readdirSync(folder).filter((file) => /^advice-.*\.jsonl$/.test(file));
if (advised.length < 2) throw new Error(`advice in ${advised.length} games in ${folder}`);
for (const file of advised) {
  askAdvice(chunks, read(file), net);
  console.log(`${file}: the advice of a worker is the same`);
}
if (others === 0) throw new Error('a champion answers as a master does: the questions tell nothing of its net');
console.log(`Without a net champions play as masters do: ${others} of their decisions are others than with it`);
