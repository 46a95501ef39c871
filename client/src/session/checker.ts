/** Checks the throws of a game, and sends the parts of this browser; loads the verifier when it is needed. */

import type { Report, Verifier } from "../fairness/verifier";
import { recentGame } from "../user/storage";
import type { FromClient, FromServer, Seat, Welcome } from "../protocol";

/** The game whose throws are checked. */
interface Game {
  readonly id: string;
  checked: Report | undefined;
  send(request: FromClient): boolean;
}

/** Is something to be checked or sent now?  Otherwise the board loads first. */
const hasChecksDue = ({ proof }: Welcome): boolean => !!proof && (proof.number > 0 || proof.adds.length > 0);

export class Checker {
  #verifier: Promise<Verifier> | undefined;
  #heldWelcome: FromServer | undefined; // a welcome, until there is something to check

  constructor(readonly game: Game) {}

  receive(message: FromServer): void {
    if (this.#verifier) return this.#pass(message);
    const hasSeen = Object.values(recentGame(this.game.id)?.parts ?? {}).some(({ head }) => head);
    if (message.type === "welcome") this.#heldWelcome = message.proof || hasSeen ? message : undefined;
    const isQuiet = message.type === "presence" || (message.type === "welcome" && !hasChecksDue(message));
    if (!this.#heldWelcome || (isQuiet && !hasSeen)) return;
    this.#verifier = import("../fairness/verifier").then(({ Verifier }) => new Verifier(this.game.id));
    this.#pass(this.#heldWelcome);
    if (message !== this.#heldWelcome) this.#pass(message);
  }

  #pass(message: FromServer): void {
    this.#next((verifier) => verifier.receive(message).forEach((request) => this.game.send(request)));
  }

  /** Continue without the part of a seat, which is lost or was given for something else. */
  takeBack(seat: Seat, at: number): void {
    this.#next((verifier) => {
      verifier.takeBack(seat);
      this.game.send({ type: "nopart", ply_count: at });
    });
  }

  /** Handle messages in order. */
  #next(act: (verifier: Verifier) => void): void {
    this.#verifier = this.#verifier?.then((verifier) => {
      try {
        act(verifier);
      } catch (error) {
        reportError(error); // one error must not end the game
      }
      this.game.checked = verifier.report;
      return verifier;
    });
  }
}
