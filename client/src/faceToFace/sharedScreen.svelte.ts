/** Two people at one screen: how they sit, and which of them it is turned to. */

import type { Seating } from "../user/storage";
import type { Seat } from "../protocol";
import type { Session } from "../session/session.svelte";

export class SharedScreen {
  seating = $state<Seating>("side");
  #holder = $state<Seat>(); // who has the device, where it is passed on

  constructor(
    readonly session: Session,
    seating: Seating | undefined,
  ) {
    this.seating = seating ?? "side";
  }

  /** Do two people play here? */
  get shared(): boolean {
    return this.session.welcome?.yours.length === 2;
  }

  /** Do they sit across from each other, the screen flat between them? */
  get faced(): boolean {
    return this.shared && this.seating === "face";
  }

  /** The seat whose side of the board is near; face to face, people stay where they are when their seats change. */
  get near(): Seat {
    const { welcome, actor, match } = this.session;
    if (!this.shared) return welcome?.yours[0] ?? "first";
    if (this.seating === "pass") return this.#holder ?? actor ?? "first";
    return this.faced && match?.swapped ? "second" : "first";
  }

  /** Does the one across the table act now? */
  get across(): boolean {
    const { actor } = this.session;
    return this.faced && !!actor && actor !== this.near;
  }

  /** Who has to be given the device before the game goes on. */
  get nextHolder(): Seat | undefined {
    const { actor, state } = this.session;
    if (!this.shared || this.seating !== "pass" || state?.result || this.isNew) return undefined;
    return actor === this.#holder ? undefined : actor;
  }

  /** Has nothing been played yet?  The player who begins has the device, unless another game came before. */
  get isNew(): boolean {
    const { story, match } = this.session;
    return !story.length && match?.game === 1;
  }

  /** The player to act has the device. */
  take(): void {
    this.#holder = this.session.actor;
  }

  choose(seating: Seating): void {
    this.seating = seating;
    this.take();
  }
}
