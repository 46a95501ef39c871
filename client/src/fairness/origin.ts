/** Throws as they follow from a seed and parts (docs/notation.md, section 8). */

import type { ThrowsToCheck } from "../protocol";

const BLOCK = 64; // bytes that SHA-256 takes in at once

/** Numbers are written in hexadecimal. */
export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/** The browser's own SHA-256, or ours where it lends none. */
async function digest(bytes: Uint8Array): Promise<Uint8Array> {
  const lent = (crypto as Partial<Crypto>).subtle;
  if (lent) return new Uint8Array(await lent.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  return (await import("./sha256")).sha256(bytes);
}

/** What commits to a number without telling it. */
export const commitment = async (number: string): Promise<string> => hexOf(await digest(bytesOf(number)));

/** HMAC-SHA256 (RFC 2104) with a key no longer than a block. */
async function hmac(key: Uint8Array, message: string): Promise<Uint8Array> {
  const padded = (pad: number): number[] => Array.from({ length: BLOCK }, (_, n) => (key[n] ?? 0) ^ pad);
  const inner = await digest(Uint8Array.from([...padded(0x36), ...new TextEncoder().encode(message)]));
  return digest(Uint8Array.from([...padded(0x5c), ...inner]));
}

/** The number from 0 to 15 of a throw or lot. */
export async function sixteenth(
  { game, seed, parts }: Pick<ThrowsToCheck, "game" | "seed" | "parts">,
  number: number,
): Promise<number> {
  const [first = 0] = await hmac(bytesOf(seed), ["ibau throw", game, number, ...parts].join("\n"));
  return first >> 4;
}

const MARKED = [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 0]; // sides of the four sticks, by sixteenth

/** How often a throw or lot comes up in sixteen. */
export const SIXTEENTHS = { throws: [4, 6, 4, 1, 1], lots: [8, 8] };

/** Which of SIXTEENTHS a sixteenth stands for. */
export const thrown = (sixteenth: number, lot: boolean): number =>
  lot ? sixteenth >> 3 : ordered(MARKED[sixteenth] ?? 0);

/** Throws are ordered by their marked sides, the one with none last. */
export const ordered = (marked: number): number => (marked + 4) % 5;
