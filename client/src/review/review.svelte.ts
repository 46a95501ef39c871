/** A game looked back on: what is known so far, and where in it the reader is. */

import * as api from "../api";
import { fetchDrawings } from "../boards";
import type {
  Ply,
  Positions,
  ReviewBegun,
  ReviewedPly,
  ReviewLine,
  ReviewSummed,
  Seat,
  State,
} from "../protocol";
import { streamed } from "../lines";
import { troubleOf } from "../trouble";
import { t } from "../words.svelte";

const POSITIONS_AT_ONCE = 100; // as many as the server tells
const SECONDS_TO_TRY_AGAIN = 5;

/** Another way to play on from a position of the game. */
interface Aside {
  from: number;
  states: State[];
  plies: Ply[];
}

export class Review {
  begun = $state.raw<ReviewBegun>();
  summed = $state.raw<ReviewSummed>();
  #plies: ReviewedPly[] = []; // by number, some still missing
  #heard = $state(0); // how often plies or states were added
  trouble = $state("");
  at = $state(0); // how many actions of the game have been played in the position shown
  aside = $state.raw<Aside>();
  step = $state(0); // in the aside
  #states: State[] = []; // by number, too
  #asked = new Set<number>();
  #leaving = new AbortController();

  constructor(
    readonly id: string,
    readonly lang: string,
    readonly wished = NaN, // the ply to begin with; else the end
  ) {}

  /** Listen until everything is known; a connection that is lost is made again. */
  async follow(): Promise<void> {
    const { signal } = this.#leaving;
    while (!signal.aborted) {
      try {
        for await (const line of streamed<ReviewLine>(`${api.game(this.id)}/review?lang=${this.lang}`, {
          signal,
        }))
          await this.#hear(line);
        if (this.summed?.complete || this.trouble) return;
      } catch (error) {
        if (signal.aborted) return;
        this.trouble = troubleOf(error);
        if (error instanceof api.ApiError) return;
      }
      await new Promise((done) => setTimeout(done, 1000 * SECONDS_TO_TRY_AGAIN));
    }
  }

  leave(): void {
    this.#leaving.abort();
  }

  #first(length: number): number {
    return Number.isInteger(this.wished) ? Math.max(0, Math.min(this.wished, length)) : length;
  }

  async #hear(line: ReviewLine): Promise<void> {
    switch (line.type) {
      case "begun":
        await fetchDrawings(line.board.kind);
        this.trouble = "";
        if (!this.begun) this.at = this.#first(line.story.length);
        this.begun = line;
        void this.#fetch(this.at);
        break;
      case "ply":
        this.#plies[line.at] = line;
        this.#heard++;
        break;
      case "summed":
        this.summed = line;
        break;
      case "failed":
        this.trouble = line.reason;
    }
  }

  get length(): number {
    return this.begun?.story.length ?? 0;
  }

  /** The position shown, and what was played or could be played in it. */
  get state(): State | undefined {
    return this.aside ? this.aside.states[this.step] : this.#known(this.#states)[this.at];
  }

  get ply(): Ply | undefined {
    return this.aside ? this.aside.plies[this.step] : this.begun?.story[this.at];
  }

  get reviewed(): ReviewedPly | undefined {
    return this.aside ? undefined : this.plies[this.at];
  }

  /** What each ply changed, by number; some are not known yet. */
  get plies(): (ReviewedPly | undefined)[] {
    return this.#known(this.#plies);
  }

  #known<T>(things: T[]): (T | undefined)[] {
    void this.#heard;
    return things;
  }

  stateAt(at: number): State | undefined {
    void this.#fetch(at);
    return this.#known(this.#states)[at];
  }

  /** What a position of the game is worth to the first seat, -1 to 1. */
  value(at: number): number | undefined {
    return this.plies[at]?.before ?? this.plies[at - 1]?.after;
  }

  /** Is that exact? */
  isExact(at: number): boolean {
    return (this.plies[at] ?? this.plies[at - 1])?.certainty === "exact";
  }

  /** Is there nothing after the position shown? */
  get isLast(): boolean {
    return this.aside ? this.step === this.aside.plies.length : this.at === this.length;
  }

  go(at: number): void {
    this.aside = undefined;
    this.at = Math.max(0, Math.min(this.length, at));
    void this.#fetch(this.at);
  }

  /** A ply further or back, in the game or in the aside. */
  walk(by: 1 | -1): void {
    if (!this.aside) this.go(this.at + by);
    else if (this.step + by < 0) this.aside = undefined;
    else this.step = Math.min(this.aside.plies.length, this.step + by);
  }

  /** Show how the better action would have gone on. */
  async showBetter(): Promise<void> {
    const { at, reviewed } = this;
    if (!reviewed?.line?.length) return;
    const found = await this.#positions(`at=${at}&line=${encodeURIComponent(reviewed.line.join(" "))}`);
    if (!found || this.at !== at) return;
    this.aside = { from: at, ...found };
    this.step = 0;
  }

  backToGame(): void {
    this.aside = undefined;
  }

  async #fetch(at: number): Promise<void> {
    const begin = at - (at % POSITIONS_AT_ONCE);
    if (this.#states[at] || this.#asked.has(begin)) return;
    this.#asked.add(begin);
    const found = await this.#positions(`at=${begin}`);
    if (!found) this.#asked.delete(begin);
    for (const state of found?.states ?? []) this.#states[state.at] = state;
    this.#heard++;
  }

  async #positions(query: string): Promise<Positions | undefined> {
    try {
      return await api.ask<Positions>(`${api.game(this.id)}/positions?lang=${this.lang}&${query}`);
    } catch (error) {
      this.trouble = troubleOf(error);
      return undefined;
    }
  }
}

/** Who plays a seat. */
export function player(begun: ReviewBegun, seat: Seat): string {
  const { kind, name, nickname } = begun.seats[seat];
  return nickname ?? (kind === "computer" ? t("The computer") : name);
}
