/** SHA-256 (FIPS 180-4) for pages to which the browser does not lend its own: those that come by plain http. */

const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
};
/** The first 32 bits of the fractional part of a root; doubles are exact enough for square and cube roots of these primes. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;

const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8); // of what we hash, no more than fits
  let state = START;
  for (let block = 0; block < padded.length; block += 64) state = compressed(state, view, block);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => digest.setInt32(4 * n, word));
  return new Uint8Array(digest.buffer);
}

function compressed(state: number[], view: DataView, block: number): number[] {
  const words = Array.from({ length: 16 }, (_, n) => view.getInt32(block + 4 * n));
  const word = (n: number): number => words[n] ?? 0;
  for (let n = 16; n < 64; n++) {
    const [early, late] = [word(n - 15), word(n - 2)];
    const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const two = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words.push((word(n - 16) + one + word(n - 7) + two) | 0);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  ROUNDS.forEach((round, n) => {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + round + word(n)) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  });
  return [a, b, c, d, e, f, g, h].map((sum, n) => (sum + (state[n] ?? 0)) | 0);
}
