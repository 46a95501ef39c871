/** The match that a game belongs to, in words. */

import type { Match, State, Welcome } from "../protocol";
import { t } from "../words.svelte";

/** Said at the end of a game: its points and the score; before the first action of a later one: what is different. */
export function matchSaid(welcome: Welcome, match: Match, state: State): string[] {
  const one = welcome.seats.first.name;
  const other = welcome.seats.second.name;
  const [points, others] = match.points;
  const score = (n: number): string =>
    t("Match after game {n}: {one} {points}, {other} {others}.", { n, one, points, other, others });
  if (state.result) {
    const said = pointsSaid(one, other, state.result.score);
    return said.length && match.game === 1 ? said : [...said, score(match.game)]; // after one game they are the same
  }
  return match.game > 1 && !state.at ? [score(match.game - 1), match.note] : [];
}

/** The points of a game, where its rules give any. */
function pointsSaid(one: string, other: string, score: [number, number] | null): string[] {
  if (!score) return [];
  const [points, others] = score;
  return [t("Points of this game: {one} {points}, {other} {others}.", { one, points, other, others })];
}
