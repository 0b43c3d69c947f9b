// Seeded matches natively and as a module: everything that is said in them has the same hash. With `--measure` also what
// takes time, one after the other; too slow is a failure: `node beside_native.mjs MODULE PROGRAM FROM TO [--measure]`.
// Both are `examples/beside_native.rs`.

import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { besideNative } from './module.mjs';

/** What a measurement must reach (docs/develop/offline.md). */
const LEAST_PLAYOUTS = 0.45;
const MOST_SOLVER_MS = 6;

const [, , path, program, from, to, measure] = process.argv;
const here = besideNative(new WebAssembly.Module(readFileSync(path)));
const lines = (...args) =>
  execFileSync(program, args, { encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line));
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const progress = process.stderr.isTTY;

const games = [];
const native = spawn(program, ['hashes', from, to], { stdio: ['ignore', 'pipe', 'inherit'] });
const ended = new Promise((done) => native.once('close', done));
let count = 0;
for await (const line of createInterface({ input: native.stdout })) {
  const { game, seed, hash } = JSON.parse(line);
  if (!games.includes(game)) games.push(game);
  if (here.hash(games.indexOf(game), seed) !== hash)
    throw new Error(`${game}, seed ${seed}: the module and the native program differ`);
  count++;
  if (progress) process.stderr.write(`\r${game} ${seed} of ${to} `);
}
if ((await ended) !== 0) throw new Error('the native program has failed');
if (count === 0 || count !== games.length * (Number(to) - Number(from) + 1)) throw new Error(`${count} hashes only`);
if (progress) process.stderr.write('\n');
console.log(`${count} matches of ${games.length} games say the same natively and in the module`);

if (measure === '--measure') {
  // Side by side, three times; the median of the ratios.
  const ratios = games.map(() => []);
  for (let round = 0; round < 3; round++) {
    const natively = lines('playouts');
    games.forEach((_, place) => ratios[place].push(here.playouts(place) / natively[place].deals_a_second));
  }
  const missed = [];
  games.forEach((game, place) => {
    const ratio = median(ratios[place]);
    console.log(`${game}: random playouts ${ratio.toFixed(2)} times as many a second as natively`);
    if (!(ratio >= LEAST_PLAYOUTS)) missed.push(`${game} has fewer than ${LEAST_PLAYOUTS} times as many playouts`);
  });
  const solved = lines('solve', '1', '200');
  const also = solved.map(({ deal, result }) => {
    const found = here.solve(deal);
    if (found.result !== result) throw new Error(`deal ${deal} of Rouge et Noir: ${found.result}, natively ${result}`);
    return found.ms;
  });
  if (!(median(also) <= MOST_SOLVER_MS)) missed.push(`the solver takes more than ${MOST_SOLVER_MS} ms in the median`);
  const ms = (times) => median(times).toFixed(2);
  console.log(`Rouge et Noir, 200 deals solved: median ${ms(also)} ms, natively ${ms(solved.map((one) => one.ms))} ms`);
  if (missed.length > 0) throw new Error(missed.join('; '));
}
