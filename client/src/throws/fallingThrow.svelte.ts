/** The animation of a throw. */

import { pause } from "../board/motion";
import type { Ply } from "../protocol";
import { fallTime } from "./cast";

export class FallingThrow {
  ply = $state.raw<Ply>();
  #land: (() => void) | undefined;

  async fall(ply: Ply): Promise<void> {
    this.ply = ply;
    await Promise.race([pause(fallTime(ply)), new Promise<void>((done) => (this.#land = done))]);
    this.#land = this.ply = undefined;
  }

  /** End it at once; false if none is running. */
  land(): boolean {
    this.#land?.();
    return !!this.#land;
  }
}
