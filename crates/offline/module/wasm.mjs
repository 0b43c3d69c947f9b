// Reads WebAssembly modules and writes them (https://webassembly.github.io/spec/core/binary). Numbers are LEB128.

/** The kinds of sections, in the order in which they stand. */
export const [TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS, ELEMENTS, CODE, DATA] = [1, 2, 3, 4, 5, 6, 7, 9, 10, 11];
/** The kinds of what is imported and exported. */
export const [FUNCTION, TABLE, MEMORY, GLOBAL] = [0, 1, 2, 3];
export const I32 = 0x7f;
export const END = 0x0b;

/** Reads bytes from one place to the next. */
export const reader = (bytes, at = 0) => {
  const read = {
    get at() {
      return at;
    },
    byte: () => bytes[at++],
    /** A number without a sign. */
    number() {
      let [value, factor] = [0, 1];
      for (;;) {
        const byte = bytes[at++];
        value += (byte & 127) * factor;
        factor *= 128;
        if (byte < 128) return value;
      }
    },
    /** A number with a sign, of up to 64 bits. */
    signed() {
      let [value, shift] = [0n, 0n];
      for (;;) {
        const byte = bytes[at++];
        value |= BigInt(byte & 127) << shift;
        shift += 7n;
        if (byte < 128) return byte & 64 ? value - (1n << shift) : value;
      }
    },
    take(length) {
      at += length;
      return bytes.subarray(at - length, at);
    },
    text: () => read.take(read.number()).toString(),
    /** As many things as the number before them says. */
    list: (one) => Array.from({ length: read.number() }, one),
    more: () => at < bytes.length,
  };
  return read;
};

/** A number without a sign. */
export function number(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

/** A number with a sign. */
export function signed(value) {
  const bytes = [];
  for (let left = BigInt(value); ; left >>= 7n) {
    const low = Number(left & 127n);
    if (left >> 6n === 0n || left >> 6n === -1n) return [...bytes, low];
    bytes.push(low | 128);
  }
}

/** Bytes with their length before them. */
export const sized = (bytes) => [number(bytes.length), bytes];
export const text = (words) => sized(Buffer.from(words));
/** Things with their number before them. */
export const list = (things) => [number(things.length), things];
/** Bytes of bytes of bytes, one after the other. */
export const join = (parts) => Buffer.concat(parts.flat(Infinity).map((part) => (typeof part === 'number' ? Buffer.of(part) : part)));

/** The sections of a module by kind, and those with a name by their names. */
export function sections(module) {
  const all = new Map();
  for (const read = reader(module, 8); read.more(); ) {
    const [kind, bytes] = [read.byte(), read.take(read.number())];
    const own = reader(bytes);
    if (kind === 0) all.set(own.text(), bytes.subarray(own.at));
    else all.set(kind, bytes);
  }
  if (all.has(IMPORTS)) throw new Error('the module imports something: its functions would be counted wrongly');
  return all;
}

/** A module of sections, each with its kind. */
export const assemble = (parts) =>
  join([Buffer.from('\0asm\x01\0\0\0', 'latin1'), parts.map(([kind, part]) => [kind, sized(join([part]))])]);

/** What follows an instruction: letters of `immediates`, by its code. */
const PLAIN = new Map([
  [[0x02, 0x03, 0x04], 's'], // block, loop, if
  [[0x0c, 0x0d], 'n'], // br
  [[0x0e], 'l'], // br_table
  [[0x10], 'f'], // call
  [[0x11], 'nn'], // call_indirect
  [[0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26], 'n'], // locals, globals, tables
  [Array.from({ length: 0x3f - 0x28 }, (_, place) => 0x28 + place), 'nn'], // loads and stores
  [[0x3f, 0x40], 'n'], // the size of the memory
  [[0x41, 0x42], 's'], // constants
  [[0x43], '4'],
  [[0x44], '8'],
]);
const BULK = new Map([[[8, 10, 12, 14], 'nn'], [[9, 11, 13, 15, 16, 17], 'n']]);
const VECTOR = new Map([
  [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 92, 93], 'nn'],
  [[12, 13], 'v'],
  [Array.from({ length: 14 }, (_, place) => 21 + place), '1'],
  [Array.from({ length: 8 }, (_, place) => 84 + place), 'nn1'],
]);
const spread = (codes) => new Map([...codes].flatMap(([many, follows]) => many.map((code) => [code, follows])));
const [OF_PLAIN, OF_BULK, OF_VECTOR] = [PLAIN, BULK, VECTOR].map(spread);
/** Reference types, tail calls, `select` with types, exceptions: the compiler does not write them for us. */
const UNKNOWN = [0x06, 0x07, 0x08, 0x09, 0x0a, 0x12, 0x13, 0x14, 0x15, 0x18, 0x19, 0x1c, 0x1f, 0xd0, 0xd1, 0xd2, 0xfb, 0xfe];

/** The instructions of a function, with numbers in as few bytes as possible. `call` gives what stands for the call of a function. */
export function instructions(bytes, call) {
  const read = reader(bytes);
  const out = [];
  while (read.more()) {
    const code = read.byte();
    if (UNKNOWN.includes(code)) throw new Error(`instruction ${code} is not known here`);
    let follows = OF_PLAIN.get(code);
    if (code === 0xfc || code === 0xfd) {
      const second = read.number();
      out.push(code, ...number(second));
      follows = (code === 0xfc ? OF_BULK : OF_VECTOR).get(second);
    } else if (follows !== 'f') out.push(code);
    for (const one of follows ?? '') {
      if (one === 'f') out.push(...call(read.number()));
      else if (one === 'n') out.push(...number(read.number()));
      else if (one === 's') out.push(...signed(read.signed()));
      else if (one === 'l') {
        const places = read.list(read.number);
        out.push(...number(places.length), ...places.flatMap(number), ...number(read.number()));
      } else out.push(...read.take({ 1: 1, 4: 4, 8: 8, v: 16 }[one]));
    }
  }
  return Buffer.from(out);
}

/** The body of a function: its locals, and its instructions. */
export function body(bytes) {
  const read = reader(bytes);
  read.list(() => (read.number(), read.byte()));
  return { locals: bytes.subarray(0, read.at), code: bytes.subarray(read.at) };
}
