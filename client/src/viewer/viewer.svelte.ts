/** A line of plies in a viewer: the states before and after each, the current place, and the ways to and fro. */

import { pause } from "../board/motion";
import type { LineRequest, Ply, State } from "../protocol";
import { errorText } from "../user/errors";
import { language } from "../user/i18n.svelte";
import { lineOf } from "./line";

/** What one goes to and fro in. */
export interface Stepping {
  readonly isFirst: boolean; // nothing lies before
  readonly isLast: boolean;
  start(): void;
  back(): void;
  on(): void;
  end(): void;
}

/** A line of plies to go to and fro in; `at` is how many lie before what is shown, undefined at the end of what still grows. */
export abstract class Line implements Stepping {
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

  on(): void {
    this.go((this.at ?? this.length) + 1);
  }

  end(): void {
    this.go(this.length);
  }
}

const AT_ONCE = 100; // states, as many as the server sends

/** What is shown is a state, or less of one where no more is known. */
export class Viewer<Shown = State> extends Line {
  at = $state(0); // how many plies lie before the state shown
  problem = $state("");
  #states: (Shown | undefined)[];
  #heard = $state(0); // how often states have come
  readonly #waiting = new Set<number>();

  /** States that are not given are asked for, when they are looked at, by the line that leads there. */
  constructor(
    readonly plies: readonly Ply[],
    states: (NoInfer<Shown> | undefined)[],
    readonly asked?: Required<LineRequest>,
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
    void this.#heard;
    void this.#fetch(at - (at % AT_ONCE), at);
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
      this.on();
      if (this.state) show(ply, this.state);
    }
  }

  async #fetch(since: number, at: number): Promise<void> {
    const { asked } = this;
    if (this.#states[at] || !asked || this.#waiting.has(since)) return;
    this.#waiting.add(since);
    try {
      const actions = asked.actions.slice(0, since + AT_ONCE);
      const { states } = await lineOf({ ...asked, actions, since }, language.id);
      states.forEach((state, n) => (this.#states[since + n] = state as Shown));
      this.#heard++;
    } catch (error) {
      this.problem = errorText(error);
      this.#waiting.delete(since); // looking again asks again
    }
  }
}

/** A line to look at from where some actions have been played: those that follow, with all their states. */
export async function fetchViewer(
  asked: Required<LineRequest>,
  following: readonly string[],
  lang: string,
): Promise<Viewer> {
  const actions = [...asked.actions, ...following];
  const { states, plies } = await lineOf({ ...asked, actions, since: asked.actions.length }, lang);
  return new Viewer(plies, states);
}
