/** Keys of one letter, which not everybody wants: who speaks to a computer, or strikes keys by chance. */

import { remembered } from "./memory";

const store = remembered<boolean>("keys");

class Letters {
  act = $state(store.get() ?? true);

  set(act: boolean): void {
    this.act = act;
    store.set(act);
  }
}

export const letters = new Letters();
