/** A game as a player or spectator sees it: its state, and what can be done now. */

import { BoardController } from "../board/controller.svelte";
import type { Report } from "../fairness/verifier";
import {
  SECONDS_TO_CLAIM,
  type Action,
  type Away,
  type Match,
  type Seat,
  type State,
  type Welcome,
} from "../protocol";
import { actorIn, statusLines } from "../server/states";
import { matchText, pointsText } from "./match";
import { now } from "./clock";

/** An absent player; after `wait` seconds the win can be claimed. */
interface Absent {
  seat: Seat;
  gone: boolean; // for good
  wait: number;
}

export abstract class GameView extends BoardController {
  welcome = $state.raw<Welcome>();
  state = $state.raw<State>();
  match = $state.raw<Match>();
  isWaiting = $state(false); // for a throw or take-back that was requested
  checked = $state.raw<Report>(); // what was found of the throws
  #awayTime = 0; // when the absent players were heard of

  /** How many actions have been played. */
  get plyCount(): number {
    return this.state?.ply_count ?? 0;
  }

  /** The seats that the reader plays: two at one table, none for those who watch. */
  get yours(): Seat[] {
    return this.welcome?.yours ?? [];
  }

  /** The only seat that the reader plays. */
  get own(): Seat | undefined {
    const { yours } = this;
    return yours.length === 1 ? yours[0] : undefined;
  }

  get actor(): Seat | undefined {
    return actorIn(this.state);
  }

  /** Is it the reader's turn? */
  get yourTurn(): boolean {
    return !!this.actor && this.yours.includes(this.actor);
  }

  /** Does each player have a key of their own? */
  get isRemote(): boolean {
    return !!this.away;
  }

  /** Set who is not connected. */
  protected setAway(away: Away[] | undefined): void {
    this.#awayTime = Date.now();
    this.away = away;
  }

  /** The other player, while disconnected. */
  get absent(): Absent | undefined {
    const away = this.away?.find(({ seat }) => !this.yours.includes(seat));
    if (!away || this.welcome?.seats[away.seat].awaited) return undefined;
    const { seat, seconds, gone = false } = away;
    const left = SECONDS_TO_CLAIM - seconds - (now() - this.#awayTime) / 1000;
    return { seat, gone, wait: gone ? 0 : Math.max(0, Math.ceil(left)) };
  }

  /** May the reader decide now? */
  get mayDecide(): boolean {
    return !!this.state && !this.pending && this.yours.includes(this.state.to_move as Seat);
  }

  get legal(): Action[] {
    return this.mayDecide ? (this.state?.legal ?? []) : [];
  }

  get mayThrow(): boolean {
    const { state, welcome, yours } = this;
    if (!state?.throw?.awaited || !welcome || !yours.length || this.isWaiting) return false;
    const { seat } = state.throw;
    if (seat === "chance" || yours.includes(seat)) return true;
    return !!welcome.own_sticks && welcome.seats[seat].kind === "computer";
  }

  get mayClaim(): boolean {
    return !!this.yours.length && this.absent?.wait === 0;
  }

  get mayTakeBack(): boolean {
    const { state, yours } = this;
    if (state?.offer) return false;
    const asking = !!state?.may_ask?.some((seat) => yours.includes(seat));
    return (state?.takeback != null || asking) && !!yours.length && !this.pending && !this.isWaiting;
  }

  /** Whose turn it is and what is asked, or how the game ended, in the words for this reader. */
  get statusLines(): string[] {
    const { state, own } = this;
    if (!state) return [];
    if (state.result) return [this.textFor(state.result)];
    if (own && own === this.actor && state.prompt?.length) return state.prompt;
    return this.yours.length || !state.throw?.results ? statusLines(state) : statusLines(state).slice(0, 1); // not how to enter it
  }

  /** A text in the words for this reader. */
  textFor({ text, to }: { text: string; to?: Partial<Record<Seat, string>> }): string {
    return (this.own && to?.[this.own]) ?? text;
  }

  /** The text about the match, if there is one now. */
  get matchText(): string[] {
    const { welcome, match, state } = this;
    return welcome && match && state ? matchText(welcome, match, state) : [];
  }

  /** Show a state, and announce it to screen readers after the texts `before`. */
  protected show(match: Match, state: State, ...before: string[]): void {
    this.match = match;
    this.state = state;
    const points = this.welcome ? pointsText(this.welcome, state) : [];
    this.announced = [...before, ...this.statusLines, ...points, ...this.matchText].filter(Boolean);
  }
}
