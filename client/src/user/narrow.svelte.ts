/** Phones and upright screens, where a game has the page to itself. */

import { MediaQuery } from "svelte/reactivity";

class Narrow extends MediaQuery {
  demanded = $state(false); // by a game that wants the page to itself anyway

  override get current(): boolean {
    return this.demanded || super.current;
  }
}

export const narrow = new Narrow("(orientation: portrait), (max-width: 40rem), (max-height: 34rem)");
