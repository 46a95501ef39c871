/** Remarks of the computer's characters, at some captures and at the end. */

import { SEATS, type Occasion, type Ply, type Seat, type State, type Welcome } from "../protocol";
import { winnerOf } from "../server/states";
import { labelled } from "../user/i18n.svelte";

const EVERY = 3; // of its captures: more would be noise

/** Does a ply send an enemy's piece away? */
const isCapture = ({ seat, travels }: Ply): boolean =>
  travels.slice(1).some((travel) => SEATS[travel.seat] !== seat);

/** The remark on a ply that leads to a state; `story` has the plies before it. */
export function remarkOn(welcome: Welcome | undefined, story: Ply[], ply: Ply, state: State): string {
  if (state.result) return endRemark(welcome, state);
  const word = ply.seat === "chance" ? "" : phrase(welcome, ply.seat, "capture");
  if (!word || !isCapture(ply)) return "";
  const before = story.filter((earlier) => earlier.seat === ply.seat && isCapture(earlier)).length;
  return before % EVERY ? "" : word;
}

/** The remark at the end: by the winner, where the computer plays both sides. */
export function endRemark(welcome: Welcome | undefined, state: State): string {
  const winner = winnerOf(state);
  const loser = winner && SEATS.find((seat) => seat !== winner);
  return phrase(welcome, winner, "win") || phrase(welcome, loser, "loss");
}

function phrase(welcome: Welcome | undefined, seat: Seat | undefined, when: Occasion): string {
  const character = seat && welcome?.seats[seat].character;
  return character ? labelled(character.name, character.words[when]) : "";
}
