/** One game as this page knows it: what the server has said, and what the reader wishes. */

import { fetchDrawings } from "../drawings";
import { preferences } from "../reader/preferences.svelte";
import {
  SEATS,
  type Action,
  type Changed,
  type FromClient,
  type FromServer,
  type Greeting,
  type Match,
  type Ply,
  type Seat,
  type State,
  type Welcome,
  type WelcomeBack,
  type PlayerRequest,
  VERSION,
} from "../protocol";
import { renew } from "../server/renewal";
import { saying, t } from "../reader/words.svelte";
import { Checker } from "./checker";
import { nameIn } from "./match";
import { Seated } from "./seated.svelte";
import type { Connect, Transport } from "./transport";

/** A wish as the reader has it: where in the game it belongs, and its name, are added here. */
type Unnamed<T> = T extends unknown ? Omit<T, "ply_count" | "id"> : never;

const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What a page that comes back says it knows: how many plies, and the CRC-32 of their actions in hexadecimal. */
export function knownOf(story: Ply[]): string {
  let crc = ~0;
  for (const letter of story.map(({ action }) => action).join(" ")) {
    crc ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  }
  return `${story.length}.${(~crc >>> 0).toString(16).padStart(8, "0")}`;
}

const PATIENCE = 1000; // milliseconds

/** What characters say comes with the first move; the game goes on without it, also where the network only falls silent. */
const remarks = () =>
  Promise.race([
    import("./remarks").catch(() => undefined),
    new Promise<undefined>((done) => setTimeout(() => done(undefined), PATIENCE)),
  ]);

export class Session extends Seated {
  next = $state<string>(); // the game to which everybody goes on now
  thinking = $state<Seat>(); // for whom the computer thinks
  lost = $state(false); // the connection
  missing = $state(false); // there is no such game
  said = $state(""); // a greeting, or what happened beside the board

  readonly #transport: Transport;
  #wished: PlayerRequest | undefined; // sent under a name of its own, and not answered yet: sent again, it is not done twice
  readonly #checker = new Checker(this); // of the throws
  #shown = Promise.resolve(); // the plies shown so far, one after the other
  #forced: Action | undefined; // played because nothing else could be
  #afresh = true; // is everything to be told again?
  #rewound = -1; // the number of actions to which was gone back: nothing is forced there

  constructor(
    readonly id: string,
    connect: Connect,
  ) {
    super();
    this.#transport = connect({
      known: () => (this.#afresh ? "" : knownOf(this.story)),
      heard: (message) => this.#heard(message),
      opened: () => (this.lost = false),
      lost: () => (this.lost = true),
      missing: () => (this.missing = true),
    });
  }

  /** What can be done, if it is one thing alone and nobody has come back to look at it. */
  get only(): Action | undefined {
    return this.legal.length === 1 && this.at !== this.#rewound ? this.legal[0] : undefined;
  }

  // What the reader wishes
  // ---------------------------------------------------------------------------------------------

  protected refuse(place: string): void {
    if (this.yours.length) this.#say({ type: "why", ply_count: this.at, place });
    else if (this.welcome) this.notice = t("You are watching; only the players can do this.");
  }

  /** Play an action that was pointed at, or show it first to anyone who wants to be asked. */
  protected decide(action: Action): void {
    if (!preferences.confirm) return this.play(action);
    this.held = action;
    this.chosen = action.picks;
    this.announced = [action.description, t("Done?")];
  }

  /** Play the one thing that can be done. */
  playOnly(action: Action): void {
    this.play(action);
    if (this.pending) this.#forced = action;
  }

  play(action: Action): void {
    if (this.wish({ type: "play", action: action.text })) {
      this.held = undefined;
      this.pending = action;
      this.chosen = action.picks;
    }
  }

  /** Throw; with sticks of one's own, `result` says what came up. */
  throw(result = ""): void {
    if (!this.mayThrow || !!result !== !!this.welcome?.own_sticks) return;
    this.asked = this.wish({ type: "throw", result });
  }

  /** Go on without what this browser was to add to the throws. */
  addNothing(): void {
    const { checked, yours, at } = this;
    const seat = checked?.waits.find((seat) => yours.includes(seat));
    if (seat) this.#checker.takeBack(seat, at);
  }

  takeBack(): void {
    if (this.mayTakeBack) this.asked = this.wish({ type: "takeback" });
  }

  /** Leave what is meant and waits; else take back. */
  undo(): void {
    if (this.held) this.unchoose();
    else this.takeBack();
  }

  greet(greeting: Greeting): void {
    this.#say({ type: "greet", ply_count: this.at, greeting });
  }

  /** Ask for something that changes the game; false when nobody listens just now. */
  wish(wish: Unnamed<PlayerRequest>): boolean {
    this.#wished = { ...wish, ply_count: this.at, id: newId() } as PlayerRequest;
    return this.#say(this.#wished);
  }

  /** Hear everything again, in the language of now. */
  relisten(): void {
    this.#afresh = true;
    this.#transport.reopen();
  }

  close(): void {
    this.#transport.close();
  }

  #say(message: FromClient): boolean {
    this.notice = "";
    return this.say(message);
  }

  /** Say something that nobody has wished for. */
  say(message: FromClient): boolean {
    return this.#transport.say(message);
  }

  // What is heard
  // ------------------------------------------------------------------------------------------------------

  #heard(message: FromServer): void {
    if (message.type === "back") {
      const whole = this.#whole(message);
      return whole ? this.#heard(whole) : this.relisten(); // where something was still to be shown then
    }
    this.#checker.hear(message);
    switch (message.type) {
      case "welcome":
        this.attend(message.presence ?? undefined);
        return this.#afterwards(() => this.#begin(message));
      case "played":
        return this.#afterwards(() => this.#played(message.ply, message.match, message.state));
      case "changed":
        return this.#afterwards(() => this.#changed(message));
      case "presence":
        this.attend(message.presence);
        return;
      case "greeted":
        return this.#afterwards(() => {
          this.said = saying(nameIn(this.welcome, message.seat), message.text);
          this.announced = [this.said];
        });
      case "done":
        if (this.#wished?.id === message.id) this.#wished = undefined;
        return;
      case "thinking":
        return this.#afterwards(() => {
          this.thinking = message.seat;
        });
      case "why":
        this.notice = message.text;
        return;
      case "refused":
      case "failed":
        this.#wished = undefined;
        this.#settle();
        this.notice = message.reason;
    }
  }

  /** Messages are shown in order, each after the motion of the one before. */
  #afterwards(show: () => void | Promise<void>): void {
    this.#shown = this.#shown.then(show).catch(reportError); // one mistake must not end the game
  }

  async #begin(welcome: Welcome): Promise<void> {
    this.#settle(); // what is refused meanwhile stays to be read
    await fetchDrawings(welcome.board.kind);
    if (welcome.v !== VERSION) void renew();
    this.#afresh = false;
    this.#follow(welcome.match); // made while we were away
    this.welcome = welcome;
    this.story = welcome.story;
    this.show(welcome.match, welcome.state);
    if (this.#wished?.ply_count === welcome.state.ply_count)
      this.#say(this.#wished); // it may not have arrived
    else this.#wished = undefined;
  }

  /** What is new since the connection was lost, together with what was known. */
  #whole({ since = 0, ...now }: WelcomeBack): Welcome | undefined {
    const before = this.story.slice(0, since);
    if (!this.welcome || before.length < since) return undefined;
    return { ...this.welcome, ...now, type: "welcome", story: [...before, ...now.story] };
  }

  async #changed({ text, seats, match, state }: Changed): Promise<void> {
    const declined = this.#wished?.type === "decline";
    this.#wished = undefined;
    this.#settle();
    if (this.welcome) {
      const inviting = !!this.welcome.inviting && SEATS.some((seat) => seats[seat].awaited);
      this.welcome = { ...this.welcome, seats, inviting };
    }
    if (state.ply_count < this.at) this.#rewind(state.ply_count);
    this.#follow(match);
    // what ended the game is told anyway, and who has declined knows it
    const remark = (state.result && (await remarks())?.endRemark(this.welcome, state)) || "";
    const isKnown = state.result || declined;
    this.said = isKnown ? remark : text || this.said;
    this.show(match, state, isKnown ? "" : text === state.offer?.text ? this.read(state.offer) : text);
  }

  async #played(ply: Ply, match: Match, state: State): Promise<void> {
    if (ply.ply_index !== this.at) return; // heard already, in a welcome
    this.thinking = undefined;
    this.#wished = undefined;
    const isForced = this.#forced?.text === ply.action;
    this.said = isForced ? `${ply.description} ${t("Nothing else could be played.")}` : "";
    this.#forced = undefined;
    this.chosen = [];
    const [character] = await Promise.all([remarks(), this.stage?.enact(ply)]);
    const remark = character?.remarkOn(this.welcome, this.story, ply, state) ?? "";
    this.#settle();
    this.story = [...this.story, ply];
    this.show(match, state, this.said || ply.description, remark);
    this.said ||= remark;
  }

  /** Actions were taken back. */
  #rewind(at: number): void {
    this.#rewound = at;
    this.said = "";
    this.story = this.story.slice(0, at);
  }

  /** Go on to the next game of the match once it is there. */
  #follow({ next }: Match): void {
    if (this.match && !this.match.next) this.next = next ?? undefined;
  }

  #settle(): void {
    this.pending = undefined;
    this.held = undefined;
    this.asked = false;
    this.thinking = undefined;
    this.chosen = [];
    this.lit = [];
    this.notice = "";
  }
}
