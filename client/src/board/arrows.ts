/** Actions as they are drawn over a board. */

import type { Action, Ply } from "../protocol";

export interface Arrow {
  kind: "played" | "better" | "other";
  places: string[]; // the path of a piece, or where one is placed
}

/** What was played. */
export const playedArrow = (ply: Ply): Arrow => ({ kind: "played", places: ply.travels[0]?.path ?? [] });

/** What would have been better, or is nearly as good. */
export const adviceArrow = ({ picks }: Action, kind: "better" | "other" = "better"): Arrow => ({
  kind,
  places: picks,
});
