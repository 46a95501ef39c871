/** The controller of a board: places that are pointed at, until they select an action. */

import type { Action, Away, Ply, Seat, Welcome } from "../protocol";
import { targetsLabel } from "./labels";
import type { BoardStage } from "./stage.svelte";
import { buttonActions, matchingActions, nextPlaces, interpretPress } from "./picks";

export abstract class BoardController {
  chosen = $state.raw<string[]>([]); // places, so far
  pending = $state.raw<Action>(); // sent, and not yet acknowledged
  draft = $state.raw<Action>(); // selected, and not played until the player confirms it
  highlighted = $state.raw<string[]>([]); // places that a hint speaks of
  noticeCount = $state(0); // how often there was a notice
  announced = $state.raw<string[]>([]); // texts for screen readers
  story = $state.raw<Ply[]>([]);
  away = $state.raw<Away[]>(); // the absent players, where people play from afar
  stage: Pick<BoardStage, "animate"> | undefined; // of the board on the screen
  #notice = $state("");
  #noticesSoFar = 0;

  /** A notice to the reader, such as why something cannot be done. */
  get notice(): string {
    return this.#notice;
  }

  set notice(sentence: string) {
    this.#notice = sentence;
    if (sentence) this.noticeCount = ++this.#noticesSoFar;
  }

  /** The actions among which the reader may choose now. */
  abstract get legal(): Action[];

  /** Who decides or throws now. */
  abstract get actor(): Seat | undefined;

  /** Handle the selected action. */
  protected abstract decide(action: Action): void;

  /** Explain why nothing can be done with a place. */
  protected abstract refuse(place: string): void;

  /** The places that may be chosen next. */
  get targets(): Set<string> {
    return this.chosen.length ? nextPlaces(this.legal, this.chosen) : new Set();
  }

  /** The actions that have buttons: those without places, and those that the chosen places already select. */
  get choices(): Action[] {
    return [...buttonActions(this.legal), ...matchingActions(this.legal, this.chosen)];
  }

  point(place: string): void {
    if (this.draft) this.clearChoice(); // the new choice replaces it
    this.notice = "";
    this.highlighted = [];
    const effect = interpretPress(this.legal, this.chosen, place);
    if (effect.kind === "play") this.decide(effect.action);
    else if (effect.kind === "choose") this.#choose(effect.chosen);
    else {
      this.chosen = [];
      this.refuse(place);
    }
  }

  /** Choose these places, and announce the next ones to screen readers. */
  #choose(places: string[]): void {
    this.chosen = places;
    const place = places.at(-1);
    if (place && this.targets.size) this.announced = [targetsLabel(place, [...this.targets])];
  }

  clearChoice(): void {
    this.draft = undefined;
    this.chosen = [];
    this.highlighted = [];
    this.notice = "";
  }
}

/** The board, and who sits at it. */
export type SeatedBoard = Pick<Welcome, "board" | "seats" | "yours">;

/** Whose side of the board is near, and whether the other one sits across. */
export interface Viewpoint {
  readonly near: Seat;
  readonly faced: boolean;
}
