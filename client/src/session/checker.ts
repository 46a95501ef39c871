/** What gives links and checks throws, loaded once there is something to give or to check. */

import type { Adding } from "../fairness/adding";
import { notesOf } from "../memory";
import type { FromServer } from "../protocol";

export class Checker {
  adding: Adding | undefined;
  #heard: FromServer[] | undefined; // since the welcome, until it is loaded
  #isLoading = false;

  constructor(
    readonly id: string,
    readonly load: () => Promise<Adding>,
  ) {}

  hear(message: FromServer): void {
    if (this.adding) return this.adding.hear(message);
    let isNeeded = message.type !== "presence";
    if (message.type === "welcome") {
      const { proof, state } = message;
      const isNoted = !!notesOf(this.id).get();
      this.#heard = proof || isNoted ? [] : undefined;
      isNeeded = isNoted || !!(proof?.chains[1] || proof?.given || state.links?.commit);
    }
    this.#heard?.push(message);
    if (!this.#heard || !isNeeded || this.#isLoading) return;
    this.#isLoading = true;
    this.load().then((adding) => {
      this.#heard?.forEach((message) => adding.hear(message));
      this.adding = adding;
    }, reportError);
  }
}
