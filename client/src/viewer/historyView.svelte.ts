/** A look back at the plies of a game, while it goes on or once it is over: the earlier position that is shown. */

import type { State } from "../protocol";
import type { Session } from "../session/session.svelte";
import { t } from "../user/i18n.svelte";
import { PlyNavigator, Viewer } from "./viewer.svelte";

export class HistoryView extends PlyNavigator {
  #viewer = $state.raw<Viewer>();

  /** States that are not `known` are fetched. */
  constructor(
    readonly session: Session,
    readonly known: readonly (State | undefined)[] = [],
  ) {
    super();
  }

  /** How many plies lie before the shown position; undefined in the present. */
  get at(): number | undefined {
    return this.#viewer?.at;
  }

  /** The sentence of the ply in view. */
  get description(): string {
    const { story } = this.session;
    return story[(this.at ?? story.length) - 1]?.description ?? t("The start");
  }

  /** The shown position; undefined while it loads. */
  get state(): State | undefined {
    return this.#viewer?.state;
  }

  get problem(): string {
    return this.#viewer?.problem ?? "";
  }

  get length(): number {
    return this.session.story.length;
  }

  /** Show the position after a number of plies; after all of them, return to the present. */
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
