// SHA-256, ChaCha20 and the shuffle of docs/bots/records.md, exact to the bit. They are implemented here for two
// reasons. Browsers offer SHA-256 only over https. A check of the server should not use the server's own code.

const ROUND = new Uint32Array(64);
const START = new Uint32Array(8);

/** Computes the constants, which FIPS 180-4 defines as fractional bits of the roots of the first primes. */
function fill() {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n += 1) {
    if (primes.every((prime) => n % prime !== 0)) {
      primes.push(n);
    }
  }
  const bits = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  primes.forEach((prime, index) => {
    ROUND[index] = bits(Math.cbrt(prime));
    if (index < 8) {
      START[index] = bits(Math.sqrt(prime));
    }
  });
}
fill();

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function sha256(...parts: Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array((Math.floor((length + 8) / 64) + 1) * 64);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  bytes[length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(bytes.length - 4, length << 3);
  const state = START.slice();
  const words = new Uint32Array(64);
  for (let block = 0; block < bytes.length; block += 64) {
    for (let i = 0; i < 16; i += 1) {
      words[i] = view.getUint32(block + 4 * i);
    }
    compress(state, words);
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => {
    out.setUint32(4 * index, word);
  });
  return new Uint8Array(out.buffer);
}

function compress(state: Uint32Array, words: Uint32Array) {
  for (let i = 16; i < 64; i += 1) {
    const [early, late] = [words[i - 15] as number, words[i - 2] as number];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = (words[i - 16] as number) + low + (words[i - 7] as number) + high;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g);
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + mixed + choice + (ROUND[i] as number) + (words[i] as number)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] as number) + word;
  });
}

/** Returns the keystream (RFC 8439, nonce zero, counter from 0) as little-endian words. */
function keystream(key: Uint8Array): () => number {
  const view = new DataView(key.buffer, key.byteOffset, 32);
  const input = new Uint32Array(16);
  input.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let i = 0; i < 8; i += 1) {
    input[4 + i] = view.getUint32(4 * i, true);
  }
  let block = new Uint32Array(16);
  let used = 16;
  return () => {
    if (used === 16) {
      block = chacha(input);
      input[12] = (input[12] as number) + 1;
      used = 0;
    }
    used += 1;
    return block[used - 1] as number;
  };
}

const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

function chacha(input: Uint32Array): Uint32Array<ArrayBuffer> {
  const x = new Uint32Array(input);
  const step = (to: number, from: number, mixed: number, by: number) => {
    x[to] = (x[to] as number) + (x[from] as number);
    x[mixed] = turned((x[mixed] as number) ^ (x[to] as number), 32 - by);
  };
  for (let round = 0; round < 10; round += 1) {
    for (const [a, b, c, d] of QUARTERS) {
      step(a, b, d, 16);
      step(c, d, b, 12);
      step(a, b, d, 8);
      step(c, d, b, 7);
    }
  }
  return x.map((word, index) => word + (input[index] as number));
}

const text = new TextEncoder();

/** Returns a number as `bytes` bytes, lowest byte first. */
export function littleEndian(value: number, bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
}

/** Returns the hash of a tag and parts, in the encoding of docs/bots/records.md. */
export function tagged(tag: string, ...parts: Uint8Array[]): Uint8Array {
  return sha256(text.encode(tag), ...parts);
}

/** Returns the hash that a seat publishes before it reveals its nonce. */
export function sealedNonce(commitment: Uint8Array, attempt: number, seat: number, nonce: Uint8Array): Uint8Array {
  return tagged('cardroom-nonce/2', commitment, littleEndian(attempt, 4), Uint8Array.of(seat), nonce);
}

/** Returns shuffle `number` of a match, from cards in canonical order. */
export function shuffled<Card>(seed: Uint8Array, number: number, cards: readonly Card[]): Card[] {
  const next = keystream(tagged('cardroom-shuffle/1', seed, littleEndian(number, 8)));
  const uniform = (below: number) => {
    const least = 2 ** 32 % below;
    for (;;) {
      // The product is exact, because a word times the size of a pack has fewer than 53 bits.
      const product = next() * below;
      if (product % 2 ** 32 >= least) {
        return Math.floor(product / 2 ** 32);
      }
    }
  };
  const deck = [...cards];
  for (let i = deck.length - 1; i > 0; i -= 1) {
    const other = uniform(i + 1);
    [deck[i], deck[other]] = [deck[other] as Card, deck[i] as Card];
  }
  return deck;
}

export const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the 32 bytes of 64 lower-case hex digits; null for anything else. */
export function bytes32(digits: unknown): Uint8Array | null {
  if (typeof digits !== 'string' || !/^[0-9a-f]{64}$/.test(digits)) {
    return null;
  }
  return Uint8Array.from({ length: 32 }, (_, index) => Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16));
}
