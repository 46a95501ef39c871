/** How often each throw came up, and how often chance expects it. */

import type { Ply } from "../protocol";

const WEIGHTS = [1, 4, 6, 4, 1]; // of sixteen, by marked sides

export interface Frequency {
  seen: number;
  expected: number;
  range: [number, number]; // that holds in at least 19 of 20 games with this many throws
}

/** The frequencies of the throws in a game by their marked sides, 0 to 4; none where nothing was thrown. */
export function frequencies(plies: Pick<Ply, "heads">[]): Frequency[] {
  const heads = plies.flatMap((ply) => ply.heads ?? []);
  if (!heads.length) return [];
  return WEIGHTS.map((weight, marked) => ({
    seen: heads.filter((one) => one === marked).length,
    expected: (heads.length * weight) / 16,
    range: range(heads.length, weight / 16),
  }));
}

/** The middle of a binomial distribution: at most one in forty lies below it, and as many above. */
function range(trials: number, chance: number): [number, number] {
  const odds = Math.log(chance / (1 - chance));
  let [log, sum, least] = [trials * Math.log(1 - chance), 0, -1];
  for (let seen = 0; ; seen++) {
    sum += Math.exp(log);
    if (least < 0 && sum > 1 / 40) least = seen;
    if (sum >= 39 / 40 || seen === trials) return [Math.max(0, least), seen];
    log += odds + Math.log((trials - seen) / (seen + 1));
  }
}
