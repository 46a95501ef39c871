/** The review of a game: what is known so far, and the current place. */

import * as api from "../server/api";
import { fetchDrawings } from "../drawings";
import { streamJson } from "../server/jsonLines";
import type { LineRequest, ReviewBegun, ReviewedPly, ReviewLine, ReviewSummary, Seat } from "../protocol";
import { errorText } from "../user/errors";
import { PlyNavigator, Viewer, fetchViewer } from "../viewer/viewer.svelte";

const SECONDS_TO_TRY_AGAIN = 5;

export class Review extends PlyNavigator {
  begun = $state.raw<ReviewBegun>();
  summed = $state.raw<ReviewSummary>();
  betterLine = $state.raw<Viewer>(); // how the better action goes on, while it is shown
  game = $state.raw(new Viewer([], [])); // with the current place
  #plies: ReviewedPly[] = []; // by number, some still missing
  #updates = $state(0); // counts plies, for reactivity
  #problem = $state("");
  #leaving = new AbortController();

  constructor(
    readonly id: string,
    readonly lang: string,
    readonly startPly = NaN, // the ply to begin with; else the end
  ) {
    super();
  }

  /** Read the stream until the review is complete; reconnect if the connection is lost. */
  async follow(): Promise<void> {
    const { signal } = this.#leaving;
    while (!signal.aborted) {
      try {
        for await (const line of streamJson<ReviewLine>(`${api.gamePath(this.id)}/review?lang=${this.lang}`, {
          signal,
        }))
          await this.#receive(line);
        if (this.summed?.complete || this.#problem) return;
      } catch (error) {
        if (signal.aborted) return;
        this.#problem = errorText(error);
        if (error instanceof api.ApiError) return;
      }
      await new Promise((done) => setTimeout(done, 1000 * SECONDS_TO_TRY_AGAIN));
    }
  }

  stop(): void {
    this.#leaving.abort();
  }

  async #receive(line: ReviewLine): Promise<void> {
    switch (line.type) {
      case "begun":
        await fetchDrawings(line.board.kind);
        this.#problem = "";
        if (!this.begun) this.#begin(line);
        break;
      case "ply":
        this.#plies[line.index] = line;
        this.#updates++;
        break;
      case "summed":
        this.summed = line;
        break;
      case "failed":
        this.#problem = line.reason;
    }
  }

  #begin(begun: ReviewBegun): void {
    const { story } = begun;
    this.game = new Viewer(story, [], lineTo(begun, story.length));
    this.game.go(Number.isInteger(this.startPly) ? this.startPly : story.length);
    this.begun = begun;
  }

  get problem(): string {
    return this.#problem || this.game.problem;
  }

  get length(): number {
    return this.game.length;
  }

  get at(): number {
    return this.game.at;
  }

  /** What is shown: its position, and what was played or could be played in it. */
  get shown(): Viewer {
    return this.betterLine ?? this.game;
  }

  get reviewed(): ReviewedPly | undefined {
    return this.betterLine ? undefined : this.plies[this.at];
  }

  /** The names of both players, once the review has begun. */
  get sides(): [string, string] {
    const { begun } = this;
    return begun ? [playerName(begun, "first"), playerName(begun, "second")] : ["", ""];
  }

  /** What each ply changed, by number; some are not known yet. */
  get plies(): (ReviewedPly | undefined)[] {
    void this.#updates;
    return this.#plies;
  }

  /** What a position of the game is worth to the first seat, -1 to 1. */
  value(at: number): number | undefined {
    return this.plies[at]?.before ?? this.plies[at - 1]?.after;
  }

  /** Is that exact? */
  isExact(at: number): boolean {
    return (this.plies[at] ?? this.plies[at - 1])?.certainty === "exact";
  }

  override get isFirst(): boolean {
    return !this.betterLine && this.game.isFirst;
  }

  override get isLast(): boolean {
    return this.shown.isLast;
  }

  go(at: number): void {
    this.betterLine = undefined;
    this.game.go(at);
  }

  override back(): void {
    if (this.betterLine?.isFirst) this.betterLine = undefined;
    else this.shown.back();
  }

  override next(): void {
    this.shown.next();
  }

  /** Show how the better action would have gone on. */
  async showBetter(): Promise<void> {
    const { at, begun, reviewed } = this;
    if (!begun || !reviewed?.line?.length) return;
    try {
      const found = await fetchViewer(lineTo(begun, at), reviewed.line, this.lang);
      if (this.at === at) this.betterLine = found;
    } catch (error) {
      this.#problem = errorText(error);
    }
  }
}

/** The line of the game after this many actions. */
const lineTo = ({ ruleset, start, story }: ReviewBegun, at: number): Required<LineRequest> => ({
  ruleset,
  start,
  actions: story.slice(0, at).map(({ action }) => action),
});

/** The name of a seat's player; two of the same character are distinguished by their pieces. */
function playerName(begun: ReviewBegun, seat: Seat): string {
  const { first, second } = begun.seats;
  const { name, nickname } = begun.seats[seat];
  if (nickname && first.nickname === second.nickname) return `${nickname} (${name})`;
  return nickname ?? name;
}
