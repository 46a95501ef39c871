/** Explains the moves of a game as they come: what was done lately, and why it matters. */

import { ApiError, game, postJson } from "../server/api";
import { recentGame, rememberGame } from "../user/storage";
import type { Explained, GameKey } from "../protocol";
import { language } from "../user/i18n.svelte";

export class Explainer {
  on = $state(false);
  moves = $state.raw<string[]>([]); // of the last two turns

  constructor(readonly seat: GameKey) {
    this.on = !!recentGame(seat.id)?.explains;
  }

  turn(on: boolean): void {
    this.on = on;
    this.moves = [];
    rememberGame(this.seat.id, { explains: on });
  }

  /** Explain what was done after a number of actions; true if there is an explanation. */
  async explain(at: number): Promise<boolean> {
    if (!this.on || !at) return false;
    try {
      const { id, key } = this.seat;
      const found = await postJson<Explained>(`${game(id)}/explained`, language.id, { key, ply_count: at });
      this.moves = found.moves;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.moves = []; // the game goes on without
    }
    return !!this.moves.length;
  }
}
