/** A move that is typed instead of pointed at: what is typed before its field has come is kept for it. */

import { lazy } from "../user/i18n.svelte";
import type TypedMove from "./TypedMove.svelte";

export class MoveTyping {
  on = $state(false);
  Field = $state.raw<typeof TypedMove>();
  ahead = ""; // typed so far

  begin(): void {
    this.on = true;
    if (!this.Field)
      lazy(import("./TypedMove.svelte")).then((part) => (this.Field = part.default), this.#failed);
  }

  end(): void {
    this.on = false;
    this.ahead = "";
  }

  /** Is a key one for the field that has yet to come? */
  takes(event: KeyboardEvent): boolean {
    if (!this.on || this.Field) return false;
    const letter = event.key === "Enter" ? "\n" : event.key;
    if (event.key === "Escape") this.end();
    else if (letter.length === 1) {
      event.preventDefault(); // else it would press what still has the focus
      this.ahead += letter;
    }
    return true;
  }

  readonly #failed = (error: unknown): void => {
    this.end();
    reportError(error);
  };
}
