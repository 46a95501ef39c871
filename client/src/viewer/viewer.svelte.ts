/** Stepping through a line of plies and its states. */

import { pause } from "../board/motion";
import type { LineRequest, Ply, State } from "../protocol";
import { errorText } from "../user/errors";
import { language } from "../user/i18n.svelte";
import { fetchLine } from "./line";

/** What the step buttons control. */
export interface PlyNavigation {
  readonly isFirst: boolean; // at the start
  readonly isLast: boolean;
  start(): void;
  back(): void;
  next(): void;
  end(): void;
}

/** Navigates a line of plies; `at` is how many lie before the shown state, undefined at the end of a growing line. */
export abstract class PlyNavigator implements PlyNavigation {
  abstract readonly at: number | undefined;
  abstract readonly length: number;
  abstract go(at: number): void;

  get isFirst(): boolean {
    return (this.at ?? this.length) === 0;
  }

  get isLast(): boolean {
    return (this.at ?? this.length) === this.length;
  }

  start(): void {
    this.go(0);
  }

  back(): void {
    this.go((this.at ?? this.length) - 1);
  }

  next(): void {
    this.go((this.at ?? this.length) + 1);
  }

  end(): void {
    this.go(this.length);
  }
}

const BATCH = 100; // states, as many as the server sends

/** Shows the states of a line; `Shown` may be a part of a state. */
export class Viewer<Shown = State> extends PlyNavigator {
  at = $state(0); // how many plies lie before the state shown
  problem = $state("");
  #states: (Shown | undefined)[];
  #updates = $state(0); // counts answers, for reactivity
  readonly #waiting = new Set<number>();

  /** States that are not given are fetched when they are shown, by `request`, the line that leads there. */
  constructor(
    readonly plies: readonly Ply[],
    states: (NoInfer<Shown> | undefined)[],
    readonly request?: Required<LineRequest>,
  ) {
    super();
    this.#states = states;
  }

  get length(): number {
    return this.plies.length;
  }

  /** The state shown. */
  get state(): Shown | undefined {
    return this.stateAt(this.at);
  }

  /** What is played in it. */
  get ply(): Ply | undefined {
    return this.plies[this.at];
  }

  stateAt(at: number): Shown | undefined {
    void this.#updates;
    void this.#fetch(at - (at % BATCH), at);
    return this.#states[at];
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.length, at));
  }

  /** Go on by itself to the end, with a number of milliseconds from one ply to the next; each is shown with the state after it. */
  async play(delay: number, show: (ply: Ply, state: Shown) => void): Promise<void> {
    for (let wait = 0; this.ply; wait = delay) {
      const { ply } = this;
      await pause(wait);
      this.next();
      if (this.state) show(ply, this.state);
    }
  }

  async #fetch(since: number, at: number): Promise<void> {
    const { request } = this;
    if (this.#states[at] || !request || this.#waiting.has(since)) return;
    this.#waiting.add(since);
    try {
      const actions = request.actions.slice(0, since + BATCH);
      const { states } = await fetchLine({ ...request, actions, since }, language.id);
      states.forEach((state, n) => (this.#states[since + n] = state as Shown));
      this.#updates++;
    } catch (error) {
      this.problem = errorText(error);
      this.#waiting.delete(since); // the next look retries
    }
  }
}

/** A viewer of the actions that follow a line, with all their states. */
export async function fetchViewer(
  request: Required<LineRequest>,
  following: readonly string[],
  lang: string,
): Promise<Viewer> {
  const actions = [...request.actions, ...following];
  const { states, plies } = await fetchLine({ ...request, actions, since: request.actions.length }, lang);
  return new Viewer(plies, states);
}
