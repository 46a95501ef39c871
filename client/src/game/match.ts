/** The match that a game belongs to, in words. */

import { SEATS, type Match, type State, type Welcome } from "../protocol";
import { t } from "../words.svelte";
import { calledIn } from "./names";

/** Said at the end of a game: its points and the score; before the first action of a later one: what is different. */
export function matchSaid(welcome: Welcome, match: Match, state: State): string[] {
  const score = state.result?.score;
  const points = score ? [t("Points: {score}.", { score: standing(welcome, score) })] : [];
  if (match.game === 1) return points; // who has won says the rest
  const after = (n: number): string =>
    t("After {n} games: {score}.", { n, score: standing(welcome, match.points) });
  if (state.result) return [...points, after(match.game)];
  if (state.at) return [];
  const before = match.game - 1;
  const said =
    before === 1 ? t("After one game: {score}.", { score: standing(welcome, match.points) }) : after(before);
  return [said, match.note];
}

/** Who has how much, the reader first: "you 1½, the computer ½". */
function standing(welcome: Welcome, [first, second]: [unknown, unknown]): string {
  const each = SEATS.map((seat, n) => `${calledIn(welcome, seat)} ${[first, second][n]}`);
  return (welcome.yours[0] === "second" ? each.reverse() : each).join(", ");
}
