/** What a board knows of the game that is played, or analysed, on it. */

import type { Stage } from "../game/session.svelte";
import type { Action, Attendance, Ply, Seat, Welcome } from "../protocol";

export interface Playing {
  readonly legal: Action[];
  readonly targets: Set<string>;
  readonly chosen: string[];
  readonly pending: Action | undefined;
  readonly held: Action | undefined;
  readonly actor: Seat | undefined;
  readonly story: Ply[];
  readonly presence: Attendance | undefined;
  stage: Stage | undefined;
  point(place: string): void;
  unchoose(): void;
}

/** The board, and who sits at it. */
export type Sitting = Pick<Welcome, "board" | "seats" | "yours">;

/** Whose side of the board is near, and whether the other one sits across. */
export interface Turned {
  readonly near: Seat;
  readonly faced: boolean;
}
