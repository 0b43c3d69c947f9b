// Splits the module in two: `first.wasm` has the functions that run until the first card of each game lies on the table, and
// `rest.wasm` all others. A call from the first into the rest has the page load it, if it is not there yet. Data are in the
// part whose functions name them; so the module has the linker's relocations in it. `node split.mjs MODULE FOLDER`

import { readFileSync, writeFileSync } from 'node:fs';
import { join as path } from 'node:path';
import { begin } from '../tests/module.mjs';
import { firstCards } from './firstCards.mjs';
import {
  assemble, body, CODE, DATA, ELEMENTS, END, EXPORTS, FUNCTION, FUNCTIONS, GLOBAL, GLOBALS, I32, IMPORTS, instructions, join, list,
  MEMORIES, MEMORY, number, reader, sections, signed, sized, TABLE, TABLES, text, TYPES,
} from './wasm.mjs';

const PAGE = 65_536;
const [CALL, CALL_INDIRECT, GET_LOCAL, GET_GLOBAL, SET_GLOBAL, CONST, STORE, IF, NOTHING, NOT] = [0x10, 0x11, 0x20, 0x23, 0x24, 0x41, 0x3a, 0x04, 0x40, 0x45];

/** The parts of a module with one table and one memory. */
function parts(module) {
  const all = sections(module);
  const of = (kind) => reader(all.get(kind));
  const limits = (read) => (read.byte() === 1 ? [read.number(), read.number()] : [read.number()]);
  const constant = (read) => {
    const from = read.at;
    if (read.byte() !== CONST) throw new Error('a place is not a constant');
    const value = Number(read.signed());
    read.byte();
    return { value, from };
  };
  const types = of(TYPES);
  const tables = of(TABLES);
  const memories = of(MEMORIES);
  const globals = of(GLOBALS);
  const elements = of(ELEMENTS);
  const exported = of(EXPORTS);
  const code = of(CODE);
  const data = of(DATA);
  return {
    all,
    types: types.list(() => {
      const from = types.at;
      types.byte();
      const takes = types.list(types.byte).length;
      types.list(types.byte);
      return { bytes: all.get(TYPES).subarray(from, types.at), takes };
    }),
    functions: (() => {
      const read = of(FUNCTIONS);
      return read.list(read.number);
    })(),
    slots: (tables.number(), tables.byte(), limits(tables)[0]),
    pages: (memories.number(), limits(memories)),
    globals: globals.list(() => {
      const [type, changes] = [globals.byte(), globals.byte()];
      return { type, changes, begins: constant(globals).value };
    }),
    exports: exported.list(() => ({ name: exported.text(), kind: exported.byte(), index: exported.number() })),
    elements: elements.list(() => {
      if (elements.number() !== 0) throw new Error('functions of the table are listed in another way');
      const { value: at } = constant(elements);
      return { at, functions: elements.list(elements.number) };
    }),
    bodies: code.list(() => {
      const bytes = code.take(code.number());
      return { ...body(bytes), end: code.at };
    }),
    data: data.list(() => {
      if (data.number() !== 0) throw new Error('data lie in another way');
      const { value: at } = constant(data);
      const bytes = data.take(data.number());
      return { at, bytes, end: data.at };
    }),
  };
}

/** What the linker has written of its symbols: the data of each, as a segment with a place and a size. */
function symbols(all) {
  const read = reader(all.get('linking'));
  const found = [];
  if (read.number() !== 2) throw new Error('the linker writes its symbols in another way');
  while (read.more()) {
    const [kind, part] = [read.byte(), reader(read.take(read.number()))];
    if (kind !== 8) continue;
    part.list(() => {
      const [what, flags] = [part.byte(), part.number()];
      const isThere = (flags & 0x10) === 0;
      if (what === 1) {
        part.text();
        // An absolute symbol is a place, and no data.
        const data = isThere ? { segment: part.number(), from: part.number(), size: part.number() } : null;
        found.push(flags & 0x200 ? null : data);
      } else {
        part.number();
        if (what !== 3 && (isThere || flags & 0x40)) part.text();
        found.push(null);
      }
    });
  }
  return found;
}

/** The places in a section that name data, each with the number of its symbol. */
function relocations(all, section) {
  const read = reader(all.get(`reloc.${section}`));
  read.number();
  return read
    .list(() => {
      const [type, at, symbol] = [read.byte(), read.number(), read.number()];
      const namesData = [3, 4, 5, 11].includes(type);
      if (namesData || type === 8 || type === 9) read.signed();
      return { at, symbol, namesData };
    })
    .filter(({ namesData }) => namesData);
}

/** Runs of the data that functions of the first part reach, and runs of the others. */
function splitData({ all, bodies, data }, isFirst) {
  const known = symbols(all);
  const isKept = data.map(({ bytes }) => new Uint8Array(bytes.length));
  const inside = relocations(all, 'DATA').map(({ at, symbol }) => {
    const segment = data.findIndex(({ end }) => at < end);
    return { segment, at: at - (data[segment].end - data[segment].bytes.length), symbol };
  });
  inside.sort((one, other) => one.segment - other.segment || one.at - other.at);
  const firstOf = data.map((_, segment) => inside.findIndex((one) => one.segment === segment));
  const seen = new Set();
  const wanted = [];
  const want = (symbol) => {
    if (!known[symbol] || seen.has(symbol)) return;
    seen.add(symbol);
    wanted.push(known[symbol]);
  };
  let index = 0;
  for (const { at, symbol } of relocations(all, 'CODE')) {
    while (at >= bodies[index].end) index++;
    if (isFirst.has(index)) want(symbol);
  }
  for (let next = wanted.pop(); next; next = wanted.pop()) {
    const { segment, from, size } = next;
    isKept[segment].fill(1, from, from + size);
    for (let place = Math.max(0, firstOf[segment]); place < inside.length; place++) {
      const { segment: where, at, symbol } = inside[place];
      if (where !== segment || at >= from + size) break;
      if (at >= from) want(symbol);
    }
  }
  const runs = (part, gap) => data.flatMap(({ at, bytes }, segment) => {
    const runs = [];
    for (let place = 0; place < bytes.length; place++) {
      if (isKept[segment][place] !== part || (runs.at(-1)?.end ?? 0) > place) continue;
      let end = place;
      while (end < bytes.length && isKept[segment][end] === part) end++;
      const last = runs.at(-1);
      if (last && place - last.end < gap) last.end = end;
      else runs.push({ from: place, end });
    }
    const filled = runs.filter(({ from, end }) => bytes.subarray(from, end).some((byte) => byte !== 0));
    return filled.map(({ from, end }) => [0, CONST, signed(at + from), END, sized(bytes.subarray(from, end))]);
  });
  // A gap of a few bytes costs less than another run. The rest writes over nothing that the first may have changed.
  return { first: runs(1, 8), rest: runs(0, 1) };
}

const limits = ([least, most]) => (most === undefined ? [0, number(least)] : [1, number(least), number(most)]);

/** The module with a byte for each function behind its memory: 1 once the function has run. */
function watched({ all, pages, bodies }) {
  const [least] = pages;
  const behind = least * PAGE;
  const marked = bodies.map(({ locals, code }, index) =>
    sized(join([locals, CONST, signed(behind + index), CONST, 1, STORE, 0, 0, code])));
  const more = [least + Math.ceil(bodies.length / PAGE)];
  const module = assemble([...all].filter(([kind]) => typeof kind === 'number').map(([kind, bytes]) =>
    kind === CODE ? [kind, list(marked)] : kind === MEMORIES ? [kind, list([limits(more)])] : [kind, bytes]));
  return { module, behind };
}

/** The functions that run until the first cards lie on the table. */
function ran(all) {
  const { module, behind } = watched(all);
  const instance = new WebAssembly.Instance(new WebAssembly.Module(module));
  const frames = firstCards(begin(instance.exports));
  const marks = new Uint8Array(instance.exports.memory.buffer, behind, all.bodies.length);
  return { frames, ran: new Set([...all.bodies.keys()].filter((index) => marks[index] === 1)) };
}

/** Places of functions in one of the two modules. */
const places = (indices, before) => new Map([...indices].map((index, place) => [index, place + before]));

/** The two modules. */
function split(all, isFirst) {
  const { types, functions, slots, pages, globals, bodies, elements, exports } = all;
  const inFirst = [...bodies.keys()].filter((index) => isFirst.has(index));
  const inRest = [...bodies.keys()].filter((index) => !isFirst.has(index));

  const data = splitData(all, isFirst);

  // Each function of the rest that the first calls or exports has a slot in the table.
  const slotOf = new Map(elements.flatMap(({ at, functions }) => functions.map((index, place) => [index, at + place])));
  const exportedLater = exports.filter(({ kind, index }) => kind === FUNCTION && !isFirst.has(index)).map(({ index }) => index);
  const called = new Set(exportedLater);
  const shared = new Set();
  for (const index of inFirst) instructions(bodies[index].code, (callee) => (isFirst.has(callee) || called.add(callee), []));
  for (const index of inRest) instructions(bodies[index].code, (callee) => (isFirst.has(callee) && shared.add(callee), []));
  let size = slots;
  const extra = [...called].filter((index) => !slotOf.has(index)).map((index) => {
    slotOf.set(index, size++);
    return index;
  });

  // The first: what loads the rest, and the functions. A function of the rest in the table is a stub until then, as one that is exported.
  const nothing = types.length;
  const loaded = globals.length;
  const need = 1;
  const stubs = [...new Set([...elements.flatMap(({ functions }) => functions.filter((index) => !isFirst.has(index))), ...exportedLater])];
  const first = new Map([...places(inFirst, 2), ...places(stubs, 2 + inFirst.length)]);
  const callRest = (index) => [CALL, number(need), CONST, signed(slotOf.get(index)), CALL_INDIRECT, number(functions[index]), 0].flat();
  const callFirst = (index) => (isFirst.has(index) ? [CALL, ...number(first.get(index))] : callRest(index));
  const needed = [0, GET_GLOBAL, number(loaded), NOT, IF, NOTHING, CALL, 0, END, END];
  const stub = (index) => {
    const takes = Array.from({ length: types[functions[index]].takes }, (_, place) => [GET_LOCAL, number(place)]);
    return [0, takes, callRest(index), END];
  };
  const restNeeds = [...shared];
  const name = (index) => index.toString(36);
  const firstModule = assemble([
    [TYPES, list([...types.map(({ bytes }) => bytes), [0x60, 0, 0]])],
    [IMPORTS, list([[text('page'), text('need'), FUNCTION, number(nothing)]])],
    [FUNCTIONS, list([nothing, ...[...inFirst, ...stubs].map((index) => functions[index])].map(number))],
    [TABLES, list([[0x70, limits([size, size])]])],
    [MEMORIES, list([limits(pages)])],
    [GLOBALS, list([...globals, { type: I32, changes: 1, begins: 0 }].map(({ type, changes, begins }) => [type, changes, CONST, signed(begins), END]))],
    [EXPORTS, list([
      ...exports.map(({ name, kind, index }) => [text(name), kind, number(kind === FUNCTION ? first.get(index) : index)]),
      [text('table'), TABLE, 0],
      ...[...globals.keys(), loaded].map((index) => [text(`global${index}`), GLOBAL, number(index)]),
      ...restNeeds.map((index) => [text(name(index)), FUNCTION, number(first.get(index))]),
    ])],
    [ELEMENTS, list(elements.map(({ at, functions }) => [0, CONST, signed(at), END, list(functions.map((index) => number(first.get(index))))]))],
    [CODE, list([needed, ...inFirst.map((index) => [bodies[index].locals, instructions(bodies[index].code, callFirst)]), ...stubs.map(stub)].map((part) => sized(join([part]))))],
    [DATA, list(data.first)],
  ]);

  // The rest has the first's memory, table and globals. It puts its functions into the table, and says that it is loaded.
  const rest = new Map([...places(restNeeds, 0), ...places(inRest, restNeeds.length)]);
  const callInRest = (index) => [CALL, ...number(rest.get(index))];
  const ofRest = (index) => !isFirst.has(index);
  const runs = elements.flatMap(({ at, functions }) => {
    const runs = [];
    functions.forEach((index, place) => {
      if (!ofRest(index)) return;
      const last = runs.at(-1);
      if (last && last.at + last.functions.length === at + place) last.functions.push(index);
      else runs.push({ at: at + place, functions: [index] });
    });
    return runs;
  });
  if (extra.length > 0) runs.push({ at: slots, functions: extra });
  const START = 8;
  const restModule = assemble([
    [TYPES, list([...types.map(({ bytes }) => bytes), [0x60, 0, 0]])],
    [IMPORTS, list([
      [text('first'), text('memory'), MEMORY, limits(pages)],
      [text('first'), text('table'), TABLE, 0x70, limits([size, size])],
      ...[...globals, { type: I32, changes: 1 }].map(({ type, changes }, index) => [text('first'), text(`global${index}`), GLOBAL, type, changes]),
      ...restNeeds.map((index) => [text('first'), text(name(index)), FUNCTION, number(functions[index])]),
    ])],
    [FUNCTIONS, list([...inRest.map((index) => functions[index]), nothing].map(number))],
    [START, number(restNeeds.length + inRest.length)],
    [ELEMENTS, list(runs.map(({ at, functions }) => [0, CONST, signed(at), END, list(functions.map((index) => number(rest.get(index))))]))],
    [CODE, list([...inRest.map((index) => [bodies[index].locals, instructions(bodies[index].code, callInRest)]), [0, CONST, 1, SET_GLOBAL, number(loaded), END]].map((part) => sized(join([part]))))],
    [DATA, list(data.rest)],
  ]);
  return { first: firstModule, rest: restModule };
}

const [, , from, to] = process.argv;
const all = parts(readFileSync(from));
const seen = ran(all);
const isFirst = seen.ran;
const { first, rest } = split(all, isFirst);

// The first alone comes as far, and says the same.
const alone = new WebAssembly.Instance(new WebAssembly.Module(first), { page: { need: () => { throw new Error('the first cards need the rest'); } } });
if (firstCards(begin(alone.exports)).join() !== seen.frames.join()) throw new Error('the first module deals other cards');
writeFileSync(path(to, 'first.wasm'), first);
writeFileSync(path(to, 'rest.wasm'), rest);
console.log(`${isFirst.size} of ${all.bodies.length} functions run until the first cards: ${first.length} and ${rest.length} bytes`);
