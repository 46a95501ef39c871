/** Looking back at what was played, while it goes on or once it is over: which position is shown, until one comes back. */

import type { State } from "../protocol";
import type { Session } from "../session/session.svelte";
import type { Stepping, Viewer } from "./viewer.svelte";
import { t } from "../words.svelte";

export class Looking implements Stepping {
  #viewer = $state.raw<Viewer>();

  /** States that are not given are asked for. */
  constructor(
    readonly session: Session,
    readonly known: readonly (State | undefined)[] = [],
  ) {}

  /** How many plies lie before the position that is looked at; undefined in the present. */
  get at(): number | undefined {
    return this.#viewer?.at;
  }

  /** The sentence of the ply in view. */
  get spoken(): string {
    const { story } = this.session;
    return story[(this.at ?? story.length) - 1]?.spoken ?? t("The start");
  }

  /** The position that is looked at; it may still have to come. */
  get state(): State | undefined {
    return this.#viewer?.state;
  }

  get trouble(): string {
    return this.#viewer?.trouble ?? "";
  }

  get length(): number {
    return this.session.story.length;
  }

  get isFirst(): boolean {
    return (this.at ?? this.length) === 0;
  }

  get isLast(): boolean {
    return this.at === undefined;
  }

  /** Look at the position after a number of plies; after all of them that is the present. */
  async go(at: number): Promise<void> {
    const { Viewer } = await import("./viewer.svelte"); // it is not needed to play
    const { welcome, story } = this.session;
    if (!welcome || at >= story.length) return this.end();
    const actions = story.map(({ action }) => action);
    const { ruleset, start = "" } = welcome;
    if (this.#viewer?.plies !== story)
      this.#viewer = new Viewer(story, [...this.known], { ruleset, start, actions });
    this.#viewer.go(at);
    this.session.unchoose();
    this.session.announced = [story[this.#viewer.at - 1]?.spoken ?? ""].filter(Boolean);
  }

  start(): void {
    void this.go(0);
  }

  back(): void {
    void this.go((this.at ?? this.length) - 1);
  }

  on(): void {
    void this.go((this.at ?? this.length) + 1);
  }

  end(): void {
    this.#viewer = undefined;
  }
}
