/** Has the throws of a game checked, and gives the parts of this browser, by what is loaded once there are any. */

import type { Report, Verifier } from "../fairness/verifier";
import { recentGame } from "../user/storage";
import type { FromClient, FromServer, Seat, Welcome } from "../protocol";

/** The game whose throws are checked. */
interface Game {
  readonly id: string;
  checked: Report | undefined;
  send(request: FromClient): boolean;
}

/** Is there something to check or to give already?  If not, the board comes first. */
const isPressing = ({ proof }: Welcome): boolean => !!proof && (proof.number > 0 || proof.adds.length > 0);

export class Checker {
  #verifier: Promise<Verifier> | undefined;
  #kept: FromServer | undefined; // a welcome, until there is something to check

  constructor(readonly game: Game) {}

  receive(message: FromServer): void {
    if (this.#verifier) return this.#pass(message);
    const hasSeen = Object.values(recentGame(this.game.id)?.parts ?? {}).some(({ head }) => head);
    if (message.type === "welcome") this.#kept = message.proof || hasSeen ? message : undefined;
    const isQuiet = message.type === "presence" || (message.type === "welcome" && !isPressing(message));
    if (!this.#kept || (isQuiet && !hasSeen)) return;
    this.#verifier = import("../fairness/verifier").then(({ Verifier }) => new Verifier(this.game.id));
    this.#pass(this.#kept);
    if (message !== this.#kept) this.#pass(message);
  }

  #pass(message: FromServer): void {
    this.#next((verifier) => verifier.receive(message).forEach((request) => this.game.send(request)));
  }

  /** Go on without the part of a seat, which is lost or was given for something else. */
  takeBack(seat: Seat, at: number): void {
    this.#next((verifier) => {
      verifier.takeBack(seat);
      this.game.send({ type: "nopart", ply_count: at });
    });
  }

  /** Messages are taken in one after the other. */
  #next(act: (verifier: Verifier) => void): void {
    this.#verifier = this.#verifier?.then((verifier) => {
      try {
        act(verifier);
      } catch (error) {
        reportError(error); // one mistake must not end the game
      }
      this.game.checked = verifier.report;
      return verifier;
    });
  }
}
