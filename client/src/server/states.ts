/** Reading a state: who is to act, who has won, and its texts. */

import { SEATS, type Seat, type State } from "../protocol";

/** The seat that decides or throws; undefined before a lot, and at the end. */
export const actorIn = (state: State | undefined): Seat | undefined =>
  SEATS.find((seat) => seat === state?.to_move || seat === state?.throw?.seat);

/** The winner; undefined for a draw and while the game goes on. */
export function winnerOf({ result }: Pick<State, "result">): Seat | undefined {
  const [first = 0, second = 0] = result?.returns ?? [];
  return first === second ? undefined : SEATS[first > second ? 0 : 1];
}

/** Whose turn it is and what is asked, or how the game ended. */
export const statusLines = ({ result, situation }: State): string[] => (result ? [result.text] : situation);
