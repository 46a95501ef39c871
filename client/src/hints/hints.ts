/** Hints: first where to look, then what to play, then why; loaded when somebody wants one. */

import { ApiError, game, post } from "../server/api";
import type { Session } from "../session/session.svelte";
import type { GameKey, Hint } from "../protocol";
import { troubleOf } from "../reader/trouble";
import { language } from "../reader/words.svelte";

export class Hints {
  #found: Hint | undefined;
  #told = 0; // sentences of it

  constructor(
    readonly seat: GameKey,
    readonly session: Session,
  ) {}

  /** Tell one sentence more, or the first of another hint where the game has moved on. */
  async more(): Promise<void> {
    const at = this.session.state?.at;
    if (at === undefined) return;
    try {
      if (this.#found?.at !== at) await this.#ask(at);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.session.notice = troubleOf(error);
      return;
    }
    if (this.#found && this.session.state?.at === at) this.#tell(this.#found);
  }

  async #ask(at: number): Promise<void> {
    const { id, key } = this.seat;
    this.#told = 0;
    this.#found = await post<Hint>(`${game(id)}/hint`, language.id, { key, at });
  }

  /** Light up on the board what is spoken of: the first place, then all of them. */
  #tell({ places, where, what, why }: Hint): void {
    const sentence = [where, what, why][this.#told] ?? why;
    this.session.lit = this.#told ? places : places.slice(0, 1);
    this.session.notice = sentence;
    this.#told = Math.min(this.#told + 1, 2);
  }
}
