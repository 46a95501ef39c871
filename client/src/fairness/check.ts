/** Checking the throws of a game under number 1 of the scheme, as `ibau verify` does. */

import type { Contribution } from "../memory";
import { SEATS, type ThrowsToCheck, type ThrowToCheck } from "../protocol";
import { commitment, sixteenth } from "./seeds";
import { agrees, frequencies, type Frequency } from "./sixteenths";

export interface CheckedThrow extends ThrowToCheck {
  agrees: boolean;
}

export interface Checked {
  throws: CheckedThrow[];
  broken: ("name" | "seed" | "parts" | "shown")[]; // what is not what it was, or was committed to
  compared: boolean; // with the commitments that this browser was shown before it revealed its part
  frequencies: Frequency[];
}

/** Is a number what was committed to?  Where nothing was thrown, it need not be there. */
const kept = (number: string, hash: string, thrown: boolean): boolean =>
  number ? commitment(number) === hash : !hash || !thrown;

/** Are the commitments those that this browser was shown? */
const asShown = (data: ThrowsToCheck, { part, shown }: Contribution): boolean =>
  !shown ||
  (shown.seedHash === data.seed_hash &&
    data.parts.includes(part) &&
    SEATS.every((seat, n) => (shown.committed[seat] ?? "") === data.part_hashes[n]));

/** Check all throws of the game of this name; `own` is what this browser added to them. */
export function check(data: ThrowsToCheck, id: string, own?: Contribution): Checked {
  const throws = data.throws.map((one) => ({ ...one, agrees: agrees(sixteenth(data, one.number), one) }));
  const broken: Checked["broken"] = [];
  if (data.game !== id) broken.push("name");
  if (!kept(data.seed, data.seed_hash, true)) broken.push("seed");
  if (!data.parts.every((part, n) => kept(part, data.part_hashes[n] ?? "", throws.length > 0)))
    broken.push("parts");
  if (own && !asShown(data, own)) broken.push("shown");
  return { throws, broken, compared: !!own?.shown, frequencies: frequencies(throws) };
}
