/** One game as this page knows it: what the server has said, and what the reader has begun to choose. */

import {
  SEATS,
  type Action,
  type Attendance,
  type FromClient,
  type FromServer,
  type Greeting,
  type Match,
  type Ply,
  type Seat,
  type State,
  type Welcome,
  type Wish,
} from "../protocol";
import { preferences } from "../preferences.svelte";
import { language, t } from "../words.svelte";
import { Connection, type Listener, type Partner } from "./connection";
import { matchSaid, pointsSaid } from "./match";
import { nameIn } from "./names";
import { goingTo } from "../board/labels";
import { fetchDrawings } from "../boards";
import { named, nextPlaces, press } from "./picks";

const PATIENCE = 3000; // milliseconds in which another device at this seat may know what this one does not

type Unnamed<T> = T extends unknown ? Omit<T, "at" | "id"> : never;

/** Shows a ply before the state after it is shown; set by the board on the screen. */
export interface Stage {
  enact(ply: Ply): Promise<void>;
}

export class Session {
  welcome = $state.raw<Welcome>();
  state = $state.raw<State>();
  match = $state.raw<Match>();
  next = $state<string>(); // the game to which everybody goes on now
  story = $state.raw<Ply[]>([]);
  chosen = $state.raw<string[]>([]);
  pending = $state.raw<Action>(); // sent, not yet acknowledged
  held = $state.raw<Action>(); // chosen, and not sent until its player says that it is done
  asked = $state(false); // a throw or a take-back was asked for and has not come yet
  notice = $state(""); // a calm sentence: why something cannot be done
  thinking = $state(false);
  lost = $state(false);
  missing = $state(false); // there is no such game
  presence = $state.raw<Attendance>(); // where people play from afar
  said = $state(""); // a greeting, or what happened beside the board
  announced = $state.raw<string[]>([]); // what a screen reader should say now
  stage: Stage | undefined;

  readonly #connection: Partner;
  #shown = Promise.resolve(); // the plies shown so far, one after the other
  #wished: Wish | undefined; // sent, and not answered yet
  #forced: Action | undefined; // played because nothing else could be
  #rewound = -1; // the number of actions to which was gone back: nothing is forced there
  #losing: ReturnType<typeof setTimeout> | undefined; // until what this browser added is taken to be lost

  constructor(
    readonly id: string,
    readonly key: string,
    connect: (listener: Listener) => Partner = (listener) =>
      new Connection(() => socketAddress(id, key), listener),
  ) {
    this.#connection = connect({
      heard: (message) => this.#heard(message),
      opened: () => (this.lost = false),
      lost: () => (this.lost = true),
      missing: () => (this.missing = true),
    });
  }

  /** What there is to say of the match now. */
  get matchSaid(): string[] {
    const { welcome, match, state } = this;
    return welcome && match && state ? matchSaid(welcome, match, state) : [];
  }

  /** Who decides or throws now; nobody before a lot, and at the end. */
  get actor(): Seat | undefined {
    const { state } = this;
    return SEATS.find((seat) => seat === state?.to_move || seat === state?.throw?.seat);
  }

  /** May the reader decide now? */
  get mine(): boolean {
    const { state, welcome } = this;
    return !!state && !!welcome && !this.pending && welcome.yours.includes(state.to_move as Seat);
  }

  /** The actions among which the reader may choose now. */
  get legal(): Action[] {
    return this.mine ? (this.state?.legal ?? []) : [];
  }

  /** Actions that the chosen places name alike, or completely though one could go on pointing. */
  get alternatives(): Action[] {
    return named(this.legal, this.chosen);
  }

  /** What can be done, if it is one thing alone and nobody has come back to look at it. */
  get only(): Action | undefined {
    return this.legal.length === 1 && this.#at !== this.#rewound ? this.legal[0] : undefined;
  }

  /** Where one can go from the places chosen so far. */
  get targets(): Set<string> {
    return this.chosen.length ? nextPlaces(this.legal, this.chosen) : new Set();
  }

  get mayThrow(): boolean {
    const { state, welcome } = this;
    if (!state?.throw?.awaited || !welcome?.yours.length || this.asked) return false;
    const { seat } = state.throw;
    if (seat === "chance" || welcome.yours.includes(seat)) return true;
    return !!welcome.own_sticks && welcome.seats[seat].kind === "computer";
  }

  get mayTakeBack(): boolean {
    const { state, welcome } = this;
    const asking = !!state?.may_ask?.some((seat) => welcome?.yours.includes(seat));
    return (state?.takeback != null || asking) && !!welcome?.yours.length && !this.pending && !this.asked;
  }

  /** Does everybody here play with a key of their own? */
  get isApart(): boolean {
    return !!this.presence;
  }

  /** The only seat that the reader plays; none for two at one table, and for those who watch. */
  get own(): Seat | undefined {
    const { yours } = this.welcome ?? {};
    return yours?.length === 1 ? yours[0] : undefined;
  }

  /** Whose turn it is and what is asked, or how the game ended, as the reader is told it. */
  get told(): string[] {
    const { state, own } = this;
    if (!state) return [];
    if (state.result) return [(own && state.result.to?.[own]) ?? state.result.text];
    return own && own === this.actor && state.asked?.length ? state.asked : state.situation;
  }

  /** Does the reader play, and is it the reader who is waited for? */
  get yourTurn(): boolean {
    return !!this.actor && !!this.welcome?.yours.includes(this.actor);
  }

  point(place: string): void {
    if (this.held) this.unchoose(); // what is pointed at now is meant instead
    this.notice = "";
    const meant = press(this.legal, this.chosen, place);
    if (meant.what === "play") this.#decide(meant.action);
    else if (meant.what === "choose") this.#choose(meant.chosen);
    else {
      this.chosen = [];
      if (this.welcome?.yours.length) this.#say({ type: "why", at: this.#at, place });
      else if (this.welcome) this.notice = t("You are watching; only the players can do this.");
    }
  }

  /** Choose places so far, and have it read aloud where one can go on. */
  #choose(places: string[]): void {
    this.chosen = places;
    const place = places.at(-1);
    if (place && this.targets.size) this.announced = [goingTo(place, [...this.targets])];
  }

  /** Play an action that was pointed at, or show it first to whoever wants to be asked. */
  #decide(action: Action): void {
    if (!preferences.confirm) return this.play(action);
    this.held = action;
    this.chosen = action.picks;
    this.announced = [action.spoken, t("Done?")];
  }

  /** Play the one thing that can be done. */
  playOnly(action: Action): void {
    this.play(action);
    if (this.pending) this.#forced = action;
  }

  unchoose(): void {
    this.held = undefined;
    this.chosen = [];
    this.notice = "";
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
    if (this.mayThrow && !!result === !!this.welcome?.own_sticks)
      this.asked = this.wish({ type: "throw", result });
  }

  takeBack(): void {
    if (this.mayTakeBack) this.asked = this.wish({ type: "takeback" });
  }

  greet(greeting: Greeting): void {
    this.#say({ type: "greet", at: this.#at, greeting });
  }

  /** Wish for something that changes the game; false when nobody listens just now. */
  wish(wish: Unnamed<Wish>): boolean {
    this.#wished = { ...wish, at: this.#at, id: wishId() } as Wish;
    return this.#say(this.#wished);
  }

  /** Hear everything again, in the language of now. */
  relisten(): void {
    this.#connection.reopen();
  }

  close(): void {
    this.#connection.close();
  }

  get #at(): number {
    return this.state?.at ?? 0;
  }

  #say(message: FromClient): boolean {
    this.notice = "";
    return this.#connection.say(message);
  }

  #heard(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        return this.#afterwards(() => this.#begin(message));
      case "played":
        return this.#afterwards(() => this.#played(message.ply, message.match, message.state));
      case "takenback":
        return this.#afterwards(() => this.#rewind(message.story, message.match, message.state));
      case "followed":
        return this.#afterwards(() => {
          this.#show(message.match, message.state);
          this.next = message.match.next ?? undefined;
        });
      case "changed":
        return this.#afterwards(() =>
          this.#changed(message.text, message.seats, message.match, message.state),
        );
      case "presence":
        this.presence = message.presence;
        return;
      case "greeted":
        this.said = `${nameIn(this.welcome, message.seat)}: ${message.text}`;
        this.announced = [this.said];
        return;
      case "done":
        if (this.#wished?.id === message.id) this.#wished = undefined;
        return;
      case "thinking":
        return this.#afterwards(() => {
          this.thinking = true;
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
    await fetchDrawings(welcome.board.kind);
    this.#settle();
    if (this.match && !this.match.next) this.next = welcome.match.next ?? undefined; // made while we were away
    this.welcome = welcome;
    this.story = welcome.story;
    this.presence = welcome.presence ?? undefined;
    this.#show(welcome.match, welcome.state);
    void this.#contribute();
    if (this.#wished?.at === welcome.state.at)
      this.#say(this.#wished); // it may not have arrived; it is not done twice
    else this.#wished = undefined;
  }

  #changed(text: string, seats: Welcome["seats"], match: Match, state: State): void {
    const declined = this.#wished?.type === "decline";
    this.#wished = undefined;
    this.#settle();
    if (this.welcome) {
      const inviting = !!this.welcome.inviting && SEATS.some((seat) => seats[seat].awaited);
      this.welcome = { ...this.welcome, seats, inviting };
    }
    // what ended the game is told anyway, and who has declined knows it
    this.said = state.result || declined ? "" : text || this.said;
    this.#show(match, state, text);
    void this.#contribute();
  }

  /** Add to the throws what is asked of this browser; where it was lost, and no other device has it, something else. */
  async #contribute(anew = false): Promise<void> {
    const { welcome, state } = this;
    if (!state?.parts || !welcome?.yours.length) return;
    const fairness = await import("../fairness");
    const due = await fairness.due(this.id, welcome, state.parts);
    if (due !== "lost") void (due && this.#connection.say(due));
    else if (anew) this.#connection.say(await fairness.anew(this.id));
    else if (!this.#losing) this.#losing = setTimeout(() => void this.#contribute(true), PATIENCE);
  }

  async #played(ply: Ply, match: Match, state: State): Promise<void> {
    if (ply.at !== this.#at) return; // heard already, in a welcome
    this.thinking = false;
    this.#wished = undefined;
    const isForced = this.#forced?.text === ply.action;
    this.said = isForced ? `${ply.spoken} ${t("Nothing else could be played.")}` : "";
    this.#forced = undefined;
    this.chosen = [];
    await this.stage?.enact(ply);
    this.#settle();
    this.story = [...this.story, ply];
    this.#show(match, state, this.said || ply.spoken);
  }

  #rewind(story: Ply[], match: Match, state: State): void {
    this.#wished = undefined;
    this.#rewound = state.at;
    this.said = "";
    this.#settle();
    this.story = story;
    this.#show(match, state);
  }

  /** Show a state, and have it read aloud after what led to it. */
  #show(match: Match, state: State, ...before: string[]): void {
    this.match = match;
    this.state = state;
    const points = this.welcome ? pointsSaid(this.welcome, state) : [];
    this.announced = [...before, ...this.told, ...points, ...this.matchSaid].filter(Boolean);
  }

  #settle(): void {
    this.pending = undefined;
    this.held = undefined;
    this.asked = false;
    this.thinking = false;
    this.chosen = [];
    this.notice = "";
  }
}

function socketAddress(id: string, key: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return (
    `${scheme}//${location.host}/api/games/${encodeURIComponent(id)}/socket` +
    `?lang=${language.id}&key=${encodeURIComponent(key)}`
  );
}

const wishId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
