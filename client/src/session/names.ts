/** What the players of a game are called. */

import type { Seat, Welcome } from "../protocol";
import { t } from "../words.svelte";

/** Who plays a seat: by name, else by the colour of the pieces. */
export const nameIn = (welcome: Welcome | undefined, seat: Seat): string =>
  welcome?.seats[seat].nickname ?? welcome?.seats[seat].name ?? "";

/** A player's name within a sentence, as the reader is told it. */
export function calledIn(welcome: Welcome, seat: Seat): string {
  if (welcome.yours.length === 1 && welcome.yours[0] === seat) return t("you");
  return nameIn(welcome, seat);
}
