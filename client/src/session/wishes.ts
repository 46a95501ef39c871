/** Requests that change a game, each under a name of its own: what may not have arrived is sent again, and not done twice. */

import type { Wish } from "../protocol";

/** A wish as the page has it: where in the game it belongs, and its name, are added here. */
export type Unnamed<T> = T extends unknown ? Omit<T, "at" | "id"> : never;

export class Wishes {
  open: Wish | undefined; // sent, and not answered yet

  constructor(readonly send: (wish: Wish) => boolean) {}

  /** Wish for something after this many actions; false when nobody listens just now. */
  make(wish: Unnamed<Wish>, at: number): boolean {
    this.open = { ...wish, at, id: newId() } as Wish;
    return this.send(this.open);
  }

  /** It was answered. */
  settle(): void {
    this.open = undefined;
  }

  /** The wish of this name was done. */
  done(id: string): void {
    if (this.open?.id === id) this.settle();
  }

  /** Send it again where the game is still as it was. */
  renew(at: number): void {
    if (this.open?.at === at) this.send(this.open);
    else this.settle();
  }
}

const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
