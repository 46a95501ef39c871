/** What this browser does about the throws of a game: it gives its links, each once, and checks what falls (docs/web-protocol.md). */

import {
  SEATS,
  type ChainRequest,
  type FromClient,
  type FromServer,
  type Ply,
  type Seat,
  type Spent,
  type ThrowRequest,
  type Wish,
} from "../protocol";
import type { Fault } from "./faults";
import { chainOf, drawnLink, fingerprint, lastNumber, type OwnChain } from "./chain";
import { actionsOf, Ledger } from "./ledger";
import {
  begun,
  bookOf,
  exported,
  looseBook,
  PASSED_OVER,
  readNote,
  type Book,
  type Drawn,
  type Notes,
} from "./notes";
import { isChance } from "./sixteenths";

/** A throw or lot that was checked. */
export interface Told {
  number: number;
  ply: Ply;
  own: boolean; // does it follow from a link of this browser too?
  compared: boolean; // did it fall while this browser knew the game?
}

/** What was found so far. */
export interface Report {
  throws: Told[];
  amiss: Fault[];
  late: readonly number[]; // numbers of throws without the thrower's link, whose browser had lost its chain
  spent: readonly Spent[];
  plays: boolean; // or does this page only watch?
  adds: boolean; // do browsers add links?
  fingerprint: string;
  waits: boolean; // does each throw wait for the browsers of both?
  mayPress: boolean; // is the throw that is due this page's, for a button?
}

/** A throw, and what it says of its links. */
export type Throwing = Pick<ThrowRequest, "type" | "at" | "number" | "link" | "counts">;

export class Witness {
  readonly #ledger: Ledger;
  readonly #said = new Set<string>(); // since the last welcome
  #own: OwnChain | undefined; // the chain in force, where this browser has drawn it
  #isWelcome = false;
  #book: Book = looseBook(); // a page that only watches keeps nothing

  constructor(
    readonly id: string,
    readonly book: Book = bookOf(id),
  ) {
    this.#ledger = new Ledger(id);
  }

  // What is told -------------------------------------------------------------------------------------------------------

  /** What is to be said now that this was told. */
  async told(message: FromServer): Promise<FromClient[]> {
    if (!this.#understand(message)) return [];
    this.#keep();
    await this.#prepare();
    this.#read();
    const due = this.#due();
    this.#keep();
    const fresh = due.filter((request) => !this.#said.has(JSON.stringify(request)));
    for (const request of fresh) this.#said.add(JSON.stringify(request));
    return fresh;
  }

  /** The player wishes for something: the link that goes with it. */
  wished(wish: Pick<Wish, "type"> & { what?: "draw" | "takeback" }): string | undefined {
    if (!this.#isWelcome) return undefined;
    this.#read();
    const { notes, digest } = this.#ledger;
    const isDraw = wish.what === "draw";
    if (wish.type === "takeback" || (wish.type === "accept" && !isDraw)) notes.agreed = digest;
    if (wish.type === "offer") notes.offered = digest;
    if (wish.type === "decline") {
      delete notes.agreed;
      delete notes.offered;
    }
    const known = wish.type === "resign" || (wish.type === "accept" && isDraw) ? this.#known : undefined;
    if (known) known.burnt = true; // should the game go on all the same, everybody could know these links
    this.#keep();
    return known?.last;
  }

  /** It was the player, on another device: this browser has heard of it from the server alone. */
  admit(): void {
    this.#read();
    this.#ledger.admit();
    this.#keep();
  }

  // Throwing -----------------------------------------------------------------------------------------------------------

  /** The throw of this page, if it may throw now; asked again, it says the same. */
  throwing(): Throwing | undefined {
    if (!this.#isWelcome) return undefined;
    this.#read();
    const { notes, party, next, shown, digest, state } = this.#ledger;
    if (!this.#isOurs || this.isLacking || (notes.waits && this.awaited.length)) return undefined;
    const mine = this.#thrower && this.#covers(next) ? this.#own?.link(next) : undefined;
    const before = mine && notes.given?.number === next ? notes.given.counts : undefined;
    const counts = before ?? SEATS.filter((seat) => (seat === party ? mine : shown[seat]));
    if (mine) notes.given = { number: next, story: digest, counts };
    this.#keep();
    return { type: "throw", at: state.at, number: next, ...(mine && { link: mine }), counts };
  }

  /** May a throw that was sent be sent again?  Not where the story has become another. */
  repeats({ number, counts }: Pick<ThrowRequest, "number" | "counts">): boolean {
    if (!number) return true;
    const again = this.throwing();
    return number === again?.number && String(counts) === String(again?.counts);
  }

  /** The seats whose links are still to come before this page throws, unless they are not there. */
  get awaited(): Seat[] {
    const { next, party, shown } = this.#ledger;
    return SEATS.filter((seat) => seat !== party && !shown[seat] && this.#ledger.chainAt(seat, next));
  }

  /** Is this page to throw without anybody pressing a button? */
  get throwsByItself(): boolean {
    return this.#isOurs && this.#isLotApart;
  }

  /** Is a link of this browser due that it does not know? */
  get isLacking(): boolean {
    const { party, next, shown } = this.#ledger;
    if (!this.#isDue || !party || shown[party] || !this.#ledger.adding.includes(party)) return false;
    return !this.#covers(next) && !(this.#known && this.#ledger.hasLost(party));
  }

  /** Is one that nobody has to press a button for? */
  get lacksByItself(): boolean {
    return this.isLacking && (!this.#isOurs || this.throwsByItself);
  }

  /** Commit to another chain, since this browser does not know the one before. */
  async replacing(): Promise<ChainRequest | undefined> {
    if (!this.isLacking) return undefined;
    this.#read();
    const request = this.#commitment(await this.#drawn());
    this.#keep();
    return request;
  }

  /** Does the story wait for the throw with this number and these actions before it? */
  get waitsFor(): string {
    return `${this.#ledger.next} ${this.#ledger.story.length}`;
  }

  /** Has another page of this browser been told more than this one?  Then more is to come, or the server has forgotten it. */
  get isBehind(): boolean {
    return this.#isWelcome && !this.#ledger.isBroken && this.#ledger.isBehind;
  }

  /** Nothing more has come: what is to be said. */
  forgotten(): FromClient[] {
    this.#read();
    if (!this.isBehind) return [];
    this.#ledger.forgotten();
    const due = this.#due();
    this.#keep();
    return due;
  }

  // What was found -----------------------------------------------------------------------------------------------------

  get report(): Report {
    const { notes, party, late, spent, context, story } = this.#ledger;
    const fallen = story.filter(isChance);
    const numbers = [...notes.throws.entries()].filter(([, note]) => note !== PASSED_OVER);
    const isOwn = (number: number): boolean => {
      const head = party && this.#ledger.chainAt(party, number)?.head;
      return notes.drawn.some((own) => own.head === head);
    };
    const throws = numbers.flatMap(([n, note], which) => {
      const number = n + 1;
      const ply = fallen[which];
      const counts = readNote(note)[0] === "b" || readNote(note)[0] === (party === "first" ? "1" : "2");
      return ply ? { number, ply, own: counts && isOwn(number), compared: number > notes.since } : [];
    });
    return {
      throws,
      amiss: notes.amiss,
      late,
      spent,
      plays: !!party,
      adds: this.#ledger.adding.length > 0,
      fingerprint: fingerprint(context, notes.chains),
      waits: !!notes.waits,
      mayPress: this.#isOurs && !this.#isLotApart && !(notes.waits && this.awaited.length),
    };
  }

  /** What was told, as a file. */
  get exported(): string {
    const { notes, story, state } = this.#ledger;
    return exported(this.id, notes, actionsOf(story), state.result);
  }

  // ---------------------------------------------------------------------------------------------------------------------

  /** The same, where nothing can be made of it. */
  #understand(message: FromServer): boolean {
    try {
      return this.#hear(message);
    } catch (error) {
      reportError(error);
      this.#ledger.doubt(this.#ledger.next, "unclear");
      return true;
    }
  }

  /** Take in what is told; false where it says nothing about throws. */
  #hear(message: FromServer): boolean {
    const ledger = this.#ledger;
    if (message.type === "welcome") {
      if (message.yours.length) this.#book = this.book;
      this.#said.clear();
      const { ruleset = message.ruleset, start = "", given = "" } = message.proof ?? {};
      this.#read(begun(ruleset, start, given.length));
      this.#isWelcome = true;
      ledger.welcome(message);
      return true;
    }
    if (!this.#isWelcome) return false;
    this.#read();
    switch (message.type) {
      case "played":
        if (message.ply.at !== ledger.story.length) return false; // heard already, in a welcome
        ledger.played(message.ply, message.thrown);
        break;
      case "takenback":
        ledger.takenback(message);
        break;
      case "changed":
        ledger.seated(message.seats);
        if (message.proof) ledger.compare(message.proof);
        break;
      case "linked":
        ledger.linked(message.number, message.seat, message.link);
        return true;
      default:
        return false;
    }
    ledger.stand(message.state);
    return true;
  }

  /** The notes as they are now: another page of this browser may have written some. */
  #read(others?: Notes): void {
    this.#ledger.notes = this.#book.get() ?? (this.#isWelcome ? this.#ledger.notes : (others as Notes));
  }

  #keep(): void {
    this.#ledger.notes.when = Date.now();
    this.#book.set(this.#ledger.notes);
  }

  /** Know the chain that is needed next, be it a new one. */
  async #prepare(): Promise<void> {
    const { state, party, isBroken } = this.#ledger;
    if (!party || !state.links || isBroken) return;
    if (this.#hasToCommit) await this.#drawn();
    const known = this.#known;
    if (known && this.#own?.head !== known.head)
      this.#own = await chainOf(this.#ledger.context, party, known.first, known.last);
  }

  /** What is to be said without anybody pressing a button. */
  #due(): FromClient[] {
    const { notes, party, next, shown, state, digest, isBroken } = this.#ledger;
    const at = state.at;
    const newest = party && this.#ledger.newest(party);
    if (isBroken || !party) return [];
    if (state.result) {
      const own = notes.drawn.find(({ head }) => head === newest?.head); // be it given already, in case that was lost
      const isSealed = !newest || newest.given === lastNumber(newest.first);
      if (state.result.kind !== "agreed" || notes.offered !== digest || !own || isSealed) return [];
      own.burnt = true; // as when one resigns
      return [{ type: "link", at, number: lastNumber(own.first), link: own.last }];
    }
    if (!state.links || state.links.stopped) return [];
    if (this.#hasToCommit) return this.#pending ? [this.#commitment(this.#pending)] : [];
    if (!this.#isDue) return [];
    if (this.#isBlocked) {
      const number = notes.given?.number ?? 0;
      const link = this.#covers(number) && this.#own?.link(number);
      if (!notes.given || !link) return [];
      const { story } = notes.given;
      if (story && story !== notes.agreed) this.#ledger.doubt(number, "undone");
      notes.given.story = "";
      notes.passed = number;
      return [{ type: "pass", at, number, link }];
    }
    const link = this.#covers(next) && this.#own?.link(next);
    if (!link || shown[party] || this.#thrower === party) return [];
    notes.given = { number: next, story: digest };
    return [{ type: "link", at, number: next, link }];
  }

  /** Is a throw due in the story that this page knows, and may it be made? */
  get #isDue(): boolean {
    const { state, next, story, isBroken, isBehind, isOpen } = this.#ledger;
    const { links } = state;
    if (isBroken || isBehind || isOpen || !state.throw || state.result || !links) return false;
    if (links.stopped || links.commit?.length) return false;
    return links.number === next && state.at === story.length;
  }

  /** The seat whose browser gives the last link of the throw that is due, with the throw. */
  get #thrower(): Seat | undefined {
    const { throw: due } = this.#ledger.state;
    return due ? this.#ledger.thrower(due.seat) : undefined;
  }

  /** Is it for this page to throw? */
  get #isOurs(): boolean {
    const { party, yours, state } = this.#ledger;
    if (!party || !this.#isDue || this.#isBlocked) return false;
    const actor = state.throw?.seat;
    return this.#thrower
      ? this.#thrower === party
      : actor === "chance" || yours.some((seat) => seat === actor);
  }

  /** Is a lot due that nobody presses a button for, since people play who have a browser each? */
  get #isLotApart(): boolean {
    const { state, isApart } = this.#ledger;
    return state.throw?.seat === "chance" && isApart && !!this.#thrower;
  }

  /** Does this browser have to commit to a chain?  One that it has is never replaced because somebody asks. */
  get #hasToCommit(): boolean {
    const { state, party, next } = this.#ledger;
    const known = this.#known;
    const has = known && known.first <= next && next <= lastNumber(known.first);
    return !!party && !!state.links?.commit?.includes(party) && !has;
  }

  /** Has the next link been given already, for another story? */
  get #isBlocked(): boolean {
    const { notes, next, digest } = this.#ledger;
    const { given } = notes;
    return !!given && given.number >= next && (given.number > next || given.story !== digest);
  }

  /** The newest chain of this browser's seat, where it has drawn it. */
  get #known(): Drawn | undefined {
    const { party, notes } = this.#ledger;
    const head = party && this.#ledger.newest(party)?.head;
    return notes.drawn.find((own) => own.head === head && !own.burnt);
  }

  #covers(number: number): boolean {
    const own = this.#own;
    return !!own && own.head === this.#known?.head && own.first <= number && number <= own.last;
  }

  /** The first number for which nobody has given a link. */
  get #firstFree(): number {
    const { next, shown } = this.#ledger;
    return next + Number(Object.keys(shown).length > 0);
  }

  /** A chain that was drawn, and that nobody has been told of. */
  get #pending(): Drawn | undefined {
    const { drawn, chains } = this.#ledger.notes;
    const isNew = ({ first, head, burnt }: Drawn): boolean =>
      first === this.#firstFree && !burnt && !chains.some((chain) => chain.head === head);
    return drawn.find(isNew);
  }

  /** The chain to commit to now. */
  async #drawn(): Promise<Drawn> {
    if (this.#pending) return this.#pending;
    const first = this.#firstFree;
    const last = drawnLink();
    this.#own = await chainOf(this.#ledger.context, this.#ledger.party as Seat, first, last);
    const drawn = { first, head: this.#own.head, last };
    this.#read();
    this.#ledger.notes.drawn.push(drawn);
    delete this.#ledger.notes.given; // that was a link of another chain
    this.#keep();
    return drawn;
  }

  #commitment({ first, head }: Drawn): ChainRequest {
    return { type: "chain", at: this.#ledger.state.at, first, head };
  }
}
