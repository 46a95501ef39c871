/** What the players of a game are called, and the match that it belongs to, in words. */

import { SEATS, type Match, type Seat, type State, type Welcome } from "../protocol";
import { t } from "../user/i18n.svelte";

/** Who plays a seat: by name, else by the colour of the pieces. */
export const nameIn = (welcome: Welcome | undefined, seat: Seat): string =>
  welcome?.seats[seat].nickname ?? welcome?.seats[seat].name ?? "";

/** A player's name within a sentence, "you" for the reader. */
export function nameOrYou(welcome: Welcome, seat: Seat): string {
  if (welcome.yours.length === 1 && welcome.yours[0] === seat) return t("you");
  return nameIn(welcome, seat);
}

/** The score of a match, at the end of a later game and before its first action; then also what is different. */
export function matchText(welcome: Welcome, match: Match, state: State): string[] {
  const begins = !state.ply_count && !state.result;
  if (match.game === 1) return begins && match.note ? [match.note] : []; // at the end the points next to the names are enough
  const after = (n: number): string =>
    t("After {n} games: {score}.", { n, score: scoreText(welcome, match.points) });
  if (state.result) return [after(match.game)];
  if (!begins) return [];
  const before = match.game - 1;
  const text =
    before === 1 ? t("After one game: {score}.", { score: scoreText(welcome, match.points) }) : after(before);
  const [own, other] = welcome.yours;
  return [text, (own && !other && match.to?.[own]) || match.note];
}

/** The points of a finished game, where its rules give any, for screen readers. */
export function pointsText(welcome: Welcome, state: State): string[] {
  const score = state.result?.score;
  return score ? [t("Points: {score}.", { score: scoreText(welcome, score) })] : [];
}

/** The score of both players, the reader's first: "you 1½, the computer ½". */
function scoreText(welcome: Welcome, [first, second]: [unknown, unknown]): string {
  const each = SEATS.map((seat, n) => `${nameOrYou(welcome, seat)} ${[first, second][n]}`);
  return (welcome.yours[0] === "second" ? each.reverse() : each).join(", ");
}
