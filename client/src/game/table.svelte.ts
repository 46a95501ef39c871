/** Two people at one screen: how they sit, and which of them it is turned to. */

import type { Seating } from "../memory";
import type { Seat } from "../protocol";
import type { Session } from "./session.svelte";

export class Table {
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

  /** The seat whose side of the board is near. */
  get near(): Seat {
    const { welcome, actor } = this.session;
    if (!this.shared) return welcome?.yours[0] ?? "first";
    return this.seating === "pass" ? (this.#holder ?? actor ?? "first") : "first";
  }

  /** Does the one across the table act now? */
  get across(): boolean {
    const { actor } = this.session;
    return this.faced && !!actor && actor !== this.near;
  }

  /** Who has to be given the device before the game goes on. */
  get handingTo(): Seat | undefined {
    const { actor, story, state } = this.session;
    if (!this.shared || this.seating !== "pass" || state?.result || !story.length) return undefined;
    return actor === this.#holder ? undefined : actor;
  }

  /** Whoever is to act has the device. */
  take(): void {
    this.#holder = this.session.actor;
  }

  sit(seating: Seating): void {
    this.seating = seating;
    this.take();
  }
}
