/** One game of this page: the server's messages, and the reader's requests. */

import { fetchDrawings } from "../drawings";
import { preferences } from "../user/preferences.svelte";
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
import { reloadIfUpdated } from "../server/reload";
import { labelled, t } from "../user/i18n.svelte";
import { Checker } from "./checker";
import { nameIn } from "./match";
import { GameView } from "./gameView.svelte";
import type { Connect, Transport } from "./transport";

/** A request without its place in the game and its id, which are added here. */
type WithoutId<T> = T extends unknown ? Omit<T, "ply_count" | "id"> : never;

const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What a reconnecting page has: the number of plies, and the CRC-32 of their actions in hexadecimal. */
export function storyDigest(story: Ply[]): string {
  let crc = ~0;
  for (const letter of story.map(({ action }) => action).join(" ")) {
    crc ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  }
  return `${story.length}.${(~crc >>> 0).toString(16).padStart(8, "0")}`;
}

const REMARKS_TIMEOUT = 1000; // milliseconds

/** Remarks load with the first move; the game goes on without them, even if the network never answers. */
const remarks = () =>
  Promise.race([
    import("./remarks").catch(() => undefined),
    new Promise<undefined>((done) => setTimeout(() => done(undefined), REMARKS_TIMEOUT)),
  ]);

export class Session extends GameView {
  next = $state<string>(); // the next game, to which all players go on
  thinking = $state<Seat>(); // for whom the computer thinks
  offline = $state(false); // the connection
  missing = $state(false); // there is no such game
  remark = $state(""); // a greeting, or what happened beside the board

  readonly #transport: Transport;
  #request: PlayerRequest | undefined; // sent with an id and not answered yet: sent again, it is not done twice
  readonly #checker = new Checker(this); // of the throws
  #shown = Promise.resolve(); // settles when all messages so far are shown
  #forced: Action | undefined; // played because nothing else could be
  #needsAll = true; // is the whole welcome needed?
  #rewound = -1; // the ply count after the last take-back: nothing is forced there

  constructor(
    readonly id: string,
    connect: Connect,
  ) {
    super();
    this.#transport = connect({
      known: () => (this.#needsAll ? "" : storyDigest(this.story)),
      onmessage: (message) => this.#receive(message),
      onclose: () => (this.offline = true),
      onmissing: () => (this.missing = true),
    });
  }

  /** The only legal action, unless it was taken back to. */
  get forced(): Action | undefined {
    return this.legal.length === 1 && this.plyCount !== this.#rewound ? this.legal[0] : undefined;
  }

  protected refuse(place: string): void {
    if (this.yours.length) this.#send({ type: "why", ply_count: this.plyCount, place });
    else if (this.welcome) this.notice = t("You are watching; only the players can do this.");
  }

  /** Play an action, or show it first if the reader confirms moves. */
  protected decide(action: Action): void {
    if (!preferences.confirm) return this.play(action);
    this.draft = action;
    this.chosen = action.picks;
    this.announced = [action.description, t("Done?")];
  }

  /** Play a forced action. */
  playForced(action: Action): void {
    this.play(action);
    if (this.pending) this.#forced = action;
  }

  play(action: Action): void {
    if (this.request({ type: "play", action: action.text })) {
      this.draft = undefined;
      this.pending = action;
      this.chosen = action.picks;
    }
  }

  /** Throw; with sticks of one's own, `result` is what came up. */
  throw(result = ""): void {
    if (!this.mayThrow || !!result !== !!this.welcome?.own_sticks) return;
    this.isWaiting = this.request({ type: "throw", result });
  }

  /** Continue without what this browser was to add to the throws. */
  declinePart(): void {
    const { checked, yours, plyCount: at } = this;
    const seat = checked?.waits.find((seat) => yours.includes(seat));
    if (seat) this.#checker.takeBack(seat, at);
  }

  /** Discard the draft, or else take back. */
  undo(): void {
    if (this.draft) this.clearChoice();
    else if (this.mayTakeBack) this.isWaiting = this.request({ type: "takeback" });
  }

  greet(greeting: Greeting): void {
    this.#send({ type: "greet", ply_count: this.plyCount, greeting });
  }

  /** Request something that changes the game; false without a connection. */
  request(request: WithoutId<PlayerRequest>): boolean {
    this.#request = { ...request, ply_count: this.plyCount, id: randomId() } as PlayerRequest;
    return this.#send(this.#request);
  }

  /** Get everything again, in the current language. */
  reopen(): void {
    this.#needsAll = true;
    this.#transport.reopen();
  }

  close(): void {
    this.#transport.close();
  }

  #send(message: FromClient): boolean {
    this.notice = "";
    return this.send(message);
  }

  /** Send a message that is no request of the reader. */
  send(message: FromClient): boolean {
    return this.#transport.send(message);
  }

  #receive(message: FromServer): void {
    if (message.type === "back") {
      const merged = this.#merge(message);
      return merged ? this.#receive(merged) : this.reopen(); // where something was still to be shown then
    }
    this.#checker.receive(message);
    switch (message.type) {
      case "welcome":
        this.offline = false;
        this.setAway(message.away ?? undefined);
        return this.#enqueue(() => this.#begin(message));
      case "played":
        return this.#enqueue(() => this.#played(message.ply, message.match, message.state));
      case "changed":
        return this.#enqueue(() => this.#changed(message));
      case "presence":
        this.setAway(message.away);
        return;
      case "greeted":
        return this.#enqueue(() => {
          this.remark = labelled(nameIn(this.welcome, message.seat), message.text);
          this.announced = [this.remark];
        });
      case "done":
        if (this.#request?.id === message.id) this.#request = undefined;
        return;
      case "thinking":
        return this.#enqueue(() => {
          this.thinking = message.seat;
        });
      case "why":
        this.notice = message.text;
        return;
      case "refused":
      case "failed":
        this.#request = undefined;
        this.#clearPending();
        this.notice = message.reason;
    }
  }

  /** Messages are shown in order, each after the motion of the one before. */
  #enqueue(show: () => void | Promise<void>): void {
    this.#shown = this.#shown.then(show).catch(reportError); // one error must not end the game
  }

  async #begin(welcome: Welcome): Promise<void> {
    this.#clearPending(); // now, so that a refusal during the wait stays visible
    await fetchDrawings(welcome.board.kind);
    if (welcome.v !== VERSION) void reloadIfUpdated();
    this.#needsAll = false;
    this.#followMatch(welcome.match); // made while we were away
    this.welcome = welcome;
    this.story = welcome.story;
    this.show(welcome.match, welcome.state);
    if (this.#request?.ply_count === welcome.state.ply_count)
      this.#send(this.#request); // it may not have arrived
    else this.#request = undefined;
  }

  /** The message of a reconnection as a whole welcome, with the plies that are known. */
  #merge({ since = 0, ...now }: WelcomeBack): Welcome | undefined {
    const before = this.story.slice(0, since);
    if (!this.welcome || before.length < since) return undefined;
    return { ...this.welcome, ...now, type: "welcome", story: [...before, ...now.story] };
  }

  async #changed({ text, seats, match, state }: Changed): Promise<void> {
    const declined = this.#request?.type === "decline";
    this.#request = undefined;
    this.#clearPending();
    if (this.welcome) {
      const inviting = !!this.welcome.inviting && SEATS.some((seat) => seats[seat].awaited);
      this.welcome = { ...this.welcome, seats, inviting };
    }
    if (state.ply_count < this.plyCount) this.#rewind(state.ply_count);
    this.#followMatch(match);
    // the result has its own text, and a decline needs none
    const remark = (state.result && (await remarks())?.endRemark(this.welcome, state)) || "";
    const isKnown = state.result || declined;
    this.remark = isKnown ? remark : text || this.remark;
    this.show(match, state, isKnown ? "" : text === state.offer?.text ? this.textFor(state.offer) : text);
  }

  async #played(ply: Ply, match: Match, state: State): Promise<void> {
    if (ply.index !== this.plyCount) return; // known already, from a welcome
    this.thinking = undefined;
    this.#request = undefined;
    const isForced = this.#forced?.text === ply.action;
    this.remark = isForced ? `${ply.description} ${t("Nothing else could be played.")}` : "";
    this.#forced = undefined;
    this.chosen = [];
    const [character] = await Promise.all([remarks(), this.stage?.animate(ply)]);
    const remark = character?.remarkOn(this.welcome, this.story, ply, state) ?? "";
    this.#clearPending();
    this.story = [...this.story, ply];
    this.show(match, state, this.remark || ply.description, remark);
    this.remark ||= remark;
  }

  /** Actions were taken back. */
  #rewind(at: number): void {
    this.#rewound = at;
    this.remark = "";
    this.story = this.story.slice(0, at);
  }

  /** Go on to the next game of the match once it is there. */
  #followMatch({ next }: Match): void {
    if (this.match && !this.match.next) this.next = next ?? undefined;
  }

  #clearPending(): void {
    this.pending = undefined;
    this.isWaiting = false;
    this.thinking = undefined;
    this.clearChoice();
  }
}
