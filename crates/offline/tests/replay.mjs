// The module for browsers does the same as the native crate, to the byte: the transcripts that the native tests leave are
// played through it again. `node replay.mjs MODULE FOLDER`

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replay } from './module.mjs';

const [, , path, folder] = process.argv;
const module = new WebAssembly.Module(readFileSync(path));
const files = readdirSync(folder).filter((file) => /^offline-.*\.jsonl$/.test(file));
if (files.length === 0) throw new Error(`there is no transcript in ${folder}: run the tests of the crate offline first`);
for (const file of files) {
  const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  const began = performance.now();
  try {
    const decisions = replay(module, lines).length;
    const ms = Math.round(performance.now() - began);
    console.log(`${file}: ${lines.length - decisions} messages and ${decisions} decisions are the same, in ${ms} ms`);
  } catch (error) {
    throw new Error(`${file}, ${error.message}`);
  }
}
