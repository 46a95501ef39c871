/** What the players of a game are called, and the match that it belongs to, in words. */

import { SEATS, type Match, type Seat, type State, type Welcome } from "../protocol";
import { t } from "../reader/words.svelte";

/** Who plays a seat: by name, else by the colour of the pieces. */
export const nameIn = (welcome: Welcome | undefined, seat: Seat): string =>
  welcome?.seats[seat].nickname ?? welcome?.seats[seat].name ?? "";

/** A player's name within a sentence, as the reader is told it. */
export function calledIn(welcome: Welcome, seat: Seat): string {
  if (welcome.yours.length === 1 && welcome.yours[0] === seat) return t("you");
  return nameIn(welcome, seat);
}

/** Said at the end of a later game: the score; before its first action: the score, and what is different. */
export function matchSaid(welcome: Welcome, match: Match, state: State): string[] {
  const begins = !state.ply_count && !state.result;
  if (match.game === 1) return begins && match.note ? [match.note] : []; // at the end the points beside the names say it all
  const after = (n: number): string =>
    t("After {n} games: {score}.", { n, score: standing(welcome, match.points) });
  if (state.result) return [after(match.game)];
  if (!begins) return [];
  const before = match.game - 1;
  const said =
    before === 1 ? t("After one game: {score}.", { score: standing(welcome, match.points) }) : after(before);
  const [own, other] = welcome.yours;
  return [said, (own && !other && match.to?.[own]) || match.note];
}

/** The points of a finished game, where its rules give any: seen beside the names, and said aloud. */
export function pointsSaid(welcome: Welcome, state: State): string[] {
  const score = state.result?.score;
  return score ? [t("Points: {score}.", { score: standing(welcome, score) })] : [];
}

/** Who has how much, the reader first: "you 1½, the computer ½". */
function standing(welcome: Welcome, [first, second]: [unknown, unknown]): string {
  const each = SEATS.map((seat, n) => `${calledIn(welcome, seat)} ${[first, second][n]}`);
  return (welcome.yours[0] === "second" ? each.reverse() : each).join(", ");
}
