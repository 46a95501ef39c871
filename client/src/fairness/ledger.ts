/** What falls, checked as it is told: each link leads to the one before, each throw follows from links (docs/web-protocol.md). */

import {
  SEATS,
  type Actor,
  type Chain,
  type Ply,
  type Proof,
  type Seat,
  type Spent,
  type State,
  type Takenback,
  type Thrown,
  type Welcome,
} from "../protocol";
import { isFatal, mayBeOwn, type Why } from "./faults";
import { contextOf, lastNumber, linksTo, PARTIES, sixteenth, type Links, type Party } from "./chain";
import { digestOf, noted, PASSED_OVER, readNote, type Notes } from "./notes";
import { agrees, isChance } from "./sixteenths";

const COUNTING: Record<string, Seat[]> = { b: ["first", "second"], 1: ["first"], 2: ["second"], 0: [] };
const letterOf = (counted: Seat[]): string =>
  Object.keys(COUNTING).find((letter) => String(COUNTING[letter]) === String(counted)) ?? "";

export class Ledger {
  notes!: Notes; // those of now: another page of this browser may have written some
  story: Ply[] = [];
  state!: State;
  party: Seat | undefined; // the seat of this browser's chain, the lower one of two; none where one only watches
  shown: Partial<Record<Seat, string>> = {}; // the links that were given for the next number
  late: readonly number[] = [];
  spent: readonly Spent[] = [];
  shared = false; // do two people share one browser?
  context = "";
  yours: readonly Seat[] = [];
  isOpen = false; // is a seat still to be taken?
  #people: Seat[] = [];
  #told = 0; // numbers that this page was told; the notes may know more

  constructor(readonly id: string) {}

  // What there is ------------------------------------------------------------------------------------------------------

  /** The number of the next throw or lot. */
  get next(): number {
    return this.#told + 1;
  }

  /** Do the notes know of throws that this page has not been told? */
  get isBehind(): boolean {
    return this.#told < this.notes.throws.length;
  }

  /** Can nothing be relied on any more? */
  get isBroken(): boolean {
    return this.notes.amiss.some(isFatal);
  }

  /** The digest of the story so far. */
  get digest(): string {
    return this.#digest(this.story.length);
  }

  /** The seats whose browsers add links. */
  get adding(): Seat[] {
    return SEATS.filter((seat) => this.newest(seat) || this.state.links?.commit?.includes(seat));
  }

  /** The last chain to which a party has committed. */
  newest(party: Party): Chain | undefined {
    return this.#chains(party).at(-1);
  }

  /** The chain of a party that has a number. */
  chainAt(party: Party, number: number): Chain | undefined {
    const chain = this.#chains(party).findLast(({ first }) => first <= number);
    return chain && number <= lastNumber(chain.first) ? chain : undefined;
  }

  /** Has the browser of a seat lost its chain after somebody had given a link for the next number? */
  hasLost(seat: Seat): boolean {
    return this.newest(seat)?.first === this.next + 1;
  }

  /** The seat whose browser gives its link last, with the throw; none where that browser adds no links. */
  thrower(actor: Actor): Seat | undefined {
    const { adding } = this;
    if (this.shared || (adding.length === 1 && actor === "chance")) return adding[0];
    const seat = actor === "chance" ? "second" : actor;
    return adding.includes(seat) ? seat : undefined;
  }

  /** Do people play who have a browser each? */
  get isApart(): boolean {
    return this.#people.length === 2 && !this.shared;
  }

  // What is told -------------------------------------------------------------------------------------------------------

  welcome({ story, state, proof, ruleset, seats, yours }: Welcome): void {
    this.story = story;
    this.state = state;
    if (state.links?.waits) this.notes.waits = true;
    this.yours = yours;
    this.party = SEATS.find((seat) => yours.includes(seat));
    this.seated(seats);
    if (!proof) return this.doubt(0, "withheld");
    const begins = story.length || !proof.start || proof.start === state.position;
    if (proof.ruleset !== ruleset || !begins) this.doubt(0, "rules");
    this.compare(proof);
    this.stand(state);
  }

  /** What all throws follow from: nothing of it may differ from what was told before. */
  compare(proof: Proof): void {
    this.context = contextOf(proof);
    for (const meet of [this.#meetName, this.#meetChains, this.#meetNumbers, this.#meetThrows])
      if (!this.isBroken) meet.call(this, proof);
  }

  /** Who plays now. */
  seated(seats: Welcome["seats"]): void {
    this.#people = SEATS.filter((seat) => seats[seat].kind === "person");
    this.isOpen = SEATS.some((seat) => seats[seat].awaited);
  }

  /** How the game stands now. */
  stand(state: State): void {
    this.state = state;
    this.shown = {};
    const { links } = state;
    if (this.isBroken) return;
    if (state.at !== this.story.length) return this.doubt(this.next, "story");
    if (!links) return;
    if (links.number !== this.next) return this.doubt(links.number, "gap");
    const { given } = this.notes;
    const isGiven = given?.number === this.next && given.story === this.digest;
    if (isGiven && !state.throw && !state.result && !links.stopped) return this.doubt(this.next, "early");
    for (const seat of SEATS) if (links.held?.[seat]) this.linked(links.number, seat, links.held[seat]);
  }

  /** The browser of a seat has given its link. */
  linked(number: number, seat: Seat, link: string): void {
    if (this.isBroken || number < this.next) return;
    if (number > this.next) this.doubt(number, "gap");
    else if (this.#follows(seat, number, link)) this.shown[seat] = link;
    else this.doubt(number, "link");
  }

  played(ply: Ply, thrown: Thrown | null | undefined): void {
    if (isChance(ply) && !this.isBroken) this.#fell(ply, thrown);
    this.story = [...this.story, ply];
  }

  takenback({ at, spent }: Takenback): void {
    const taken = this.story.slice(at);
    const { notes, next, digest } = this;
    this.story = this.story.slice(0, at);
    if (this.isBroken) return;
    if (taken.some(isChance)) return this.doubt(next, "story");
    if (notes.given?.number === next && notes.agreed !== digest) return this.doubt(next, "unasked");
    if (!spent) return; // no link was given, or it came too late
    const { number, last, why } = spent;
    const isSound = number === next && last === next && why === "takeback" && spent.at === at;
    if (!isSound || String(spent.taken) !== String(actionsOf(taken))) return this.doubt(number, "gap");
    this.spent = [...this.spent, spent];
    this.#note(PASSED_OVER);
  }

  /** The server has forgotten throws that the notes know, as one may that was restored. */
  forgotten(): void {
    const { notes, next } = this;
    this.doubt(next, "undone");
    notes.given = { number: Math.max(notes.throws.length, notes.given?.number ?? 0), story: "" };
    notes.throws.length = this.#told;
  }

  /** What looks as if somebody else had done it was done by the player, on another device. */
  admit(): void {
    const { amiss, given } = this.notes;
    if (given && amiss.some(({ why }) => why === "unasked")) this.notes.agreed = given.story;
    this.notes.amiss = amiss.filter((one) => !mayBeOwn(one));
  }

  /** Note what is amiss: the first time, and no consequences of what makes everything doubtful. */
  doubt(number: number, why: Why): void {
    const { amiss } = this.notes;
    const isKnown = amiss.some((one) => one.number === number && one.why === why);
    if (!isKnown && !this.isBroken) amiss.push({ number, why });
  }

  // One throw ----------------------------------------------------------------------------------------------------------

  #fell(ply: Ply, thrown: Thrown | null | undefined): void {
    const number = this.next;
    if (thrown?.number !== number) return this.doubt(thrown?.number ?? number, "gap");
    const links: Links = [thrown.server, thrown.first, thrown.second];
    const isSound = (party: Party, link = ""): boolean =>
      link ? this.#follows(party, number, link) : party !== "server";
    if (!PARTIES.every((party, n) => isSound(party, links[n]))) return this.doubt(number, "link");
    const thrower = this.thrower(ply.seat);
    if (thrower && !thrown[thrower] && this.hasLost(thrower)) this.late = [...this.late, number];
    const counted = SEATS.filter((seat) => thrown[seat]);
    this.#check(number, ply, links, counted, this.story.length);
    if (this.isBroken) return;
    this.#note(noted(letterOf(counted), ply.action, this.digest));
  }

  /** Note the next throw, which another page of this browser may have noted. */
  #note(note: string): void {
    const { throws } = this.notes;
    const before = throws[this.#told];
    if (before && before !== note) return this.doubt(this.next, "story");
    throws[this.#told++] = note;
  }

  /** Does a throw follow from its links, are they those that have to count, and was the own one given for this story? */
  #check(number: number, ply: Ply, links: Links, counted: Seat[], at: number): void {
    if (!agrees(sixteenth(this.context, number, links), ply)) this.doubt(number, "result");
    const { given } = this.notes;
    const isOwn = this.party && given?.number === number && counted.includes(this.party);
    if (isOwn && given.story !== this.#digest(at)) this.doubt(number, "early");
    const own = given?.number === number && given.story ? given : undefined;
    if (own?.counts && String(own.counts) !== String(counted)) this.doubt(number, "named");
    for (const seat of SEATS) {
      if (counted.includes(seat)) continue;
      if (this.#hasToCount(seat, number, ply.seat)) this.doubt(number, "missing");
      else if (seat === this.party && own && !own.counts) this.doubt(number, "left out");
    }
  }

  /** Does a throw have to wait for the link of a seat? */
  #hasToCount(seat: Seat, number: number, actor: Actor): boolean {
    const isThrower = seat === this.thrower(actor);
    const hasLost = this.#chains(seat).some(({ first }) => first === number + 1);
    if (!this.chainAt(seat, number) || (isThrower && hasLost)) return false;
    return isThrower || !this.isApart || !!this.notes.waits;
  }

  /** Does a link follow from what is known of its chain?  Then it is known as well. */
  #follows(party: Party, number: number, link: string): boolean {
    const chain = this.chainAt(party, number);
    if (!chain) return false;
    if (number <= chain.given)
      return linksTo(this.context, party, chain.given, chain.link, number)[0] === link;
    const [down, known] = chain.given ? [chain.given, chain.link] : [chain.first - 1, chain.head];
    if (linksTo(this.context, party, number, link, down)[0] !== known) return false;
    chain.given = number;
    chain.link = link;
    return true;
  }

  // A whole game -------------------------------------------------------------------------------------------------------

  #meetName({ game, ruleset, start }: Proof): void {
    if (game !== this.id) this.doubt(0, "name");
    else if (ruleset !== this.notes.ruleset || start !== this.notes.start) this.doubt(0, "rules");
  }

  #meetChains({ chains }: Proof): void {
    const isNew = !this.notes.chains.length;
    for (const { party, first, head } of this.notes.chains) {
      const told = chains.find((told) => told.party === party && told.first === first);
      const isReplaced = told && told.head !== head;
      if (party === "server" ? told?.head !== head : isReplaced && first <= this.notes.throws.length)
        return this.doubt(first, "head");
      if (!told) this.doubt(first, "undone"); // as a server may that was restored
      if (!told || isReplaced) this.#forget(head);
    }
    const known = this.notes.chains;
    for (const { party, first, head, given, link } of chains) {
      if (!known.some((chain) => chain.party === party && chain.first === first)) {
        if (known.some((chain) => chain.head === head)) return this.doubt(first, "copied");
        if (!this.#joins(party, first, isNew)) return this.doubt(first, "head");
        if (!isNew) this.#meetAnother(party, first, head);
        known.push({ party, first, head, given: 0, link: "" });
      }
      if (given && (this.chainAt(party, given)?.first !== first || !this.#follows(party, given, link)))
        return this.doubt(given, "link");
    }
  }

  /** A chain is not in force any more; if it was that of this browser, it is not told again. */
  #forget(head: string): void {
    for (const own of this.notes.drawn) if (own.head === head) own.burnt = true;
    this.notes.chains = this.notes.chains.filter((chain) => chain.head !== head);
  }

  /** May a chain begin with this number, after those that are known? */
  #joins(party: Party, first: number, isNew: boolean): boolean {
    const newest = this.newest(party);
    if (newest && first <= newest.first) return false;
    return party === "server"
      ? first === (newest ? lastNumber(newest.first) : 0) + 1
      : isNew || first > this.notes.throws.length;
  }

  /** A party has committed to another chain while this page knew the game. */
  #meetAnother(party: Party, first: number, head: string): void {
    const { drawn, given, throws } = this.notes;
    const isOwn = drawn.some((own) => own.head === head && own.first === first);
    if (party === this.party && drawn.length && !isOwn) this.doubt(first, "elsewhere");
    const isLate = given?.number === first || Object.keys(this.shown).length > 0;
    if (isOwn || first !== throws.length + 1 || !isLate) return;
    this.doubt(first, "chain");
    if (given?.number === first) given.story = ""; // this number is passed over
  }

  #meetNumbers({ given, late, spent, shared }: Proof): void {
    [...given].forEach((letter, n) => this.#meetLetter(n + 1, letter, spent));
    this.shared = this.party ? this.yours.length === 2 : shared;
    [this.late, this.spent] = [late, spent];
  }

  #meetLetter(number: number, letter: string, spent: readonly Spent[]): void {
    const { throws, given, passed = 0, agreed } = this.notes;
    const before = throws[number - 1]?.[0];
    if (before === letter) return;
    if (COUNTING[letter]) return before ? this.doubt(number, "story") : undefined;
    const entry = spent.find((one) => one.number <= number && number <= one.last);
    if (!entry || letter !== PASSED_OVER) return this.doubt(number, "gap");
    if (before) throws[number - 1] = PASSED_OVER;
    if (number <= passed) return;
    if (before || (given?.number === number && entry.why === "restored")) this.doubt(entry.number, "undone");
    else if (given?.number === number && agreed !== given.story) this.doubt(number, "unasked");
  }

  #meetThrows({ given }: Proof): void {
    const { throws } = this.notes;
    const known = throws.length;
    const fallen = [...this.story.entries()].filter(([, ply]) => isChance(ply));
    const isSame = this.#isSame(fallen, throws.slice(0, given.length));
    const linkOf = this.#allLinks();
    this.#told = 0;
    for (const letter of given) {
      const { next } = this;
      const counted = COUNTING[letter];
      const [at, ply] = (counted && fallen.shift()) ?? [];
      if (counted && at !== undefined && ply) {
        const isMeant = (party: Party): boolean => party === "server" || counted.includes(party);
        const links = PARTIES.map((party) => (isMeant(party) ? linkOf(party, next) : "")) as Links;
        if (PARTIES.some((party, which) => isMeant(party) && !links[which])) return this.doubt(next, "link");
        this.#check(next, ply, links, counted, at);
        if (this.isBroken) return;
        const story = next <= known && isSame ? readNote(throws[next - 1] ?? "")[2] : this.#digest(at);
        this.#note(noted(letter, ply.action, story));
      } else if (counted) this.doubt(next, "gap");
      else this.#note(PASSED_OVER);
      if (this.isBroken) return;
    }
    if (fallen.length) this.doubt(this.next, "gap");
  }

  /** Is the story before all throws that were noted the same?  So it is if it is before the last. */
  #isSame(fallen: [number, Ply][], notes: readonly string[]): boolean {
    const known = notes.filter((note) => note !== PASSED_OVER);
    const [at] = fallen[known.length - 1] ?? [];
    return at !== undefined && this.#digest(at) === readNote(known.at(-1) ?? "")[2];
  }

  /** Every link that has been given, by party and number; '' for others. */
  #allLinks(): (party: Party, number: number) => string {
    const links = new Map(
      this.notes.chains.map((chain) => {
        const { party, first, given, link } = chain;
        return [chain, given ? linksTo(this.context, party, given, link, first) : []];
      }),
    );
    return (party, number) => {
      const chain = this.chainAt(party, number);
      return (chain && links.get(chain)?.[number - chain.first]) ?? "";
    };
  }

  #digest(at: number): string {
    return digestOf(actionsOf(this.story.slice(0, at)));
  }

  #chains(party: Party): Chain[] {
    return this.notes.chains.filter((chain) => chain.party === party);
  }
}

export const actionsOf = (plies: readonly Ply[]): string[] => plies.map(({ action }) => action);
