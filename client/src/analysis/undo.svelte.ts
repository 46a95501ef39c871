/** Undoing and redoing. */

import type { Step } from "../ui/Stepper.svelte";
import { t } from "../user/i18n.svelte";

const MOST_STEPS = 200; // that can be undone

/** The states of something that changes; `onchange` is called after each change. */
export class History<T> {
  #past = $state.raw<readonly T[]>([]);
  #present: T;
  #future = $state.raw<readonly T[]>([]);

  constructor(
    present: T,
    readonly onchange: () => void,
  ) {
    this.#present = $state.raw(present);
  }

  get present(): T {
    return this.#present;
  }

  /** Change without a step that can be undone. */
  set present(next: T) {
    this.#set(this.#past, next, this.#future);
  }

  /** Add a state; states that were undone can no longer be redone. */
  push(next: T): void {
    this.#set([...this.#past, this.#present].slice(-MOST_STEPS), next, []);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (before !== undefined) this.#set(this.#past.slice(0, -1), before, [this.#present, ...this.#future]);
  }

  redo(): void {
    const [next, ...later] = this.#future;
    if (next !== undefined) this.#set([...this.#past, this.#present], next, later);
  }

  #set(past: readonly T[], present: T, future: readonly T[]): void {
    [this.#past, this.#present, this.#future] = [past, present, future];
    this.onchange();
  }

  /** The buttons for undo and redo. */
  get steps(): Step[] {
    return [
      { name: t("Undo"), sign: "undo", disabled: !this.#past.length, act: () => this.undo() },
      { name: t("Redo"), sign: "redo", disabled: !this.#future.length, act: () => this.redo() },
    ];
  }

  /** The same with Ctrl or Command. */
  readonly keys: Record<string, () => void> = { z: () => this.undo(), y: () => this.redo() };
}
