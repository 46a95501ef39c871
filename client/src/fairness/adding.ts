/** What this page adds to the throws of a game, and what it finds of them, in the time that this takes. */

import type { Attendance, FromClient, FromServer, Wish } from "../protocol";
import { Witness, type Report, type Throwing } from "./witness";

const LINK = 2000; // milliseconds in which the other browser gives its link, if it is there
const PATIENCE = 3000; // milliseconds in which another device may give a link, or more may come that another page has heard

/** The game for which links are given. */
interface Game {
  readonly id: string;
  readonly presence: Attendance | undefined;
  rolling: boolean; // while the link of the other browser is waited for
  say(request: FromClient): boolean;
  throwWith(said: Throwing): boolean;
  found(report: Report): void;
}

export class Adding {
  readonly #witness: Witness;
  #heard: Promise<void> = Promise.resolve(); // all so far, one after the other
  #watchers: (() => void)[] = []; // called after whatever was heard
  #isThrowing = false;
  #drawn = ""; // the lots that were drawn without a press
  readonly #waiting = new Set<string>(); // what is to be done in a while

  constructor(readonly game: Game) {
    this.#witness = new Witness(game.id);
  }

  /** Once all that was heard so far has been taken in. */
  get settled(): Promise<void> {
    return this.#heard;
  }

  hear(message: FromServer): void {
    const witness = this.#witness;
    void this.#next(async () => {
      for (const request of await witness.told(message)) this.game.say(request);
      this.game.found(witness.report);
      this.#watchers.forEach((call) => call());
      if (message.type === "welcome") this.#drawn = "";
      if (witness.throwsByItself && this.#drawn !== witness.waitsFor) void this.throw();
      if (witness.lacksByItself) this.#later("chain", () => this.#replace());
      if (witness.isBehind) this.#later("forgotten", () => this.#forgotten());
    });
  }

  /** The player wishes for something: the link that goes with it. */
  wished(wish: Pick<Wish, "type">): { link?: string } {
    const link = this.#witness.wished(wish);
    return link ? { link } : {};
  }

  /** Throw, once the link of the other browser is there, or is not to be expected; false where nothing may be thrown. */
  async throw(): Promise<boolean> {
    if (this.#isThrowing) return false;
    this.#isThrowing = true;
    try {
      await this.#heard;
      return await this.#thrown();
    } finally {
      this.#isThrowing = this.game.rolling = false;
    }
  }

  /** May a wish that was sent be sent again? */
  repeats(wish: Wish): boolean {
    return wish.type !== "throw" || this.#witness.repeats(wish);
  }

  /** What looked as if somebody else had done it was done by the player, on another device. */
  admit(): void {
    this.#witness.admit();
    this.game.found(this.#witness.report);
  }

  /** What was told, as a file. */
  get exported(): string {
    return this.#witness.exported;
  }

  async #thrown(): Promise<boolean> {
    const witness = this.#witness;
    const { waitsFor } = witness;
    const isOther = (): boolean => witness.waitsFor !== waitsFor;
    if (witness.isLacking) {
      await this.#replace();
      await this.#until(() => !witness.isLacking || isOther(), LINK);
    }
    const isThere = (): boolean => witness.awaited.some((seat) => this.#isThere(seat));
    await this.#until(() => !isThere() || isOther(), LINK);
    const said = isOther() ? undefined : witness.throwing();
    if (said) this.#drawn = waitsFor;
    return !!said && this.game.throwWith(said);
  }

  #isThere(seat: string): boolean {
    return !!this.game.presence && !this.game.presence.away.some((away) => away.seat === seat);
  }

  /** Wait until something is so, but no longer than this many milliseconds. */
  async #until(isSo: () => boolean, longest: number): Promise<void> {
    if (isSo()) return;
    this.game.rolling = true;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, longest);
      this.#watchers.push(() => {
        if (!isSo()) return;
        clearTimeout(timer);
        done();
      });
    });
    this.#watchers = [];
  }

  /** Do something in a while, should it still have to be done. */
  #later(name: string, act: () => Promise<void>): void {
    if (this.#waiting.has(name)) return;
    this.#waiting.add(name);
    setTimeout(() => {
      this.#waiting.delete(name);
      void act();
    }, PATIENCE);
  }

  /** Commit to another chain, should no other device have given the link that is due. */
  #replace(): Promise<void> {
    return this.#next(async () => {
      const request = await this.#witness.replacing();
      if (request) this.game.say(request);
    });
  }

  /** The server has forgotten throws that this browser knows. */
  #forgotten(): Promise<void> {
    const witness = this.#witness;
    return this.#next(() => {
      for (const request of witness.forgotten()) this.game.say(request);
      this.game.found(witness.report);
    });
  }

  /** Do something after whatever was heard before. */
  #next(act: () => void | Promise<void>): Promise<void> {
    return (this.#heard = this.#heard.then(act).catch(reportError)); // one mistake must not end the game
  }
}
