/** The throw that is in the air, until it lies. */

import { pause } from "../board/motion";
import type { Ply } from "../protocol";
import { fallTime } from "./cast";

export class Falling {
  ply = $state.raw<Ply>();
  #land: (() => void) | undefined;

  async fall(ply: Ply): Promise<void> {
    this.ply = ply;
    await Promise.race([pause(fallTime(ply)), new Promise<void>((done) => (this.#land = done))]);
    this.#land = this.ply = undefined;
  }

  /** Let it lie at once; false where nothing is in the air. */
  land(): boolean {
    this.#land?.();
    return !!this.#land;
  }
}
