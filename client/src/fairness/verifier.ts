/** Checks the throws of a game as they come, and gives the parts of this browser (docs/web-protocol.md). */

import { recentGame, rememberGame } from "../user/storage";
import { SEATS } from "../protocol";
import type { FromServer, PartRequest, Played, Ply, Proof, Seat, Welcome } from "../protocol";
import { storePart, givePart, storedPart, sealsOf } from "./part";
import { contextOf, LINKS, linksTo, sealOf, sixteenth } from "./scheme";
import { matches, isChance } from "./sixteenths";

/** Why throws do not check out (game/verdict.ts has the texts). */
export type Reason =
  | "withheld"
  | "rules"
  | "head"
  | "changed"
  | "seal"
  | "late"
  | "own"
  | "taken back"
  | "early"
  | "gap"
  | "link"
  | "result";

/** What does not check out first; number 0 concerns the whole game. */
export interface Violation {
  number: number;
  reason: Reason;
}

/** The result of checking the throws of a game. */
export interface Report {
  checked: number; // throws and lots
  unlinked: number; // drawn without a link
  violation?: Violation | undefined;
  adds: Seat[]; // the seats whose browsers have added a part
  without: Seat[]; // those that took back their seal
  waits: Seat[]; // for whom the first throw waits
  stuck?: "lost" | "refused" | undefined; // why this browser does not give the part that is waited for
  isOwn: boolean; // was this browser's own part compared?
}

export class Verifier {
  report: Report = { checked: 0, unlinked: 0, adds: [], without: [], waits: [], isOwn: false };
  #proof: Proof | undefined; // the latest
  #context = "";
  #number = 0; // throws and lots so far
  #link = ""; // of the last one, the head where there was none
  #yours: readonly Seat[] = [];

  constructor(readonly id: string) {
    this.report.violation = recentGame(id)?.violation as Violation | undefined;
  }

  /** Check a message.  Returns the parts to send now. */
  receive(message: FromServer): PartRequest[] {
    if (message.type === "welcome") this.#begin(message);
    else if (message.type === "changed" && message.proof) this.#compare(message.proof);
    else if (message.type === "played" && isChance(message.ply)) this.#verifyThrow(message);
    return this.#give();
  }

  /** Continue without the part of a seat. */
  takeBack(seat: Seat): void {
    storePart(this.id, seat, { part: "", ...storedPart(this.id, seat), takenBack: true });
  }

  #begin({ proof, ruleset, yours, story, state }: Welcome): void {
    this.#yours = yours;
    this.#number = 0;
    this.report = { ...this.report, checked: 0, unlinked: 0 };
    if (!proof) return this.#fail(0, "withheld");
    const begins = story.length || !proof.start || proof.start === state.position;
    if (proof.game !== this.id || proof.ruleset !== ruleset || !begins) this.#fail(0, "rules");
    this.#compare(proof);
    const fallen = story.filter(isChance);
    const linked = Math.min(fallen.length, LINKS);
    if (proof.number !== fallen.length) return this.#fail(linked, "gap");
    const links = linksTo(this.#context, linked, proof.link || proof.head, 0);
    if (links[0] !== proof.head) return this.#fail(linked, "link");
    for (const ply of fallen) this.#check(ply, links[this.#number + 1] ?? "");
  }

  /** Compare a proof with the one before, and with the parts of this browser. */
  #compare(proof: Proof): void {
    const { head, seals, parts, adds, waits } = proof;
    const before = this.#proof ?? proof;
    if (before.head !== head) this.#fail(0, "head");
    if (this.#number && String([before.seals, before.parts]) !== String([seals, parts]))
      this.#fail(0, "changed");
    this.#proof = proof;
    this.#context = contextOf(proof);
    if (!this.#number) this.#link = head;
    if (seals.some((seal, n) => seal && parts[n] && seal !== sealOf(parts[n]))) this.#fail(0, "seal");
    if (parts.every(Boolean) && !seals.some(Boolean)) this.#fail(0, "late");
    const isOwn = this.#yours.map((seat) => this.#compareOwn(seat, proof)).some(Boolean);
    const without = SEATS.filter((seat, n) => seals[n] && !adds.includes(seat));
    this.report = { ...this.report, adds, without, waits, isOwn };
  }

  /** Compare the proof of a seat with the part that this browser stores for it; true if there was one. */
  #compareOwn(seat: Seat, proof: Proof): boolean {
    const stored = storedPart(this.id, seat);
    const { seal, part, other } = sealsOf(seat, proof);
    if (!stored?.part || (stored.perhaps && seal !== sealOf(stored.part))) return false;
    if (!stored.head) storePart(this.id, seat, { part: stored.part, head: proof.head });
    else if (stored.head !== proof.head) this.#fail(0, "head");
    if (!proof.adds.includes(seat) && !stored.takenBack)
      this.#fail(0, stored.given === undefined ? "taken back" : "own");
    if (!part) return false;
    if (part !== stored.part) this.#fail(0, "own");
    if ((stored.given ?? other) !== other) this.#fail(0, stored.given ? "changed" : "late");
    return true;
  }

  #verifyThrow({ ply, number: claimed, link }: Played): void {
    const number = this.#number + 1;
    if (number > LINKS) return this.#check(ply, "");
    if (claimed !== number || !link) return this.#fail(number, "gap");
    if (linksTo(this.#context, number, link, number - 1)[0] !== this.#link) return this.#fail(number, "link");
    this.#check(ply, link);
  }

  /** Does a throw follow from its link, which is known to be right? */
  #check(ply: Ply, link: string): void {
    const number = ++this.#number;
    const proof = this.#proof;
    this.report = { ...this.report, checked: Math.min(number, LINKS), unlinked: Math.max(number - LINKS, 0) };
    if (number > LINKS || !proof) return;
    this.#link = link;
    if (proof.adds.some((seat) => !sealsOf(seat, proof).part)) this.#fail(number, "early");
    if (!matches(sixteenth(this.#context, number, link, proof.parts), ply)) this.#fail(number, "result");
  }

  /** Record the first violation, also for later visits. */
  #fail(number: number, reason: Reason): void {
    if (this.report.violation) return;
    this.report = { ...this.report, violation: { number, reason } };
    if (recentGame(this.id)) rememberGame(this.id, { violation: { number, reason } });
  }

  /** The parts that the game waits for, as far as they may be sent. */
  #give(): PartRequest[] {
    const proof = this.#proof;
    if (!proof || this.report.violation) return [];
    let stuck: Report["stuck"];
    const requests: PartRequest[] = [];
    for (const seat of proof.waits.filter((seat) => this.#yours.includes(seat))) {
      const { seal, other } = sealsOf(seat, proof);
      if (!other && proof.adds.some((adding) => adding !== seat)) continue; // a player who is still to join could choose theirs to suit it
      const isLost = seal && seal !== sealOf(storedPart(this.id, seat)?.part ?? "");
      const part = isLost ? undefined : givePart(this.id, seat, proof, { given: true });
      if (part) requests.push({ type: "part", ply_count: 0, part });
      else stuck = isLost ? "lost" : "refused";
    }
    this.report = { ...this.report, stuck };
    return requests;
  }
}
