/** Typing a move: opens the form, and keeps what is typed while it loads. */

import { lazy } from "../user/i18n.svelte";
import type MoveForm from "./MoveForm.svelte";

export class MoveInput {
  on = $state(false);
  Field = $state.raw<typeof MoveForm>();
  typed = ""; // typed so far

  begin(): void {
    this.on = true;
    if (!this.Field)
      lazy(import("./MoveForm.svelte")).then((part) => (this.Field = part.default), this.#fail);
  }

  end(): void {
    this.on = false;
    this.typed = "";
  }

  /** Keep a key for the form while it loads; true if it was kept. */
  keep(event: KeyboardEvent): boolean {
    if (!this.on || this.Field) return false;
    const letter = event.key === "Enter" ? "\n" : event.key;
    if (event.key === "Escape") this.end();
    else if (letter.length === 1) {
      event.preventDefault(); // else it would press what still has the focus
      this.typed += letter;
    }
    return true;
  }

  readonly #fail = (error: unknown): void => {
    this.end();
    reportError(error);
  };
}
