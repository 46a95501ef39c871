/** The match that a game belongs to, in words. */

import type { Match, State, Welcome } from "../protocol";
import { t } from "../words.svelte";

/** The score, and what is different now: said before the first action of a later game, and at the end of each. */
export function matchSaid(welcome: Welcome, match: Match, state: State): string[] {
  const { first, second } = welcome.seats;
  const score = (n: number): string =>
    t("Match after game {n}: {one} {points}, {other} {others}.", {
      n,
      one: first.name,
      points: match.points[0],
      other: second.name,
      others: match.points[1],
    });
  if (state.result) return [score(match.game)];
  return match.game > 1 && !state.at ? [score(match.game - 1), match.note] : [];
}
