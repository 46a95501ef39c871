/** SHA-256 (FIPS 180-4): a chain takes thousands at once, and browsers lend theirs only one by one, and not by plain http. */

const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
};
/** The first 32 bits of the fractional part of a root; doubles are exact enough for square and cube roots of these primes. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;

const START = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const words = new Int32Array(64); // of the block that is taken in

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8); // of what we hash, no more than fits
  const state = START.slice();
  for (let block = 0; block < padded.length; block += 64) compress(state, view, block);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => digest.setInt32(4 * n, word));
  return new Uint8Array(digest.buffer);
}

/** Take a block into the state. */
function compress(state: Int32Array, view: DataView, block: number): void {
  const word = (n: number): number => words[n] as number;
  for (let n = 0; n < 16; n++) words[n] = view.getInt32(block + 4 * n);
  for (let n = 16; n < 64; n++) {
    const early = word(n - 15);
    const late = word(n - 2);
    const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const two = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[n] = word(n - 16) + one + word(n - 7) + two;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let n = 0; n < 64; n++) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const round = (ROUNDS[n] as number) + word(n);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + round) | 0;
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most;
    h = g; // one after the other: browsers are slow at taking an array apart
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((sum, n) => (state[n] = (state[n] as number) + sum));
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Bytes are written in hexadecimal. */
export const hexOf = (bytes: Uint8Array): string => {
  let hex = "";
  for (const byte of bytes) hex += HEX[byte];
  return hex;
};

export const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

const encoder = new TextEncoder();

/** The SHA-256 of lines with a line feed between them, in hexadecimal. */
export const hashOf = (...lines: (string | number)[]): string =>
  hexOf(sha256(encoder.encode(lines.join("\n"))));

/** HMAC-SHA256 (RFC 2104) of lines, with a key no longer than a block. */
export function hmac(key: Uint8Array, ...lines: (string | number)[]): Uint8Array {
  const padded = (pad: number, rest: Uint8Array): Uint8Array => {
    const whole = new Uint8Array(64 + rest.length).fill(pad, 0, 64);
    key.forEach((byte, n) => (whole[n] = byte ^ pad));
    whole.set(rest, 64);
    return whole;
  };
  return sha256(padded(0x5c, sha256(padded(0x36, encoder.encode(lines.join("\n"))))));
}
