/** Checking the throws of a finished game, as `ibau verify` does. */

import type { Contribution } from "../memory";
import { SEATS, type ThrowsToCheck, type ThrowToCheck } from "../protocol";
import { commitment, ordered, sixteenth, SIXTEENTHS, thrown } from "./origin";

export interface CheckedThrow extends ThrowToCheck {
  agrees: boolean;
}

/** How often one of the throws, or of the lots, came up, and how often chance expects it. */
export interface Frequency {
  action: string; // '' where it never came up
  which: number; // in the order of SIXTEENTHS
  seen: number;
  expected: number;
}

export interface Checked {
  throws: CheckedThrow[];
  broken: ("seed" | "parts" | "shown")[]; // commitments that were not kept
  frequencies: Frequency[]; // of the throws; of lots there is but one
}

const isLot = ({ heads }: ThrowToCheck): boolean => heads === null;

/** Which of the throws or lots came up. */
const cameUp = (one: ThrowToCheck): number =>
  one.heads === null ? Number(one.action === "lot2") : ordered(one.heads);

async function checked(data: ThrowsToCheck, one: ThrowToCheck): Promise<CheckedThrow> {
  return { ...one, agrees: thrown(await sixteenth(data, one.number), isLot(one)) === cameUp(one) };
}

/** Is a number what was committed to, or neither there? */
const kept = async (number: string, hash: string): Promise<boolean> =>
  number ? (await commitment(number)) === hash : !hash;

/** Are the commitments those that this browser was shown before it revealed its part? */
const asShown = (data: ThrowsToCheck, own: Contribution | undefined): boolean =>
  !own?.shown ||
  (own.shown.seedHash === data.seed_hash &&
    data.parts.includes(own.part) &&
    SEATS.every((seat, n) => (own.shown?.committed[seat] ?? "") === data.part_hashes[n]));

function frequencies(throws: ThrowToCheck[]): Frequency[] {
  return SIXTEENTHS.throws.map((weight, which) => {
    const these = throws.filter((one) => cameUp(one) === which);
    return {
      which,
      action: these[0]?.action ?? "",
      seen: these.length,
      expected: (throws.length * weight) / 16,
    };
  });
}

/** Check all throws of a game; `own` is what this browser added to them. */
export async function check(data: ThrowsToCheck, own?: Contribution): Promise<Checked> {
  const throws = await Promise.all(data.throws.map((one) => checked(data, one)));
  const seed = await kept(data.seed, data.seed_hash);
  const parts = await Promise.all(data.parts.map((part, n) => kept(part, data.part_hashes[n] ?? "")));
  const broken: Checked["broken"] = [];
  if (!seed) broken.push("seed");
  if (parts.includes(false)) broken.push("parts");
  if (!asShown(data, own)) broken.push("shown");
  const cast = throws.filter((one) => !isLot(one));
  return { throws, broken, frequencies: cast.length ? frequencies(cast) : [] };
}
