/** Explains the moves of a game as they come: what was done lately, and why it matters. */

import { ApiError, gamePath, postJson } from "../server/api";
import { recentGame, rememberGame } from "../user/storage";
import type { Explained, GameKey } from "../protocol";
import { language } from "../user/i18n.svelte";

export class Explainer {
  on = $state(false);
  texts = $state.raw<string[]>([]); // of the last two turns

  constructor(readonly gameKey: GameKey) {
    this.on = !!recentGame(gameKey.id)?.explains;
  }

  setOn(on: boolean): void {
    this.on = on;
    this.texts = [];
    rememberGame(this.gameKey.id, { explains: on });
  }

  /** Explain what was done after a number of actions; true if there is an explanation. */
  async explain(at: number): Promise<boolean> {
    if (!this.on || !at) return false;
    try {
      const { id, key } = this.gameKey;
      const request = { key, ply_count: at };
      this.texts = (await postJson<Explained>(`${gamePath(id)}/explained`, language.id, request)).moves;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.texts = []; // the game goes on without
    }
    return !!this.texts.length;
  }
}
