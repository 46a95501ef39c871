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
  usual: [number, number]; // where it lies in at least 19 of 20 games of so many throws
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

/** Is a number what was committed to?  Where nothing was thrown, it need not be there. */
const kept = async (number: string, hash: string, thrown: boolean): Promise<boolean> =>
  number ? (await commitment(number)) === hash : !hash || !thrown;

/** Are the commitments those that this browser was shown before it revealed its part? */
const asShown = (data: ThrowsToCheck, own: Contribution | undefined): boolean =>
  !own?.shown ||
  (own.shown.seedHash === data.seed_hash &&
    data.parts.includes(own.part) &&
    SEATS.every((seat, n) => (own.shown?.committed[seat] ?? "") === data.part_hashes[n]));

/** The middle of a binomial distribution: at most one in forty lies below it, and as many above. */
function usual(trials: number, chance: number): [number, number] {
  const odds = Math.log(chance / (1 - chance));
  let [log, sum, least] = [trials * Math.log(1 - chance), 0, -1];
  for (let seen = 0; ; seen++) {
    sum += Math.exp(log);
    if (least < 0 && sum > 1 / 40) least = seen;
    if (sum >= 39 / 40 || seen === trials) return [Math.max(0, least), seen];
    log += odds + Math.log((trials - seen) / (seen + 1));
  }
}

function frequencies(throws: ThrowToCheck[]): Frequency[] {
  return SIXTEENTHS.throws.map((weight, which) => {
    const these = throws.filter((one) => cameUp(one) === which);
    return {
      which,
      action: these[0]?.action ?? "",
      seen: these.length,
      expected: (throws.length * weight) / 16,
      usual: usual(throws.length, weight / 16),
    };
  });
}

/** Check all throws of a game; `own` is what this browser added to them. */
export async function check(data: ThrowsToCheck, own?: Contribution): Promise<Checked> {
  const throws = await Promise.all(data.throws.map((one) => checked(data, one)));
  const seed = await kept(data.seed, data.seed_hash, true);
  const parts = await Promise.all(
    data.parts.map((part, n) => kept(part, data.part_hashes[n] ?? "", throws.length > 0)),
  );
  const broken: Checked["broken"] = [];
  if (!seed) broken.push("seed");
  if (parts.includes(false)) broken.push("parts");
  if (!asShown(data, own)) broken.push("shown");
  const cast = throws.filter((one) => !isLot(one));
  return { throws, broken, frequencies: cast.length ? frequencies(cast) : [] };
}
