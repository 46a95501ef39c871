/** What the sixteen numbers of chance stand for (docs/notation.md, section 8). */

import type { Ply } from "../protocol";

const MARKED = [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 0]; // sides of the four sticks, by sixteenth

/** How often a throw or lot comes up in sixteen. */
export const SIXTEENTHS = { throws: [4, 6, 4, 1, 1], lots: [8, 8] };

/** Which of SIXTEENTHS a sixteenth stands for. */
export const thrown = (sixteenth: number, lot: boolean): number =>
  lot ? sixteenth >> 3 : ordered(MARKED[sixteenth] ?? 0);

/** Throws are ordered by their marked sides, the one with none last. */
export const ordered = (marked: number): number => (marked + 4) % 5;

/** What chance decided, as a ply gives it. */
export type Fallen = Pick<Ply, "action" | "heads">;

const THROW = /^t([1-6])$/;
const LOT = /^lot([12])$/;

/** Is a ply a throw or lot? */
export const isChance = ({ action, heads }: Fallen): boolean =>
  heads !== null || THROW.test(action) || LOT.test(action);

/** Which of the throws or lots came up. */
const cameUp = ({ action, heads }: Fallen): number =>
  heads === null ? Number(action === "lot2") : ordered(heads);

/** Is this what a sixteenth makes of it, and is what lies what counts? */
export function agrees(sixteenth: number, { action, heads }: Fallen): boolean {
  const value = Number(THROW.exec(action)?.[1]);
  const isSound = heads === null ? LOT.test(action) : heads === (value > 4 ? 0 : value);
  return isSound && thrown(sixteenth, heads === null) === cameUp({ action, heads });
}

/** How often one of the throws came up, and how often chance expects it. */
export interface Frequency {
  action: string; // '' where it never came up
  which: number; // in the order of SIXTEENTHS
  seen: number;
  expected: number;
  usual: [number, number]; // where it lies in at least 19 of 20 games of this many throws
}

/** The frequencies of throws; of lots there is but one. */
export function frequencies(fallen: Fallen[]): Frequency[] {
  const throws = fallen.filter(({ heads }) => heads !== null);
  if (!throws.length) return [];
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
