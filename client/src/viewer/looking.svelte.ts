/** Looking back at what was played, while it goes on or once it is over: which position is shown, until one comes back. */

import type { State } from "../protocol";
import type { Session } from "../session/session.svelte";
import { t } from "../user/i18n.svelte";
import { Line, Viewer } from "./viewer.svelte";

export class Looking extends Line {
  #viewer = $state.raw<Viewer>();

  /** States that are not given are asked for. */
  constructor(
    readonly session: Session,
    readonly known: readonly (State | undefined)[] = [],
  ) {
    super();
  }

  /** How many plies lie before the position that is looked at; undefined in the present. */
  get at(): number | undefined {
    return this.#viewer?.at;
  }

  /** The sentence of the ply in view. */
  get spoken(): string {
    const { story } = this.session;
    return story[(this.at ?? story.length) - 1]?.description ?? t("The start");
  }

  /** The position that is looked at; it may still have to come. */
  get state(): State | undefined {
    return this.#viewer?.state;
  }

  get problem(): string {
    return this.#viewer?.problem ?? "";
  }

  get length(): number {
    return this.session.story.length;
  }

  /** Look at the position after a number of plies; after all of them that is the present. */
  go(at: number): void {
    const { welcome, story } = this.session;
    if (!welcome || at >= story.length) return this.end();
    const actions = story.map(({ action }) => action);
    const { ruleset, start = "" } = welcome;
    if (this.#viewer?.plies !== story)
      this.#viewer = new Viewer(story, [...this.known], { ruleset, start, actions });
    this.#viewer.go(at);
    this.session.clearChoice();
    this.session.announced = [story[this.#viewer.at - 1]?.description ?? ""].filter(Boolean);
  }

  override end(): void {
    this.#viewer = undefined;
  }
}
