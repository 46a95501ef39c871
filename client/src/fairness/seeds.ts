/** Throws as they follow from a seed and parts: number 1 of the scheme (docs/notation.md, section 8). */

import type { ThrowsToCheck } from "../protocol";
import { bytesOf, hexOf, hmac, sha256 } from "./sha256";

/** What commits to a number without telling it. */
export const commitment = (number: string): string => hexOf(sha256(bytesOf(number)));

/** The number from 0 to 15 of a throw or lot. */
export function sixteenth(
  { game, seed, parts }: Pick<ThrowsToCheck, "game" | "seed" | "parts">,
  number: number,
): number {
  const [first = 0] = hmac(bytesOf(seed), "ibau throw", game, number, ...parts);
  return first >> 4;
}
